import { bothInvalid, expectPerPolicy, createVectorGroup, only, repeatedBytes, signaturesOver } from "./recipe.ts";
import type { Vector } from "./vector.ts";

const missing = "Refuse a delivery without an entry that you verify: a missing entry proves nothing.";
const byVersion = "Verify each entry by its version: v1a with the public key, v1 with the secret.";
const both = "Where you verify both entries, accept only where both verify.";

/** Entries of webhook-signature, and confusions between them. */
const entries = createVectorGroup(
  { family: "entries", topic: "signature-entries", prefix: "entries-", remedy: missing },
  [
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
        expected: expectPerPolicy("malformed-signature", "missing-entry"),
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
  ],
);

const everyEntry =
  "Try each entry of a version, and accept the delivery if one of them verifies: during a key rotation there are several.";

/** Several entries of one version, as during a change of keys. */
const rotation = createVectorGroup(
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
export const entryVectors: readonly Vector[] = [...entries, ...rotation];
