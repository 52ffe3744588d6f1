import { type KeyObject, createHmac, sign } from "node:crypto";
import type { Reason } from "../../../contracts/signatures/index.ts";
import type { Materials, Policy } from "./vector.ts";
import type { Verdict, WireDelivery } from "../../deliveries/delivery.ts";

/** Versions of signature entries. A receiver that verifies both may skip the second after a failure of the first. */
export const versions = ["v1a", "v1"] as const;

export type Version = (typeof versions)[number];

/** Seconds of a day. */
export const DAY = 86_400;

/**
 * Content and keys of a signature. Vectors do not use `sign`, because it cannot make invalid signatures, and a bug in
 * it would be in the vectors, too.
 */
export interface Parts {
  readonly id: string;
  readonly timestamp: string;
  readonly body: Uint8Array;
  readonly secret: string;
  readonly privateKey: KeyObject;
}

/** Parts of a delivery that is signed now. Default: as the platform signs it. */
export function partsOf(materials: Materials, said: Partial<Parts> = {}): Parts {
  const { id, now, body, secret, privateKey } = materials;
  return { id, timestamp: String(now), body, secret, privateKey, ...said };
}

/** Signed content of a delivery. */
export function contentOf({ id, timestamp, body }: Parts): Uint8Array {
  return Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
}

/** Entry made with the organization's key. */
export function v1a(parts: Parts): string {
  return ed25519Entry(contentOf(parts), parts.privateKey);
}

/** Entry made with the webhook's secret. */
export function v1(parts: Parts): string {
  return hmacEntry(contentOf(parts), keyOf(parts.secret));
}

/** A v1a entry over any content. */
export function ed25519Entry(content: Uint8Array, privateKey: KeyObject): string {
  return `v1a,${sign(null, content, privateKey).toString("base64")}`;
}

/** A v1 entry over any content, with any key and hash. */
export function hmacEntry(content: Uint8Array, key: Uint8Array, hash = "sha256"): string {
  return `v1,${createHmac(hash, key).update(content).digest("base64")}`;
}

/** Bytes of a signing secret. */
export function keyOf(secret: string): Uint8Array {
  return Buffer.from(secret.replace("whsec_", ""), "base64");
}

/** Base64 text after the comma of an entry. */
export function base64Of(entry: string): string {
  return entry.slice(entry.indexOf(",") + 1);
}

/** Delivery with its genuine entries, or with others. */
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

/** Genuine delivery with some parts given. */
export function genuineDelivery(materials: Materials, said: Partial<Parts> = {}): WireDelivery {
  return delivery(partsOf(materials, said));
}

/** Genuine delivery that was changed after signing. */
export function tamperedDelivery(
  materials: Materials,
  changed: Partial<Pick<Parts, "id" | "timestamp" | "body">>,
  signed: Partial<Parts> = {},
): WireDelivery {
  const parts = partsOf(materials, signed);
  return delivery({ ...parts, ...changed }, [v1a(parts), v1(parts)]);
}

/** Genuine delivery with changed entries. */
export function withEntries(
  materials: Materials,
  change: (v1a: string, v1: string) => readonly string[],
): WireDelivery {
  const parts = partsOf(materials);
  return delivery(parts, change(v1a(parts), v1(parts)));
}

/** Genuine delivery with the base64 text of one signature changed. */
export function withText(materials: Materials, version: Version, change: (text: string) => string): WireDelivery {
  return withEntries(materials, (...both) =>
    both.map((entry) => (entry.startsWith(`${version},`) ? `${version},${change(base64Of(entry))}` : entry)),
  );
}

/** Genuine delivery with the bytes of one signature changed. */
export function withBytes(materials: Materials, version: Version, change: (bytes: Buffer) => Uint8Array): WireDelivery {
  const changed = (text: string): string => Buffer.from(change(Buffer.from(text, "base64"))).toString("base64");
  return withText(materials, version, changed);
}

/** Expected verdicts if both entries are wrong. v1a is verified first. */
export const bothInvalid = each("invalid-v1a", "invalid-v1");

/** Expected verdicts if one entry is wrong and the other right. */
export function only(version: Version, reason: Reason): Readonly<Record<Policy, Verdict>> {
  return { v1: "ok", v1a: "ok", both: reason, [version]: reason };
}

/** Expected verdicts if each entry is wrong in its own way. */
export function each(asymmetric: Verdict, symmetric: Verdict): Readonly<Record<Policy, Verdict>> {
  return { v1: symmetric, v1a: asymmetric, both: asymmetric };
}
