import { type KeyObject, createHmac, timingSafeEqual, verify as verifyWith } from "node:crypto";
import type { Citations } from "../model/citations.ts";
import type { Entry } from "../../contracts/signatures/index.ts";

/** What deliveries are verified with: entries of the kinds that there is a key for are required. */
export interface Keys {
  /** The webhook's signing secret, for v1. */
  readonly secret?: string;
  /** The organization's public key, for v1a. */
  readonly publicKey?: KeyObject;
}

export interface DiagnosisOptions extends Keys {
  /** At what time it is judged, in milliseconds since 1970. */
  readonly now: number;
  readonly toleranceSeconds: number;
  /** Cites clauses in hints. Default: none is cited. */
  readonly profile?: Citations;
  /** The organization whose public key it is, where that is known. */
  readonly keyOrganization?: string;
}

/** One entry of webhook-signature, as it stands there. */
export interface WrittenEntry {
  /** What stands before the comma: "v1a", "v1" or another one. */
  readonly kind: string;
  readonly text: string;
  /** Its bytes, where it is base64 as it should be written. */
  readonly signature?: Uint8Array;
}

/** How long the signatures are, in bytes. */
export const lengths: Readonly<Record<Entry, number>> = { v1a: 64, v1: 32 };

export function entriesOf(header: string): readonly WrittenEntry[] {
  return header
    .split(" ")
    .filter((text) => text !== "")
    .map((written) => {
      const at = written.indexOf(",");
      const [kind, text] = at < 0 ? ["", written] : [written.slice(0, at), written.slice(at + 1)];
      const bytes = Buffer.from(text, "base64");
      return { kind, text, ...(bytes.toString("base64") === text && { signature: bytes }) };
    });
}

export function isEntry(kind: string): kind is Entry {
  return kind === "v1a" || kind === "v1";
}

/** The key that entries of a kind are verified with. */
export function keyFor(kind: Entry, keys: Keys): string | KeyObject | undefined {
  return kind === "v1" ? keys.secret : keys.publicKey;
}

/**
 * Whether a signature is one over this content, whatever that is: to recognise what else than the right one was
 * signed, which is nothing that a verifier may ask.
 */
export function isOver(content: Uint8Array, kind: Entry, signature: Uint8Array, keys: Keys): boolean {
  if (signature.length !== lengths[kind]) return false;
  const { secret, publicKey } = keys;
  if (kind === "v1a") return publicKey !== undefined && verifyWith(null, content, publicKey, signature);
  if (secret === undefined) return false;
  const bytes = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return timingSafeEqual(createHmac("sha256", bytes).update(content).digest(), signature);
}
