import { type KeyObject, createHmac, sign } from "node:crypto";
import type { Reason } from "../../../contracts/signatures/index.ts";
import type { Materials, Policy } from "./vector.ts";
import type { Verdict, WireDelivery } from "../../deliveries/delivery.ts";

/** Versions of entries. A receiver that verifies both never looks at one where the other is wrong. */
export const versions = ["v1a", "v1"] as const;

export type Version = (typeof versions)[number];

/** In seconds. */
export const DAY = 86_400;

/**
 * What a delivery is signed over and with. Vectors sign by hand, since `sign` makes nothing that is wrong,
 * and a fault in it would be in the vectors, too.
 */
export interface Parts {
  readonly id: string;
  readonly timestamp: string;
  readonly body: Uint8Array;
  readonly secret: string;
  readonly privateKey: KeyObject;
}

/** Parts of a delivery that is signed now; all that is not said as the platform has it. */
export function partsOf(materials: Materials, said: Partial<Parts> = {}): Parts {
  const { id, now, body, secret, privateKey } = materials;
  return { id, timestamp: String(now), body, secret, privateKey, ...said };
}

/** Signed content of a delivery. */
export function contentOf({ id, timestamp, body }: Parts): Uint8Array {
  return Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
}

/** The entry made with the organization's key. */
export function v1a(parts: Parts): string {
  return ed25519Entry(contentOf(parts), parts.privateKey);
}

/** The entry made with the webhook's secret. */
export function v1(parts: Parts): string {
  return hmacEntry(contentOf(parts), keyOf(parts.secret));
}

/** A v1a entry over anything. */
export function ed25519Entry(content: Uint8Array, privateKey: KeyObject): string {
  return `v1a,${sign(null, content, privateKey).toString("base64")}`;
}

/** A v1 entry over anything, made with any key, or by another hash. */
export function hmacEntry(content: Uint8Array, key: Uint8Array, hash = "sha256"): string {
  return `v1,${createHmac(hash, key).update(content).digest("base64")}`;
}

/** The bytes of a signing secret. */
export function keyOf(secret: string): Uint8Array {
  return Buffer.from(secret.replace("whsec_", ""), "base64");
}

/** What stands behind the comma of an entry. */
export function base64Of(entry: string): string {
  return entry.slice(entry.indexOf(",") + 1);
}

/** A delivery with the entries that it should have, or others. */
export function delivery(parts: Parts, entries: readonly string[] = [v1a(parts), v1(parts)]): WireDelivery {
  return {
    headers: [
      ["content-type", "application/json"],
      ["webhook-id", parts.id],
      ["webhook-timestamp", parts.timestamp],
      ["webhook-signature", entries.join(" ")],
    ],
    body: parts.body,
  };
}

/** A genuine delivery, of which something is said; it is signed as it is. */
export function genuine(materials: Materials, said: Partial<Parts> = {}): WireDelivery {
  return delivery(partsOf(materials, said));
}

/** A genuine delivery that somebody changed on its way: its signatures are those of what it was. */
export function tampered(
  materials: Materials,
  changed: Partial<Pick<Parts, "id" | "timestamp" | "body">>,
  signed: Partial<Parts> = {},
): WireDelivery {
  const parts = partsOf(materials, signed);
  return delivery({ ...parts, ...changed }, [v1a(parts), v1(parts)]);
}

/** A genuine delivery whose entries were changed. */
export function withEntries(
  materials: Materials,
  change: (v1a: string, v1: string) => readonly string[],
): WireDelivery {
  const parts = partsOf(materials);
  return delivery(parts, change(v1a(parts), v1(parts)));
}

/** A genuine delivery of which one signature's base64 was changed. */
export function withText(materials: Materials, version: Version, change: (text: string) => string): WireDelivery {
  return withEntries(materials, (...both) =>
    both.map((entry) => (entry.startsWith(`${version},`) ? `${version},${change(base64Of(entry))}` : entry)),
  );
}

/** A genuine delivery of which one signature's bytes were changed. */
export function withBytes(materials: Materials, version: Version, change: (bytes: Buffer) => Uint8Array): WireDelivery {
  const changed = (text: string): string => Buffer.from(change(Buffer.from(text, "base64"))).toString("base64");
  return withText(materials, version, changed);
}

/** What is expected where both entries are wrong: v1a is verified first. */
export const bothInvalid = each("invalid-v1a", "invalid-v1");

/** What is expected where one entry is wrong, and the other right. */
export function only(version: Version, reason: Reason): Readonly<Record<Policy, Verdict>> {
  return { v1: "ok", v1a: "ok", both: reason, [version]: reason };
}

/** What is expected where each is wrong in a way of its own. */
export function each(asymmetric: Reason, symmetric: Reason): Readonly<Record<Policy, Verdict>> {
  return { v1: symmetric, v1a: asymmetric, both: asymmetric };
}
