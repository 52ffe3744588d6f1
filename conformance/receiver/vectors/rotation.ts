import { type Parts, bothInvalid, delivery, only, partsOf, v1, v1a } from "./by-hand.ts";
import { type Member, family } from "./family.ts";
import { repeatedBytes } from "./repeated-bytes.ts";
import type { Materials, Vector, Policy } from "./vector.ts";
import type { Verdict } from "../../deliveries/delivery.ts";

const everyEntry =
  "Try each entry of a version, and accept the delivery if one of them verifies: during a key rotation there are several.";

/** Entries of a delivery during a change of keys: known and unknown ones. */
interface Entries {
  readonly v1a: string;
  readonly v1: string;
  readonly otherV1a: string;
  readonly otherV1: string;
}

/** Cases that the platform would not send. */
const unlike: ReadonlySet<string> = new Set(["malformed-before", "empty-before", "short-before"]);

const cases: readonly (readonly [
  name: string,
  about: string,
  expected: Verdict | Readonly<Record<Policy, Verdict>>,
  entries: (all: Entries) => readonly string[],
])[] = [
  ["v1-before", "another v1 entry precedes the correct one", "ok", (e) => [e.v1a, e.otherV1, e.v1]],
  ["v1-after", "another v1 entry follows the correct one", "ok", (e) => [e.v1a, e.v1, e.otherV1]],
  ["v1a-before", "another v1a entry precedes the correct one", "ok", (e) => [e.otherV1a, e.v1a, e.v1]],
  ["v1a-after", "another v1a entry follows the correct one", "ok", (e) => [e.v1a, e.otherV1a, e.v1]],
  ["both-before", "other entries precede the correct ones", "ok", (e) => [e.otherV1a, e.otherV1, e.v1a, e.v1]],
  ["both-after", "other entries follow the correct ones", "ok", (e) => [e.v1a, e.v1, e.otherV1a, e.otherV1]],
  ["nested", "other entries are between the correct ones", "ok", (e) => [e.v1, e.otherV1a, e.otherV1, e.v1a]],
  ["repeated", "each entry is present twice", "ok", (e) => [e.v1a, e.v1a, e.v1, e.v1]],
  [
    "twenty",
    "twenty other v1 entries precede the correct one",
    "ok",
    (e) => [e.v1a, ...Array.from({ length: 20 }, (_, count) => `v1,${repeatedBytes(32, count)}`), e.v1],
  ],
  [
    "malformed-before",
    "entries that are not base64 precede the correct ones",
    "ok",
    (e) => ["v1a,***", "v1,***", e.v1a, e.v1],
  ],
  ["empty-before", "empty entries precede the correct ones", "ok", (e) => ["v1a,", "v1,", e.v1a, e.v1]],
  [
    "short-before",
    "entries that are too short precede the correct ones",
    "ok",
    (e) => [`v1a,${repeatedBytes(32)}`, `v1,${repeatedBytes(16)}`, e.v1a, e.v1],
  ],
  [
    "v1-none-right",
    "there are two v1 entries, and none is correct",
    only("v1", "invalid-v1"),
    (e) => [e.v1a, e.otherV1, `v1,${repeatedBytes(32)}`],
  ],
  [
    "v1a-none-right",
    "there are two v1a entries, and none is correct",
    only("v1a", "invalid-v1a"),
    (e) => [e.otherV1a, `v1a,${repeatedBytes(64)}`, e.v1],
  ],
  [
    "none-right",
    "there are two entries of each version, and none is correct",
    bothInvalid,
    (e) => [e.otherV1a, `v1a,${repeatedBytes(64)}`, e.otherV1, `v1,${repeatedBytes(32)}`],
  ],
];

/** Several entries of one version, as during a change of keys. */
export const rotation: readonly Vector[] = family(
  "rotation",
  "delivery-format",
  cases.map(([name, about, expected, entries]): Member => ({
    name: `rotation-${name}`,
    about: `In webhook-signature ${about}`,
    expected,
    remedy: expected === "ok" ? everyEntry : "Accept the delivery only if one of the entries verifies.",
    ...(unlike.has(name) && { receivers: "should" as const }),
    make: (materials) => delivery(partsOf(materials), entries(entriesOf(materials))),
  })),
);

function entriesOf(materials: Materials): Entries {
  const right = partsOf(materials);
  const other: Parts = { ...right, secret: materials.otherSecret, privateKey: materials.otherPrivateKey };
  return { v1a: v1a(right), v1: v1(right), otherV1a: v1a(other), otherV1: v1(other) };
}
