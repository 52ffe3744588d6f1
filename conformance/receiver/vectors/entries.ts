import {
  type Version,
  bothInvalid,
  bytesOf,
  each,
  entriesWith,
  groupOf,
  hmac,
  only,
  repeatedBytes,
  signaturesOver,
  versions,
} from "./recipe.ts";
import type { Vector } from "./vector.ts";

const missing = "Refuse a delivery without an entry that you verify: a missing entry proves nothing.";
const byVersion = "Verify each entry by its version: v1a with the public key, v1 with the secret.";
const both = "Where you verify both entries, accept only where both verify.";

/** Entries of webhook-signature, and confusions between them. */
const entries = groupOf({ family: "entries", topic: "signature-entries", prefix: "entries-", remedy: missing }, [
  [
    "v1a-alone",
    "The v1 entry is missing",
    ({ v1a }) => ({ entries: [`v1a,${v1a}`] }),
    { expected: only("v1", "missing-entry") },
  ],
  [
    "v1-alone",
    "The v1a entry is missing",
    ({ v1 }) => ({ entries: [`v1,${v1}`] }),
    { expected: only("v1a", "missing-entry") },
  ],
  [
    "of-unknown-versions-alone",
    "Both signatures are present, but as entries of unknown versions",
    ({ v1a, v1 }) => ({ entries: [`v3a,${v1a}`, `v3,${v1}`] }),
    { expected: "missing-entry" },
  ],
  [
    "swapped",
    "The HMAC is named v1a, and the Ed25519 signature v1",
    ({ v1a, v1 }) => ({ entries: [`v1a,${v1}`, `v1,${v1a}`] }),
    { expected: "malformed-signature", remedy: byVersion },
  ],
  [
    "v1-is-v1a",
    "The v1 entry is a copy of the v1a entry's signature",
    ({ v1a }) => ({ entries: [`v1a,${v1a}`, `v1,${v1a}`] }),
    { expected: only("v1", "malformed-signature"), remedy: byVersion },
  ],
  [
    "v1a-is-v1",
    "The v1a entry is a copy of the v1 entry's signature",
    ({ v1 }) => ({ entries: [`v1a,${v1}`, `v1,${v1}`] }),
    { expected: only("v1a", "malformed-signature"), remedy: byVersion },
  ],
  [
    "of-another-delivery",
    "Both entries belong to another genuine delivery of the same time",
    (kit) => ({ entries: signaturesOver(Buffer.from(`msg_another.${kit.now}.{"another":true}`), kit) }),
    {
      expected: bothInvalid,
      topic: "signed-content",
      remedy: "Verify over the id, the timestamp and the body of the same delivery.",
    },
  ],
  [
    "without-a-comma",
    "The signatures are present, but without their versions",
    ({ v1a, v1 }) => ({ entries: [v1a, v1] }),
    {
      expected: "missing-entry",
      remedy: "Read the version of an entry before its comma, and ignore an entry without a comma.",
    },
  ],
  [
    "versions-alone",
    "The versions are present, without a comma or a signature",
    () => ({ entries: ["v1a", "v1"] }),
    { expected: "missing-entry" },
  ],
  [
    "joined-by-a-comma",
    "The two entries are separated by a comma, not by a space",
    ({ v1a, v1 }) => ({ entries: [`v1a,${v1a},v1,${v1}`] }),
    {
      expected: each("malformed-signature", "missing-entry"),
      receivers: "should",
      remedy: "Split webhook-signature at spaces, and each entry at its first comma.",
    },
  ],
  [
    "two-spaces",
    "The two entries are separated by two spaces",
    ({ v1a, v1 }) => ({ entries: [`v1a,${v1a}`, "", `v1,${v1}`] }),
    { receivers: "should", remedy: "Ignore empty entries when you split webhook-signature at spaces." },
  ],
  [
    "version-in-capitals",
    "The versions are written in upper case",
    ({ v1a, v1 }) => ({ entries: [`V1A,${v1a}`, `V1,${v1}`] }),
    {
      expected: "missing-entry",
      receivers: "should",
      remedy: "Compare the version of an entry with regard to case.",
    },
  ],
  [
    "v1-of-another-version",
    "The correct v1 signature is present only as an entry of version v2",
    ({ v1a, v1 }) => ({ entries: [`v1a,${v1a}`, `v2,${v1}`] }),
    { expected: only("v1", "missing-entry"), receivers: "should", remedy: byVersion },
  ],
]);

const whole = "Compare the whole signature with the expected one, and refuse one of another length.";
const content = "Verify over webhook-id, webhook-timestamp and the raw body, joined with dots.";

/** Changes to the bytes of one signature. */
const changes: readonly (readonly [
  string,
  string,
  "malformed-signature" | undefined,
  (bytes: Buffer) => Uint8Array,
])[] = [
  ["made-up", "is invented, with the correct length", undefined, (bytes) => bytes.fill(0x5a)],
  ["all-zero", "consists of zeros", undefined, (bytes) => bytes.fill(0)],
  ["cut-to-nothing", "is empty", "malformed-signature", (bytes) => bytes.subarray(0, 0)],
  // Without padding, so that the text, too, is a prefix of the right one.
  ["cut-to-nine-bytes", "is cut to its first nine bytes", "malformed-signature", (bytes) => bytes.subarray(0, 9)],
  ["with-a-byte-more", "has a further byte", "malformed-signature", (bytes) => Buffer.concat([bytes, Buffer.of(0)])],
  [
    "right-at-its-beginning",
    "is correct only in its first half",
    undefined,
    (bytes) => bytes.fill(0x5a, bytes.length / 2),
  ],
  [
    "right-at-its-end",
    "is correct only in its second half",
    undefined,
    (bytes) => bytes.fill(0x5a, 0, bytes.length / 2),
  ],
];

/** Texts that a lenient decoder reads as the right bytes, but that are not canonical base64 (RFC 4648, section 4). */
const spellings: readonly (readonly [name: string, about: string, written: (text: string) => string])[] = [
  ["without-padding", "without padding", (text) => text.replaceAll("=", "")],
  ["with-bits-left-over", "with unused bits set in the last character", withBitsLeftOver],
  ["with-a-sign-in-it", "with a character inside that is not base64", (text) => `${text.slice(0, 8)}*${text.slice(8)}`],
  ["with-text-behind-it", "followed by text", (text) => `${text}AAAA`],
  ["with-another-comma", "after other text and a comma", (text) => `AAAA,${text}`],
  ["hexadecimal", "in hexadecimal digits", (text) => Buffer.from(text, "base64").toString("hex")],
];

const ofVersion = (version: Version): readonly Vector[] => [
  ...groupOf(
    {
      family: "signatures",
      topic: "signed-content",
      prefix: `signature-${version}-`,
      about: `The ${version} signature …`,
      remedy: whole,
    },
    changes.map(([name, about, reason = `invalid-${version}`, change]) => [
      name,
      about,
      (kit) => ({
        entries: entriesWith(version, kit, (text) =>
          Buffer.from(change(Buffer.from(text, "base64"))).toString("base64"),
        ),
      }),
      { expected: only(version, reason as "malformed-signature") },
    ]),
  ),
  ...groupOf(
    {
      family: "base64",
      topic: "delivery-format",
      prefix: `base64-${version}-`,
      about: `The ${version} signature is written …`,
      expected: only(version, "malformed-signature"),
      receivers: "should",
      remedy:
        "Split an entry at its first comma, and accept only signatures in base64 (RFC 4648, section 4), with padding.",
    },
    [
      ...spellings.map(
        ([name, about, written]) =>
          [
            name,
            about,
            (kit: Parameters<typeof entriesWith>[1]) => ({ entries: entriesWith(version, kit, written) }),
          ] as const,
      ),
      [
        "in-the-other-case",
        "with upper and lower case exchanged, so that it is another signature",
        (kit) => ({ entries: entriesWith(version, kit, inOtherCase) }),
        {
          expected: only(version, `invalid-${version}`),
          remedy: "Compare the bytes of a signature, or its exact text: base64 distinguishes upper and lower case.",
        },
      ],
    ],
  ),
];

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Text with another last letter that decodes to the same bytes, because some of its bits are unused. */
function withBitsLeftOver(text: string): string {
  const [letters = ""] = text.split("=");
  const last = alphabet[alphabet.indexOf(letters.at(-1) ?? "") + 1];
  return `${letters.slice(0, -1)}${last}${text.slice(letters.length)}`;
}

/** Text in other letter case, except for the last four letters, which would have unused bits. */
function inOtherCase(text: string): string {
  const swapped = Array.from(text.slice(0, -4), (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return swapped.join("") + text.slice(-4);
}

/** Signatures: their bytes and their content. */
const signatures = [
  ...groupOf(
    {
      family: "signatures",
      topic: "signed-content",
      prefix: "signature-",
      about: "The signatures are only over …",
      expected: bothInvalid,
      remedy: content,
    },
    [
      [
        "without-id",
        "the timestamp and the body",
        (kit) => ({ entries: signaturesOver(Buffer.concat([Buffer.from(`${kit.now}.`), kit.body]), kit) }),
      ],
      [
        "without-timestamp",
        "the id and the body",
        (kit) => ({ entries: signaturesOver(Buffer.concat([Buffer.from(`${kit.id}.`), kit.body]), kit) }),
      ],
      ["over-body-alone", "the body", (kit) => ({ entries: signaturesOver(kit.body, kit) })],
    ],
  ),
  ...versions.flatMap(ofVersion),
  ...groupOf(
    {
      family: "signatures",
      topic: "webhook-signature",
      prefix: "signature-hmac-",
      remedy: "Compute v1 with HMAC-SHA256.",
    },
    [
      [
        "sha512",
        "The v1 entry is an HMAC with SHA-512",
        (kit) => ({ entries: entriesWith("v1", kit, () => hmac(kit.content, bytesOf(kit.secret), "sha512")) }),
        { expected: only("v1", "malformed-signature") },
      ],
      [
        "sha512-of-32-bytes",
        "The v1 entry is the first 32 bytes of an HMAC with SHA-512, with the correct length",
        (kit) => ({
          entries: entriesWith("v1", kit, () => {
            const bytes = Buffer.from(hmac(kit.content, bytesOf(kit.secret), "sha512"), "base64");
            return bytes.subarray(0, 32).toString("base64");
          }),
        }),
        { expected: only("v1", "invalid-v1") },
      ],
    ],
  ),
];

const everyEntry =
  "Try each entry of a version, and accept the delivery if one of them verifies: during a key rotation there are several.";

/** Several entries of one version, as during a change of keys. */
const rotation = groupOf(
  {
    family: "rotation",
    topic: "delivery-format",
    prefix: "rotation-",
    about: "In webhook-signature …",
    remedy: everyEntry,
  },
  [
    [
      "v1-before",
      "another v1 entry precedes the correct one",
      (kit) => ({ entries: [`v1a,${kit.v1a}`, `v1,${kit.otherV1}`, `v1,${kit.v1}`] }),
    ],
    [
      "v1-after",
      "another v1 entry follows the correct one",
      (kit) => ({ entries: [`v1a,${kit.v1a}`, `v1,${kit.v1}`, `v1,${kit.otherV1}`] }),
    ],
    [
      "v1a-before",
      "another v1a entry precedes the correct one",
      (kit) => ({ entries: [`v1a,${kit.otherV1a}`, `v1a,${kit.v1a}`, `v1,${kit.v1}`] }),
    ],
    [
      "v1a-after",
      "another v1a entry follows the correct one",
      (kit) => ({ entries: [`v1a,${kit.v1a}`, `v1a,${kit.otherV1a}`, `v1,${kit.v1}`] }),
    ],
    [
      "twenty",
      "twenty other v1 entries precede the correct one",
      (kit) => ({
        entries: [
          `v1a,${kit.v1a}`,
          ...Array.from({ length: 20 }, (_, count) => `v1,${repeatedBytes(32, count)}`),
          `v1,${kit.v1}`,
        ],
      }),
    ],
    [
      "malformed-before",
      "entries that are not base64 precede the correct ones",
      (kit) => ({ entries: ["v1a,***", "v1,***", `v1a,${kit.v1a}`, `v1,${kit.v1}`] }),
      { receivers: "should" },
    ],
    [
      "v1-none-right",
      "there are two v1 entries, and none is correct",
      (kit) => ({ entries: [`v1a,${kit.v1a}`, `v1,${kit.otherV1}`, `v1,${repeatedBytes(32)}`] }),
      { expected: only("v1", "invalid-v1"), remedy: both },
    ],
    [
      "v1a-none-right",
      "there are two v1a entries, and none is correct",
      (kit) => ({ entries: [`v1a,${kit.otherV1a}`, `v1a,${repeatedBytes(64)}`, `v1,${kit.v1}`] }),
      { expected: only("v1a", "invalid-v1a"), remedy: both },
    ],
  ],
);

/** Vectors about entries of webhook-signature. */
export const entryVectors: readonly Vector[] = [...entries, ...signatures, ...rotation];
