import {
  type Version,
  bothInvalid,
  decodeSecret,
  entriesWith,
  createVectorGroup,
  hmac,
  only,
  signaturesOver,
  versions,
} from "./recipe.ts";
import type { Vector } from "./vector.ts";

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
  ...createVectorGroup(
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
  ...createVectorGroup(
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

/** Signatures: their content, their bytes, and their base64. */
export const signatureVectors: readonly Vector[] = [
  ...createVectorGroup(
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
  ...createVectorGroup(
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
        (kit) => ({ entries: entriesWith("v1", kit, () => hmac(kit.content, decodeSecret(kit.secret), "sha512")) }),
        { expected: only("v1", "malformed-signature") },
      ],
      [
        "sha512-of-32-bytes",
        "The v1 entry is the first 32 bytes of an HMAC with SHA-512, with the correct length",
        (kit) => ({
          entries: entriesWith("v1", kit, () => {
            const bytes = Buffer.from(hmac(kit.content, decodeSecret(kit.secret), "sha512"), "base64");
            return bytes.subarray(0, 32).toString("base64");
          }),
        }),
        { expected: only("v1", "invalid-v1") },
      ],
    ],
  ),
];
