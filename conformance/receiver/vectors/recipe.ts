import { type KeyObject, createHmac, sign } from "node:crypto";
import type { Topic } from "../../model/citations.ts";
import type { Materials, Policy, Vector } from "./vector.ts";
import type { Verdict, WireDelivery } from "../../deliveries/delivery.ts";

/** Versions of signature entries. A receiver that verifies both may skip the second after a failure of the first. */
export const versions = ["v1a", "v1"] as const;

export type Version = (typeof versions)[number];

type Headers = WireDelivery["headers"];

/** Signed parts of a delivery. */
interface Signed {
  readonly id: string;
  readonly timestamp: string;
  readonly body: Uint8Array;
}

/** Differences of a delivery from a genuine one that is signed now. */
interface Recipe extends Partial<Signed> {
  readonly secret?: string;
  readonly privateKey?: KeyObject;
  /** Parts that are sent instead of the signed ones. */
  readonly sent?: Partial<Signed>;
  /** Entries of webhook-signature. Default: both genuine ones. */
  readonly entries?: readonly string[];
  readonly headers?: (all: Headers) => Headers;
}

/** Materials, and what a genuine delivery of them is signed with. */
interface Kit extends Materials {
  /** Signed content. */
  readonly content: Uint8Array;
  /** Genuine signatures in base64. */
  readonly v1a: string;
  readonly v1: string;
  /** The same, by keys of others. */
  readonly otherV1a: string;
  readonly otherV1: string;
}

/** Name after the prefix of its group, description, recipe, and what differs from the group. */
type Row = readonly [
  name: string,
  about: string,
  recipe: (kit: Kit) => Recipe,
  more?: Partial<Omit<Vector, "name" | "family" | "about" | "make">>,
];

/** Parts that the vectors of a group share. */
interface Group {
  readonly family: string;
  readonly topic: Topic;
  readonly prefix: string;
  /** Description with that of the row in place of "…". Default: that of the row. */
  readonly about?: string;
  /** Default: "ok". */
  readonly expected?: Vector["expected"];
  readonly receivers?: NonNullable<Vector["receivers"]>;
  readonly remedy: Vector["remedy"];
}

/** Vectors of a group. */
export function createVectorGroup(
  { prefix, about = "…", expected = "ok", ...group }: Group,
  rows: readonly Row[],
): Vector[] {
  return rows.map(([name, text, recipe, more]) => ({
    ...group,
    expected,
    name: prefix + name,
    about: about.replace("…", () => text),
    ...more,
    make: (materials) => buildRecipeDelivery(materials, recipe),
  }));
}

function buildRecipeDelivery(materials: Materials, recipe: (kit: Kit) => Recipe): WireDelivery {
  const { privateKey, secret, otherPrivateKey, otherSecret } = materials;
  const genuine = { id: materials.id, timestamp: String(materials.now), body: materials.body };
  const content = joinSignedContent(genuine);
  const {
    headers: change,
    sent,
    entries,
    ...own
  } = recipe({
    ...materials,
    content,
    v1a: ed25519(content, privateKey),
    v1: hmac(content, decodeSecret(secret)),
    otherV1a: ed25519(content, otherPrivateKey),
    otherV1: hmac(content, decodeSecret(otherSecret)),
  });
  const signed = { ...genuine, privateKey, secret, ...own };
  const { id, timestamp, body } = { ...signed, ...sent };
  const signatures = entries ?? signaturesOver(joinSignedContent(signed), signed);
  const headers: Headers = [
    ["content-type", "application/json"],
    ["webhook-id", id],
    ["webhook-timestamp", timestamp],
    ["webhook-signature", signatures.join(" ")],
  ];
  return { headers: change?.(headers) ?? headers, body };
}

function joinSignedContent({ id, timestamp, body }: Signed): Uint8Array {
  return Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
}

/** Both entries over any content. */
export function signaturesOver(content: Uint8Array, keys: Pick<Materials, "privateKey" | "secret">): readonly string[] {
  return [`v1a,${ed25519(content, keys.privateKey)}`, `v1,${hmac(content, decodeSecret(keys.secret))}`];
}

// Vectors do not use `sign` of contracts/signatures/, because it cannot make invalid signatures, and a bug in it would be
// in the vectors, too.
function ed25519(content: Uint8Array, privateKey: KeyObject): string {
  return sign(null, content, privateKey).toString("base64");
}

/** HMAC in base64, with any key and hash. */
export function hmac(content: Uint8Array, key: string | Uint8Array, hash = "sha256"): string {
  return createHmac(hash, key).update(content).digest("base64");
}

/** Bytes of a signing secret. */
export function decodeSecret(secret: string): Uint8Array {
  return Buffer.from(secret.replace("whsec_", ""), "base64");
}

/** Genuine entries, one of them with another signature. */
export function entriesWith(version: Version, kit: Kit, change: (base64: string) => string): readonly string[] {
  return versions.map((one) => `${one},${one === version ? change(kit[one]) : kit[one]}`);
}

/** Base64 of repeated bytes, which no key made. */
export function repeatedBytes(bytes: number, byte = 0x5a): string {
  return Buffer.alloc(bytes, byte).toString("base64");
}

/** Body of the event with further members, in the given spelling: `"price":1.0`. */
export function eventWith({ body }: Materials, members: string): Uint8Array {
  return Buffer.from(
    Buffer.from(body)
      .toString()
      .replace(/\}$/, () => `,${members}}`),
  );
}

/** Expected verdicts if both entries are wrong. v1a is verified first. */
export const bothInvalid = expectPerPolicy("invalid-v1a", "invalid-v1");

/** Expected verdicts if one entry is wrong and the other right. */
export function only(version: Version, reason: Verdict): Readonly<Record<Policy, Verdict>> {
  return { v1: "ok", v1a: "ok", both: reason, [version]: reason };
}

/** Expected verdicts if each entry is wrong in its own way. */
export function expectPerPolicy(asymmetric: Verdict, symmetric: Verdict): Readonly<Record<Policy, Verdict>> {
  return { v1: symmetric, v1a: asymmetric, both: asymmetric };
}
