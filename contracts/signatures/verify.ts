import { createHmac, timingSafeEqual, verify as verifyWith } from "node:crypto";
import { decodeBase64 } from "./base64.ts";
import { isMessageId, requireBytes, signedContent } from "./signed-content.ts";
import { type ReceivedHeaders, readSignatureHeaders } from "./received-headers.ts";
import { type SignatureKey, readPublicKey, secretKey } from "./keys.ts";
import type { Reason } from "./reasons.ts";

/** Kind of entry in webhook-signature: v1a is signed with the organization's key, v1 with the webhook's secret. */
export type Entry = "v1a" | "v1";

export interface Verification {
  /** Headers as received, with names in any case. */
  readonly headers: ReceivedHeaders;
  /** Raw body as received, before parsing. */
  readonly body: Uint8Array;
  /** Signing secret of the webhook ("whsec_…"), for the v1 entry. */
  readonly secret?: string;
  /** Public key of the organization, for the v1a entry. */
  readonly publicKey?: SignatureKey;
  /** Current time, in milliseconds since 1970. */
  readonly now: number;
  /** Maximum difference between the timestamp and `now`. */
  readonly toleranceSeconds?: number;
  /**
   * Entries that must be present. The default is all entries that a key is given for. An optional entry must still
   * verify if it is present.
   */
  readonly require?: readonly Entry[];
}

/** Result: verified, or the first reason why not. */
export type Verified = { readonly ok: true } | { readonly ok: false; readonly reason: Reason };

/** Default tolerance. */
const TOLERANCE_SECONDS = 300;

/** Length of the signatures, in bytes. */
const lengths: Readonly<Record<Entry, number>> = { v1a: 64, v1: 32 };

/** Verifies a delivery in the recommended order: its timestamp, then v1a, then v1. */
export function verifyDelivery(verification: Verification): Verified {
  const { body, secret, publicKey, now, toleranceSeconds = TOLERANCE_SECONDS } = verification;
  requireBytes("verify", body);
  if (!Number.isFinite(now)) throw new TypeError(`Cannot verify at the time "${now}"`);
  if (!(toleranceSeconds >= 0)) throw new TypeError(`Cannot tolerate "${toleranceSeconds}" seconds`);
  const checks: Readonly<Record<Entry, Check | undefined>> = {
    v1a: publicKey === undefined ? undefined : ed25519Check(publicKey),
    v1: secret === undefined ? undefined : hmacCheck(secret),
  };
  const required = requiredEntries(checks, verification.require);

  const headers = readSignatureHeaders(verification.headers);
  if ("reason" in headers) return { ok: false, reason: headers.reason };
  const { id, timestamp, signature } = headers;
  if (!isMessageId(id)) return { ok: false, reason: "malformed-id" };
  if (!/^(0|[1-9]\d{0,14})$/.test(timestamp)) return { ok: false, reason: "malformed-timestamp" };
  const age = Math.floor(now / 1000) - Number(timestamp);
  if (isSeconds(now) && Math.abs(now - Number(timestamp)) < Math.abs(age))
    throw new TypeError(`Cannot verify at the time "${now}": that is seconds, and it must be milliseconds since 1970`);
  if (age > toleranceSeconds) return { ok: false, reason: "timestamp-too-old" };
  if (-age > toleranceSeconds) return { ok: false, reason: "timestamp-too-new" };

  const content = signedContent(id, timestamp, body);
  const receivedEntries = signature.split(" ");
  for (const entry of ["v1a", "v1"] as const) {
    const check = checks[entry];
    const reason =
      check && failureReason(entry, check, { given: receivedEntries, content, isRequired: required.includes(entry) });
    if (reason) return { ok: false, reason };
  }
  return { ok: true };
}

/** Detects a time that was given in seconds: read as milliseconds it is in 1970 to 1973, before any delivery. */
function isSeconds(now: number): boolean {
  return now >= 1e9 && now < 1e11;
}

type Check = (content: Uint8Array, signature: Uint8Array) => boolean;

function ed25519Check(key: SignatureKey): Check {
  const read = readPublicKey(key);
  return (content, signature) => verifyWith(null, content, read, signature);
}

function hmacCheck(secret: string): Check {
  const key = secretKey(secret);
  return (content, signature) => timingSafeEqual(createHmac("sha256", key).update(content).digest(), signature);
}

function requiredEntries(
  checks: Readonly<Record<Entry, Check | undefined>>,
  requested: readonly Entry[] | undefined,
): readonly Entry[] {
  const possible = (["v1a", "v1"] as const).filter((entry) => checks[entry]);
  if (possible.length === 0) throw new TypeError("Cannot verify with nothing: give a secret, a public key, or both");
  if (requested !== undefined && !Array.isArray(requested))
    throw new TypeError(`Cannot require "${String(requested)}": give a list, such as ["v1"]`);
  if (requested?.length === 0) throw new TypeError("Cannot require no entry: then nothing would be verified");
  const unverifiable = requested?.find((entry) => !possible.includes(entry));
  if (unverifiable !== undefined)
    throw new TypeError(
      `Cannot require "${unverifiable}" without ${unverifiable === "v1" ? "the secret" : "the public key"}`,
    );
  return requested ?? possible;
}

/**
 * Reason why no entry of a kind verifies. During a key rotation, a delivery can have several entries of a kind, of
 * which one must verify.
 */
function failureReason(
  entry: Entry,
  check: Check,
  {
    given,
    content,
    isRequired,
  }: { readonly given: readonly string[]; readonly content: Uint8Array; readonly isRequired: boolean },
): Reason | undefined {
  const texts = given.filter((text) => text.startsWith(`${entry},`)).map((text) => text.slice(entry.length + 1));
  if (texts.length === 0) return isRequired ? "missing-entry" : undefined;
  const signatures = texts.flatMap((text) => {
    const bytes = decodeBase64(text);
    if (bytes?.length === lengths[entry]) return [bytes];
    return [];
  });
  if (signatures.length === 0) return "malformed-signature";
  if (signatures.some((signature) => check(content, signature))) return undefined;
  return `invalid-${entry}`;
}
