import { createHmac, timingSafeEqual, verify as verifyWith } from "node:crypto";
import { decodeBase64 } from "./base64.ts";
import { isMessageId, requireBytes, signedContent } from "./content.ts";
import { type ReceivedHeaders, headersOf } from "./headers.ts";
import { type SignatureKey, readPublicKey, secretKey } from "./keys.ts";
import type { Reason } from "./reasons.ts";

/** A kind of entry in webhook-signature: with the organization's key, or with the webhook's secret. */
export type Entry = "v1a" | "v1";

export interface Verification {
  /** The headers as they were received, in any case. */
  readonly headers: ReceivedHeaders;
  /** The body as it was received: before anything parsed it. */
  readonly body: Uint8Array;
  /** The webhook's signing secret ("whsec_…"), for the v1 entry. */
  readonly secret?: string;
  /** The organization's public key, for the v1a entry. */
  readonly publicKey?: SignatureKey;
  /** What time it is, in milliseconds since 1970. */
  readonly now: number;
  /** By how much the timestamp may differ from it. */
  readonly toleranceSeconds?: number;
  /**
   * Which entries must be there: those that there is a key for, if not said. One that need not be there
   * must still verify where it is.
   */
  readonly require?: readonly Entry[];
}

/** Whether a delivery is what it says, or the first reason why it is not. */
export type Verified = { readonly ok: true } | { readonly ok: false; readonly reason: Reason };

/** §5.3.8: assumed where a receiver does not say otherwise. */
const TOLERANCE_SECONDS = 300;

/** How long the signatures are, in bytes. */
const lengths: Readonly<Record<Entry, number>> = { v1a: 64, v1: 32 };

/** Verifies a delivery in the recommended order: its timestamp, then v1a, then v1 (§5.3.8). */
export function verify(verification: Verification): Verified {
  const { body, secret, publicKey, now, toleranceSeconds = TOLERANCE_SECONDS } = verification;
  requireBytes("verify", body);
  if (!Number.isFinite(now)) throw new TypeError(`Cannot verify at the time "${now}"`);
  if (!(toleranceSeconds >= 0)) throw new TypeError(`Cannot tolerate "${toleranceSeconds}" seconds`);
  const checks: Readonly<Record<Entry, Check | undefined>> = {
    v1a: publicKey === undefined ? undefined : asymmetric(publicKey),
    v1: secret === undefined ? undefined : symmetric(secret),
  };
  const required = requiredEntries(checks, verification.require);

  const headers = headersOf(verification.headers);
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
  const given = signature.split(" ");
  for (const entry of ["v1a", "v1"] as const) {
    const check = checks[entry];
    const reason = check && faultOf(entry, check, { given, content, isRequired: required.includes(entry) });
    if (reason) return { ok: false, reason };
  }
  return { ok: true };
}

/** Whether a time of these years was given in seconds: in milliseconds it is one of 1970 to 1973, which no delivery is of. */
function isSeconds(now: number): boolean {
  return now >= 1e9 && now < 1e11;
}

type Check = (content: Uint8Array, signature: Uint8Array) => boolean;

function asymmetric(key: SignatureKey): Check {
  const read = readPublicKey(key);
  return (content, signature) => verifyWith(null, content, read, signature);
}

function symmetric(secret: string): Check {
  const key = secretKey(secret);
  return (content, signature) => timingSafeEqual(createHmac("sha256", key).update(content).digest(), signature);
}

function requiredEntries(
  checks: Readonly<Record<Entry, Check | undefined>>,
  said: readonly Entry[] | undefined,
): readonly Entry[] {
  const possible = (["v1a", "v1"] as const).filter((entry) => checks[entry]);
  if (possible.length === 0) throw new TypeError("Cannot verify with nothing: give a secret, a public key, or both");
  if (said !== undefined && !Array.isArray(said))
    throw new TypeError(`Cannot require "${String(said)}": give a list, such as ["v1"]`);
  if (said?.length === 0) throw new TypeError("Cannot require no entry: then nothing would be verified");
  const without = said?.find((entry) => !possible.includes(entry));
  if (without !== undefined)
    throw new TypeError(`Cannot require "${without}" without ${without === "v1" ? "the secret" : "the public key"}`);
  return said ?? possible;
}

/** What is wrong with the entries of a kind: while keys are changed there may be several, and one must verify. */
function faultOf(
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
    return bytes?.length === lengths[entry] ? [bytes] : [];
  });
  if (signatures.length === 0) return "malformed-signature";
  return signatures.some((signature) => check(content, signature)) ? undefined : `invalid-${entry}`;
}
