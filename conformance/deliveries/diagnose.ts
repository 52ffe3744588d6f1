import { omitUndefined } from "../../contracts/index.ts";
import { type Reason, verify } from "../../contracts/signatures/index.ts";
import { type Verdict, type SavedDelivery, listHeaderValues } from "./delivery.ts";
import {
  type DiagnosisOptions,
  type Keys,
  type WrittenEntry,
  parseSignatureEntries,
  isSignatureEntry,
  isSignatureOver,
  selectEntryKey,
  signatureLengths,
} from "./entries.ts";
import { counted } from "../model/counted.ts";
import { listHints } from "./hints/hints.ts";
import { durationText, timeText } from "./times.ts";

/** Result of one verification step. */
export interface Step {
  /** "webhook-id", "webhook-timestamp", "v1a entry" and so on. */
  readonly what: string;
  /** Absent if the step was not judged. */
  readonly holds?: boolean;
  /** Result as text. */
  readonly text: string;
}

/** Result of verifying a delivery. */
export interface Diagnosis {
  readonly verdict: Verdict;
  /** Steps in the order of a verifier, including those after the first failure. */
  readonly steps: readonly Step[];
  /** Probable mistakes with their remedies, as sentences. */
  readonly hints: readonly string[];
}

/** Verifies a delivery step by step. */
export function diagnose(delivery: SavedDelivery, options: DiagnosisOptions): Diagnosis {
  const { secret, publicKey, now, toleranceSeconds } = options;
  const verified = verify(
    omitUndefined({
      headers: delivery.headers,
      body: delivery.body,
      now,
      toleranceSeconds,
      secret,
      publicKey,
    }),
  );
  const verdict = verified.ok ? "ok" : verified.reason;
  const steps = [
    headerStep(delivery, "webhook-id", idStep),
    headerStep(delivery, "webhook-timestamp", (text) => timestampStep(text, options)),
    ...(listHeaderValues(delivery, "webhook-signature").length === 1
      ? entrySteps(delivery, options)
      : [headerStep(delivery, "webhook-signature", () => ({ text: "" }))]),
  ];
  return { verdict, steps, hints: verdict === "ok" ? [] : listHints(delivery, verdict, options) };
}

function headerStep(delivery: SavedDelivery, what: string, judge: (text: string) => Omit<Step, "what">): Step {
  const [value, ...others] = listHeaderValues(delivery, what);
  if (!value) return { what, holds: false, text: value === undefined ? "is not there" : "is empty" };
  if (others.length > 0) return { what, holds: false, text: `is sent ${others.length + 1} times` };
  return { what, ...judge(value) };
}

function idStep(id: string): Omit<Step, "what"> {
  const isMalformed = findHeaderReason({ id }) === "malformed-id";
  return { holds: !isMalformed, text: isMalformed ? `${id}, which is not "msg_" and characters without a dot` : id };
}

function timestampStep(text: string, { now, toleranceSeconds }: DiagnosisOptions): Omit<Step, "what"> {
  if (findHeaderReason({ timestamp: text }) === "malformed-timestamp")
    return { holds: false, text: `${text}, which is not a whole number of seconds` };
  const age = Math.floor(now / 1000) - Number(text);
  const place =
    age === 0 ? "the same second" : `${durationText(Math.abs(age))} ${age > 0 ? "before" : "after"} it was judged`;
  return {
    holds: Math.abs(age) <= toleranceSeconds,
    text: `${text} (${timeText(Number(text) * 1000)}), ${place}; ${toleranceSeconds} s are tolerated`,
  };
}

/** Reason to refuse a header, if all others are right. */
function findHeaderReason({ id = "msg_1", timestamp = "1" }): Reason | undefined {
  const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": "v1," };
  const verified = verify({ headers, body: new Uint8Array(), secret: "whsec_AAAA", now: 0 });
  return verified.ok ? undefined : verified.reason;
}

function entrySteps(delivery: SavedDelivery, keys: Keys): readonly Step[] {
  const entries = parseSignatureEntries(listHeaderValues(delivery, "webhook-signature")[0] ?? "");
  const content = joinSignedContent(delivery);
  const missing = (["v1a", "v1"] as const).filter(
    (kind) => selectEntryKey(kind, keys) !== undefined && !entries.some((entry) => entry.kind === kind),
  );
  return [
    ...entries.map((entry) => entryStep(entry, content, keys)),
    ...missing.map((kind): Step => ({ what: `${kind} entry`, holds: false, text: "is not there" })),
  ];
}

function entryStep(entry: WrittenEntry, content: Uint8Array | undefined, keys: Keys): Step {
  const { kind, signature } = entry;
  const what = kind === "" ? "an entry" : `${kind} entry`;
  if (!isSignatureEntry(kind)) return { what, text: "of an unknown kind, and ignored" };
  if (signature?.length !== signatureLengths[kind]) {
    const found = signature ? counted(signature.length, "byte") : "not valid base64";
    return { what, holds: false, text: `${found}, expected ${signatureLengths[kind]} bytes in base64` };
  }
  const [owner, name] = kind === "v1" ? ["webhook's", "secret"] : ["organization's", "public key"];
  if (selectEntryKey(kind, keys) === undefined) return { what, text: `not verified: no ${name} was given` };
  if (!content) return { what, text: "not verified: there is not one id and one timestamp" };
  const holds = isSignatureOver(content, kind, signature, keys);
  const key = kind === "v1" ? "secret" : "key";
  return {
    what,
    holds,
    text: `${holds ? "made" : "not made"} with the ${owner} ${key} over this id, timestamp and body`,
  };
}

/** Signed content. Undefined if a header is missing or repeated. */
function joinSignedContent(delivery: SavedDelivery): Uint8Array | undefined {
  const [id, ...ids] = listHeaderValues(delivery, "webhook-id");
  const [timestamp, ...timestamps] = listHeaderValues(delivery, "webhook-timestamp");
  if (id === undefined || timestamp === undefined || ids.length + timestamps.length > 0) return undefined;
  return Buffer.concat([Buffer.from(`${id}.${timestamp}.`), delivery.body]);
}
