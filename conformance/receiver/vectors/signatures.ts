import {
  base64Of,
  bothInvalid,
  contentOf,
  delivery,
  ed25519Entry,
  hmacEntry,
  keyOf,
  only,
  partsOf,
  v1a,
  versions,
  withBytes,
  withText,
} from "./by-hand.ts";
import { type Member, family } from "./family.ts";
import type { Materials, Vector } from "./vector.ts";
import type { WireDelivery } from "../../deliveries/delivery.ts";

const whole = "Compare the whole signature with the expected one, and refuse one of another length.";
const content = "Verify over webhook-id, webhook-timestamp and the raw body, joined with dots.";

/** Change to the bytes of one signature. */
interface Change {
  readonly name: string;
  /** Description, for use after "The v1 signature". */
  readonly about: string;
  readonly reason: "malformed" | "invalid";
  readonly change: (signature: Buffer) => Uint8Array;
}

const changes: readonly Change[] = [
  {
    name: "made-up",
    about: "is invented, with the correct length",
    reason: "invalid",
    change: (bytes) => bytes.fill(0x5a),
  },
  { name: "all-zero", about: "consists of zeros", reason: "invalid", change: (bytes) => bytes.fill(0) },
  { name: "cut-to-nothing", about: "is empty", reason: "malformed", change: (bytes) => bytes.subarray(0, 0) },
  {
    name: "cut-to-one-byte",
    about: "is cut to its first byte",
    reason: "malformed",
    change: (bytes) => bytes.subarray(0, 1),
  },
  {
    // Without padding, so that the text, too, is a prefix of the right one.
    name: "cut-to-nine-bytes",
    about: "is cut to its first nine bytes",
    reason: "malformed",
    change: (bytes) => bytes.subarray(0, 9),
  },
  {
    name: "cut-by-two-bytes",
    about: "lacks its last two bytes",
    reason: "malformed",
    change: (bytes) => bytes.subarray(0, -2),
  },
  {
    name: "with-a-byte-more",
    about: "has a further byte at its end",
    reason: "malformed",
    change: (bytes) => Buffer.concat([bytes, Buffer.of(0)]),
  },
  {
    name: "right-at-its-beginning",
    about: "is correct only in its first half",
    reason: "invalid",
    change: (bytes) => bytes.fill(0x5a, bytes.length / 2),
  },
  {
    name: "right-at-its-end",
    about: "is correct only in its second half",
    reason: "invalid",
    change: (bytes) => bytes.fill(0x5a, 0, bytes.length / 2),
  },
  {
    name: "one-bit-off",
    about: "differs in its last bit",
    reason: "invalid",
    change: (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.of((bytes.at(-1) ?? 0) ^ 1)]),
  },
];

/** Signatures: their bytes and their content. */
export const signatures: readonly Vector[] = family("signatures", "signed-content", [
  {
    name: "signature-without-id",
    about: "The signatures are only over the timestamp and the body",
    expected: bothInvalid,
    remedy: content,
    make: (materials) => signedOver(materials, Buffer.concat([Buffer.from(`${materials.now}.`), materials.body])),
  },
  {
    name: "signature-without-timestamp",
    about: "The signatures are only over the id and the body",
    expected: bothInvalid,
    remedy: content,
    make: (materials) => signedOver(materials, Buffer.concat([Buffer.from(`${materials.id}.`), materials.body])),
  },
  {
    name: "signature-over-body-alone",
    about: "The signatures are only over the body",
    expected: bothInvalid,
    remedy: content,
    make: (materials) => signedOver(materials, materials.body),
  },
  ...versions.flatMap((version) => [
    ...changes.map(({ name, about, reason, change }): Member => ({
      name: `signature-${version}-${name}`,
      about: `The ${version} signature ${about}`,
      expected: only(version, reason === "invalid" ? `invalid-${version}` : "malformed-signature"),
      remedy: whole,
      make: (materials) => withBytes(materials, version, change),
    })),
    {
      name: `signature-${version}-with-text-behind-it`,
      about: `The ${version} signature is complete, and followed by text`,
      expected: only(version, "malformed-signature"),
      receivers: "should",
      remedy: "Refuse an entry that is not base64 from its beginning to its end.",
      make: (materials) => withText(materials, version, (text) => `${text}AAAA`),
    } satisfies Member,
  ]),
  {
    name: "signature-v1a-malleable",
    about:
      "The second half of the v1a signature is greater by the order of the curve, so that its equation is still true",
    expected: only("v1a", "invalid-v1a"),
    topic: "organization-signature",
    receivers: "should",
    remedy: "Verify with a library that refuses such a signature, as RFC 8032, section 5.1.7, requires.",
    make: (materials) => withBytes(materials, "v1a", plusOrder),
  },
  {
    name: "signature-hmac-sha512",
    about: "The v1 entry is an HMAC with SHA-512",
    expected: only("v1", "malformed-signature"),
    topic: "webhook-signature",
    remedy: "Compute v1 with HMAC-SHA256.",
    make(materials) {
      const parts = partsOf(materials);
      return delivery(parts, [v1a(parts), hmacEntry(contentOf(parts), keyOf(materials.secret), "sha512")]);
    },
  },
  ...(["sha512", "sha512-256", "sha3-256", "sha384"] as const).map((hash): Member => ({
    name: `signature-hmac-${hash}-of-32-bytes`,
    about: `The v1 entry is the first 32 bytes of an HMAC with ${hash.toUpperCase()}, with the correct length`,
    expected: only("v1", "invalid-v1"),
    topic: "webhook-signature",
    remedy: "Compute v1 with HMAC-SHA256.",
    make(materials) {
      const parts = partsOf(materials);
      const entry = hmacEntry(contentOf(parts), keyOf(materials.secret), hash);
      const bytes = Buffer.from(base64Of(entry), "base64").subarray(0, 32);
      return delivery(parts, [v1a(parts), `v1,${bytes.toString("base64")}`]);
    },
  })),
]);

function signedOver(materials: Materials, signed: Uint8Array): WireDelivery {
  return delivery(partsOf(materials), [
    ed25519Entry(signed, materials.privateKey),
    hmacEntry(signed, keyOf(materials.secret)),
  ]);
}

/** Order of Ed25519's base point (RFC 8032, section 5.1). */
const order = 2n ** 252n + 27742317777372353535851937790883648493n;

/** Ed25519 signature with the order added to S, a little-endian number of 32 bytes. */
function plusOrder(signature: Buffer): Uint8Array {
  const number = BigInt(`0x${Buffer.from(signature.subarray(32).toReversed()).toString("hex")}`) + order;
  return Buffer.concat([
    signature.subarray(0, 32),
    Buffer.from(number.toString(16).padStart(64, "0"), "hex").toReversed(),
  ]);
}
