import {
  base64Of,
  bothInvalid,
  delivery,
  each,
  only,
  partsOf,
  v1,
  v1a,
  versions,
  withEntries,
  withText,
} from "./by-hand.ts";
import { type Member, family } from "./family.ts";
import { repeatedBytes } from "./repeated-bytes.ts";
import type { Vector } from "./vector.ts";

const missing = "Refuse a delivery without an entry that you verify: a missing entry proves nothing.";
const byVersion = "Verify each entry by its version: v1a with the public key, v1 with the secret.";

/** Entries of webhook-signature, and confusions between them. */
export const entries: readonly Vector[] = family("entries", "signature-entries", [
  {
    name: "entries-v1a-alone",
    about: "The v1 entry is missing",
    expected: { v1a: "ok", v1: "missing-entry", both: "missing-entry" },
    remedy: missing,
    make: (materials) => withEntries(materials, (asymmetric) => [asymmetric]),
  },
  {
    name: "entries-v1-alone",
    about: "The v1a entry is missing",
    expected: { v1: "ok", v1a: "missing-entry", both: "missing-entry" },
    remedy: missing,
    make: (materials) => withEntries(materials, (_, symmetric) => [symmetric]),
  },
  {
    name: "entries-of-unknown-versions-alone",
    about: "Both signatures are present, but as entries of unknown versions",
    expected: "missing-entry",
    remedy: missing,
    make: (materials) =>
      withEntries(materials, (asymmetric, symmetric) => [
        asymmetric.replace("v1a,", "v3a,"),
        symmetric.replace("v1,", "v3,"),
      ]),
  },
  {
    name: "entries-swapped",
    about: "The HMAC is named v1a, and the Ed25519 signature v1",
    expected: "malformed-signature",
    remedy: byVersion,
    make: (materials) =>
      withEntries(materials, (asymmetric, symmetric) => [`v1a,${base64Of(symmetric)}`, `v1,${base64Of(asymmetric)}`]),
  },
  {
    name: "entries-v1-is-v1a",
    about: "The v1 entry is a copy of the v1a entry's signature",
    expected: only("v1", "malformed-signature"),
    remedy: byVersion,
    make: (materials) => withEntries(materials, (asymmetric) => [asymmetric, `v1,${base64Of(asymmetric)}`]),
  },
  {
    name: "entries-v1a-is-v1",
    about: "The v1a entry is a copy of the v1 entry's signature",
    expected: only("v1a", "malformed-signature"),
    remedy: byVersion,
    make: (materials) => withEntries(materials, (_, symmetric) => [`v1a,${base64Of(symmetric)}`, symmetric]),
  },
  {
    name: "entries-v1-wrong",
    about: "The v1a entry is correct, and the v1 entry is invented",
    expected: only("v1", "invalid-v1"),
    remedy: "Where you verify both entries, accept only where both verify.",
    make: (materials) => withEntries(materials, (asymmetric) => [asymmetric, `v1,${repeatedBytes(32)}`]),
  },
  {
    name: "entries-v1a-wrong",
    about: "The v1 entry is correct, and the v1a entry is invented",
    expected: only("v1a", "invalid-v1a"),
    remedy: "Where you verify both entries, accept only where both verify.",
    make: (materials) => withEntries(materials, (_, symmetric) => [`v1a,${repeatedBytes(64)}`, symmetric]),
  },
  {
    name: "entries-of-another-delivery",
    about: "Both entries belong to another genuine delivery of the same time",
    expected: bothInvalid,
    remedy: "Verify over the id, the timestamp and the body of the same delivery.",
    make(materials) {
      const other = partsOf(materials, { id: "msg_another", body: Buffer.from('{"another":true}') });
      return delivery(partsOf(materials), [v1a(other), v1(other)]);
    },
  },
  {
    name: "entries-without-a-comma",
    about: "The signatures are present, but without their versions",
    expected: "missing-entry",
    remedy: "Read the version of an entry before its comma, and ignore an entry without a comma.",
    make: (materials) => withEntries(materials, (...both) => both.map(base64Of)),
  },
  {
    name: "entries-versions-alone",
    about: "The versions are present, without a comma or a signature",
    expected: "missing-entry",
    remedy: missing,
    make: (materials) => withEntries(materials, () => ["v1a", "v1"]),
  },
  {
    name: "entries-joined-by-a-comma",
    about: "The two entries are separated by a comma, not by a space",
    expected: each("malformed-signature", "missing-entry"),
    receivers: "should",
    remedy: "Split webhook-signature at spaces, and each entry at its first comma.",
    make: (materials) => withEntries(materials, (...both) => [both.join(",")]),
  },
  {
    name: "entries-two-spaces",
    about: "The two entries are separated by two spaces",
    expected: "ok",
    receivers: "should",
    remedy: "Ignore empty entries when you split webhook-signature at spaces.",
    make: (materials) => withEntries(materials, (asymmetric, symmetric) => [asymmetric, "", symmetric]),
  },
  {
    name: "entries-version-in-capitals",
    about: "The versions are written in upper case",
    expected: "missing-entry",
    receivers: "should",
    remedy: "Compare the version of an entry with regard to case.",
    make: (materials) =>
      withEntries(materials, (asymmetric, symmetric) => [`V1A,${base64Of(asymmetric)}`, `V1,${base64Of(symmetric)}`]),
  },
  {
    name: "entries-v1-in-capitals",
    about: "The version of the correct v1 entry is written V1",
    expected: only("v1", "missing-entry"),
    receivers: "should",
    remedy: "Compare the version of an entry with regard to case.",
    make: (materials) =>
      withEntries(materials, (asymmetric, symmetric) => [asymmetric, symmetric.replace("v1,", "V1,")]),
  },
  {
    name: "entries-v1-of-another-version",
    about: "The correct v1 signature is present only as an entry of version v2",
    expected: only("v1", "missing-entry"),
    receivers: "should",
    remedy: byVersion,
    make: (materials) =>
      withEntries(materials, (asymmetric, symmetric) => [asymmetric, symmetric.replace("v1,", "v2,")]),
  },
  ...versions.map((version): Member => ({
    name: `entries-${version}-with-another-comma`,
    about: `Other text and a comma precede the correct ${version} signature`,
    expected: only(version, "malformed-signature"),
    receivers: "should",
    remedy: "Split an entry at its first comma: everything after it is the signature.",
    make: (materials) => withText(materials, version, (text) => `AAAA,${text}`),
  })),
]);
