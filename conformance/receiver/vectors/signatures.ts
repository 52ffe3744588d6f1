import {
  bothInvalid,
  contentOf,
  delivery,
  ed25519Entry,
  hmacEntry,
  keyOf,
  onlyV1,
  partsOf,
  v1a,
  withBytes,
  withEntries,
  withTexts,
} from "./by-hand.ts";
import { type Member, family } from "./family.ts";
import { madeUp } from "./made-up.ts";
import type { Materials, Vector, WireDelivery } from "./vector.ts";

const whole = "Compare the whole signature, and refuse one that has not 32 bytes (v1) or 64 bytes (v1a).";
const content = "Verify over webhook-id, webhook-timestamp and the raw body, joined with dots.";
const computed = "Compute the signature, and compare it: its form proves nothing.";

/** How much of a signature is left of it. All that is left is right. */
const cuts: readonly (readonly [name: string, about: string, bytes: number])[] = [
  ["nothing", "nothing", 0],
  ["one-byte", "the first byte", 1],
  // Without padding, so that the text, too, is the beginning of the right one.
  ["nine-bytes", "the first nine bytes", 9],
  ["all-but-two-bytes", "all but the last two bytes", -2],
];

/** What is wrong with both signatures of a delivery. */
const faults: readonly Member[] = [
  {
    name: "signature-made-up",
    about: "Both entries are made up, and as long as they should be",
    expected: bothInvalid,
    remedy: computed,
    make: (materials) => withEntries(materials, () => [`v1a,${madeUp(64)}`, `v1,${madeUp(32)}`]),
  },
  {
    name: "signature-all-zero",
    about: "Both signatures are zeros alone",
    expected: bothInvalid,
    remedy: computed,
    make: (materials) => withEntries(materials, () => [`v1a,${madeUp(64, 0)}`, `v1,${madeUp(32, 0)}`]),
  },
  {
    name: "signature-without-id",
    about: "The signatures are over the timestamp and the body alone",
    expected: bothInvalid,
    remedy: content,
    make: (materials) => signedOver(materials, Buffer.concat([Buffer.from(`${materials.now}.`), materials.body])),
  },
  {
    name: "signature-without-timestamp",
    about: "The signatures are over the id and the body alone",
    expected: bothInvalid,
    remedy: content,
    make: (materials) => signedOver(materials, Buffer.concat([Buffer.from(`${materials.id}.`), materials.body])),
  },
  {
    name: "signature-over-body-alone",
    about: "The signatures are over the body alone",
    expected: bothInvalid,
    remedy: content,
    make: (materials) => signedOver(materials, materials.body),
  },
  ...cuts.map(([name, about, bytes]): Member => ({
    name: `signature-cut-to-${name}`,
    about: `Of both signatures ${about} is left`,
    expected: "malformed-signature",
    remedy: whole,
    make: (materials) => withBytes(materials, (signature) => signature.subarray(0, bytes)),
  })),
  {
    name: "signature-right-at-its-beginning",
    about: "The first half of each signature is right, the second made up",
    expected: bothInvalid,
    remedy: whole,
    make: (materials) => withBytes(materials, (signature) => signature.fill(0x5a, signature.length / 2)),
  },
  {
    name: "signature-right-at-its-end",
    about: "The second half of each signature is right, the first made up",
    expected: bothInvalid,
    remedy: whole,
    make: (materials) => withBytes(materials, (signature) => signature.fill(0x5a, 0, signature.length / 2)),
  },
  {
    name: "signature-one-bit-off",
    about: "The last bit of each signature is another",
    expected: bothInvalid,
    remedy: whole,
    make: (materials) =>
      withBytes(materials, (signature) => {
        signature[signature.length - 1]! ^= 1;
        return signature;
      }),
  },
  {
    name: "signature-with-a-byte-more",
    about: "A byte stands behind each of both signatures",
    expected: "malformed-signature",
    remedy: whole,
    make: (materials) => withBytes(materials, (signature) => Buffer.concat([signature, Buffer.of(0)])),
  },
  {
    name: "signature-with-text-behind-it",
    about: "Text stands behind each of both signatures, which are whole",
    expected: "malformed-signature",
    receivers: "should",
    remedy: "Refuse an entry that is not base64 from its beginning to its end.",
    make: (materials) => withTexts(materials, (text) => `${text}AAAA`),
  },
];

/** What the signatures are, and what they are over (§5.3.2-5.3.4). */
export const signatures: readonly Vector[] = family("signatures", "5.3.2", [
  ...faults.flatMap((fault) => [fault, only("v1", fault), only("v1a", fault)]),
  {
    name: "signature-hmac-sha512",
    about: "The v1 entry is an HMAC with SHA-512",
    expected: onlyV1("malformed-signature"),
    section: "5.3.4",
    remedy: "Compute v1 with HMAC-SHA256.",
    make(materials) {
      const parts = partsOf(materials);
      return delivery(parts, [v1a(parts), hmacEntry(contentOf(parts), keyOf(materials.secret), "sha512")]);
    },
  },
]);

function signedOver(materials: Materials, signed: Uint8Array): WireDelivery {
  return delivery(partsOf(materials), [
    ed25519Entry(signed, materials.privateKey),
    hmacEntry(signed, keyOf(materials.secret)),
  ]);
}

/** The same fault in one entry alone, so that nothing else refuses the delivery. */
function only(version: "v1" | "v1a", fault: Member): Member {
  const { name, about, expected, make } = fault;
  const reason = typeof expected === "string" ? expected : expected[version];
  const other = version === "v1" ? "v1a" : "v1";
  return {
    ...fault,
    name: `${name}-${version}`,
    about: `${about} (the ${version} entry alone is so: the ${other} entry is genuine)`,
    expected: { v1: "ok", v1a: "ok", both: reason, [version]: reason },
    make(materials) {
      const [asymmetric = "", symmetric = ""] = entriesOf(make(materials));
      return withEntries(materials, (...right) => (version === "v1" ? [right[0], symmetric] : [asymmetric, right[1]]));
    },
  };
}

function entriesOf({ headers }: WireDelivery): readonly string[] {
  return headers.find(([name]) => name === "webhook-signature")?.[1].split(" ") ?? [];
}
