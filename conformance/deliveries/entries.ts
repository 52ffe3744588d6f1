import { type KeyObject, createHmac, timingSafeEqual, verify as verifyWith } from "node:crypto";
import type { Citations } from "../model/citations.ts";
import type { Entry } from "../../contracts/signatures/index.ts";

/** Keys for verifying. The entry of each given key is required. */
export interface Keys {
  /** Signing secret of the webhook, for v1. */
  readonly secret?: string;
  /** Public key of the organization, for v1a. */
  readonly publicKey?: KeyObject;
}

export interface DiagnosisOptions extends Keys {
  /** Time of verification in milliseconds since 1970. */
  readonly now: number;
  readonly toleranceSeconds: number;
  /** Cites clauses in hints. Default: none is cited. */
  readonly profile?: Citations;
  /** Organization of the public key, if known. */
  readonly keyOrganization?: string;
}

/** Entry of webhook-signature, as written. */
export interface WrittenEntry {
  /** Text before the comma: "v1a", "v1" or another. */
  readonly kind: string;
  readonly text: string;
  /** Decoded bytes, if the text is canonical base64. */
  readonly signature?: Uint8Array;
}

/** Lengths of the signatures in bytes. */
export const signatureLengths: Readonly<Record<Entry, number>> = { v1a: 64, v1: 32 };

export function parseSignatureEntries(header: string): readonly WrittenEntry[] {
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

export function isSignatureEntry(kind: string): kind is Entry {
  return kind === "v1a" || kind === "v1";
}

/** Key that verifies entries of a kind. */
export function selectEntryKey(kind: Entry, keys: Keys): string | KeyObject | undefined {
  if (kind === "v1") return keys.secret;
  return keys.publicKey;
}

/** True if a signature is over the content. Used to recognise wrongly signed content; a verifier must not do this. */
export function isSignatureOver(content: Uint8Array, kind: Entry, signature: Uint8Array, keys: Keys): boolean {
  if (signature.length !== signatureLengths[kind]) return false;
  const { secret, publicKey } = keys;
  if (kind === "v1a") return publicKey !== undefined && verifyWith(null, content, publicKey, signature);
  if (secret === undefined) return false;
  const bytes = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return timingSafeEqual(createHmac("sha256", bytes).update(content).digest(), signature);
}
