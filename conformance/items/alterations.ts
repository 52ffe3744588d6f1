import { type Json, isObject, joinPointer } from "../../contracts/index.ts";
import { canonicalJson } from "../../contracts/generate/index.ts";
import { type Difference, shortText } from "./difference.ts";

/** Maximum relative error of a number stored as a 32-bit float. */
const MAX_FLOAT_ERROR = 2 ** -23;
/** Maximum error of an amount that is rounded to two decimal places. */
const MAX_ROUNDING_ERROR = 0.005;
/** Matches a duration of ISO 8601, such as "P1D". */
const duration = /^P[\dTYMWDHS.]+$/i;
const SECOND_MS = 1000;
/** Tolerance for times in whole minutes, because calendars do not store seconds. */
const MINUTE_MS = 60 * SECOND_MS;

/**
 * Differences between sent and shown values that normalisation cannot explain. Providers may trim, change case, reformat
 * numbers, times and addresses, sort arrays, remove duplicates and mask secrets. None of that is a fault, because no
 * contract rules it out.
 */
export function findAlterations(sent: Json, shown: Json, pointer = ""): readonly Difference[] {
  if (isObject(sent) && isObject(shown))
    return Object.entries(sent).flatMap(([name, value]) =>
      Object.hasOwn(shown, name) ? findAlterations(value as Json, shown[name] as Json, joinPointer(pointer, name)) : [],
    );
  if (hasNoAlteration(sent, shown)) return [];
  return [{ pointer, expected: shortText(sent), got: shortText(shown) }];
}

/** True if there is no alteration. Quicker, because it describes none. */
function hasNoAlteration(sent: Json, shown: Json): boolean {
  if (sent === shown) return true;
  if (isObject(sent) && isObject(shown)) {
    for (const name of Object.keys(sent))
      if (Object.hasOwn(shown, name) && !hasNoAlteration(sent[name] as Json, shown[name] as Json)) return false;
    return true;
  }
  if (Array.isArray(sent) && Array.isArray(shown))
    return areAlikeLists(sent as readonly Json[], shown as readonly Json[]);
  return isAlikeValue(sent, shown);
}

/** First difference that normalisation cannot explain. */
export function firstAlteration(sent: Json, shown: Json): Difference | undefined {
  return findAlterations(sent, shown)[0];
}

/** True if every sent item is shown. Arrays of objects with different lengths pass, because a provider may merge objects. */
function areAlikeLists(sent: readonly Json[], shown: readonly Json[]): boolean {
  const hasObjects = sent.some((item) => typeof item === "object" && item !== null);
  if (hasObjects && sent.length !== shown.length) return true;
  // Most providers show the items in their order.
  return sent.every(
    (item, index) =>
      (index < shown.length && hasNoAlteration(item, shown[index] as Json)) ||
      isVoid(item) ||
      shown.some((other) => hasNoAlteration(item, other)),
  );
}

function isAlikeValue(sent: Json, shown: Json): boolean {
  if (canonicalJson(sent) === canonicalJson(shown)) return true;
  // A provider may show a default for null, and null for an empty value.
  if (sent === null) return shown !== "";
  if (shown === null) return isVoid(sent);
  if (typeof sent === "string" && typeof shown === "string") return areAlikeTexts(sent, shown);
  if (isComparableScalar(sent) && isComparableScalar(shown)) return areAlikeNumbers(Number(sent), Number(shown));
  // The schema check judges a change of type.
  return true;
}

function isVoid(value: Json): boolean {
  return value === null || value === "" || (typeof value === "string" && foldedText(value) === "");
}

/** True for values that many responses omit: null, false, empty strings, arrays and objects. */
export function isEmptyValue(value: Json): boolean {
  return isVoid(value) || value === false || (typeof value === "object" && Object.keys(value as object).length === 0);
}

function isComparableScalar(value: Json): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function areAlikeNumbers(sent: number, shown: number): boolean {
  if (Number.isNaN(sent) || Number.isNaN(shown)) return false;
  if (Math.abs(sent) > Number.MAX_SAFE_INTEGER) return true;
  const distance = Math.abs(sent - shown);
  const mayRound = !Number.isInteger(sent * 100);
  return (
    distance <= MAX_FLOAT_ERROR * Math.max(Math.abs(sent), Number.MIN_VALUE) ||
    (mayRound && distance <= MAX_ROUNDING_ERROR)
  );
}

function areAlikeTexts(sent: string, shown: string): boolean {
  // Providers sanitize markup characters and unusual Unicode in many ways.
  if (/[<>&]|\p{Cc}|\p{Cs}|\p{Co}|\p{Cn}/u.test(sent) || isMask(shown)) return true;
  if (foldedText(sent) === "" || foldedText(sent) === foldedText(shown)) return true;
  if (startsWithDateTime(sent) && startsWithDateTime(shown))
    return Math.abs(Date.parse(sent) - Date.parse(shown)) < (isWholeMinute(shown) ? MINUTE_MS : SECOND_MS);
  return areAlikeAddresses(sent, shown);
}

/** Text without spaces, combining marks, case and invisible characters. */
export function foldedText(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}\s\p{Z}]/gu, "")
    .toLowerCase()
    .toUpperCase();
}

/** True if a text masks a secret. */
function isMask(text: string): boolean {
  return /[*•●…]|x{3,}/i.test(text);
}

function startsWithDateTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}|$)/.test(text);
}

function isWholeMinute(text: string): boolean {
  return Date.parse(text) % MINUTE_MS === 0;
}

/** True for the same URL, phone number or code, compared by letters and digits, and for any two durations. */
function areAlikeAddresses(sent: string, shown: string): boolean {
  // "P1D" may be shown as "PT24H".
  if (duration.test(sent)) return duration.test(shown);
  return isAddress(sent) && foldToLetters(url(sent)) === foldToLetters(url(shown));
}

function isAddress(text: string): boolean {
  if (/^[a-z][a-z0-9+.-]*:|^\+?[\d\s()./-]+$/i.test(text)) return true;
  // A colon or @ counts if a dot or colon follows in the same line: "user@example.com", "host:80.".
  return (text.match(/[:@].*/g) ?? []).some((rest) => /[.:]/.test(rest.slice(1)));
}

function url(text: string): string {
  return URL.parse(text)?.href ?? text;
}

function foldToLetters(text: string): string {
  return foldedText(text).replaceAll(/[^\p{L}\p{N}]/gu, "");
}
