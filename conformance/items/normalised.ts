import { type Json, isObject, joinPointer } from "../../contracts/index.ts";
import { canonicalJson } from "../../contracts/generate/index.ts";
import { type Difference, shortText } from "./difference.ts";

/** The share of a number that is lost at most where numbers are kept in four bytes. */
const SMALL = 2 ** -23;
/** Amounts are rounded to two places, where their contract does not say so. */
const CENT = 0.005;
const SECOND_MS = 1000;
/** Calendars keep no seconds. */
const MINUTE_MS = 60 * SECOND_MS;

/**
 * The first place in which an answer shows what no normalising makes of what was sent. Providers trim, change case,
 * write numbers, times and addresses in another form, sort lists and take out what is there twice, and show masks in
 * place of secrets: none of that is a fault, since no contract says that it is not done.
 */
export function alterationsIn(sent: Json, shown: Json, pointer = ""): readonly Difference[] {
  if (isObject(sent) && isObject(shown))
    return Object.entries(sent).flatMap(([name, value]) =>
      Object.hasOwn(shown, name) ? alterationsIn(value as Json, shown[name] as Json, joinPointer(pointer, name)) : [],
    );
  const isAlike =
    Array.isArray(sent) && Array.isArray(shown)
      ? areAlikeLists(sent as readonly Json[], shown as readonly Json[])
      : isAlikeValue(sent, shown);
  return isAlike ? [] : [{ pointer, expected: shortText(sent), got: shortText(shown) }];
}

/** The first of them. */
export function alteredIn(sent: Json, shown: Json): Difference | undefined {
  return alterationsIn(sent, shown)[0];
}

/** Whether all that was sent is there. Objects may have been put together: of lists of other lengths they tell nothing. */
function areAlikeLists(sent: readonly Json[], shown: readonly Json[]): boolean {
  const hasObjects = sent.some((item) => typeof item === "object" && item !== null);
  if (hasObjects && sent.length !== shown.length) return true;
  return sent.every((item) => isVoid(item) || shown.some((other) => alteredIn(item, other) === undefined));
}

function isAlikeValue(sent: Json, shown: Json): boolean {
  if (canonicalJson(sent) === canonicalJson(shown)) return true;
  // Nothing may stand for a default, or the other way round; a list or an object may be what nothing is shown as.
  if (sent === null) return shown !== "";
  if (shown === null) return isVoid(sent);
  if (typeof sent === "string" && typeof shown === "string") return areAlikeTexts(sent, shown);
  if (isScalar(sent) && isScalar(shown)) return areAlikeNumbers(Number(sent), Number(shown));
  // Another type is another way to show it: the schema judges that.
  return true;
}

function isVoid(value: Json): boolean {
  return value === null || value === "" || (typeof value === "string" && folded(value) === "");
}

/** What is left out of many answers. */
export function isNothing(value: Json): boolean {
  return isVoid(value) || value === false || JSON.stringify(value).length === 2;
}

function isScalar(value: Json): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function areAlikeNumbers(sent: number, shown: number): boolean {
  if (Number.isNaN(sent) || Number.isNaN(shown)) return false;
  if (Math.abs(sent) > Number.MAX_SAFE_INTEGER) return true;
  const distance = Math.abs(sent - shown);
  const mayRound = !Number.isInteger(sent * 100);
  return distance <= SMALL * Math.max(Math.abs(sent), Number.MIN_VALUE) || (mayRound && distance <= CENT);
}

function areAlikeTexts(sent: string, shown: string): boolean {
  // What might be taken for markup, or cannot be stored everywhere, is cleaned in many ways.
  if (/[<>&]|\p{Cc}|\p{Cs}|\p{Co}|\p{Cn}/u.test(sent) || isMask(shown)) return true;
  if (folded(sent) === "" || folded(sent) === folded(shown)) return true;
  return isTime(sent) && isTime(shown)
    ? Math.abs(Date.parse(sent) - Date.parse(shown)) < (isWholeMinute(shown) ? MINUTE_MS : SECOND_MS)
    : areAlikeAddresses(sent, shown);
}

/** Without spaces, marks, case and invisible characters. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}\s\p{Z}]/gu, "")
    .toLowerCase()
    .toUpperCase();
}

/** Something is hidden. */
function isMask(text: string): boolean {
  return /[*•●…]|x{3,}/i.test(text);
}

function isTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}|$)/.test(text);
}

function isWholeMinute(text: string): boolean {
  return Date.parse(text) % MINUTE_MS === 0;
}

/** The same URL, phone number, code, duration: as far as letters and digits tell. */
function areAlikeAddresses(sent: string, shown: string): boolean {
  return isAddress(sent) && (/^P/i.test(sent) || lettersIn(url(sent)) === lettersIn(url(shown)));
}

function isAddress(text: string): boolean {
  if (/^[a-z][a-z0-9+.-]*:|^\+?[\d\s()./-]+$|^P[\dTYMWDHS.]+$/i.test(text)) return true;
  // A host, or a port, comes later in the same line: "user@example.com", "host:80.".
  return (text.match(/[:@].*/g) ?? []).some((rest) => /[.:]/.test(rest.slice(1)));
}

function url(text: string): string {
  return URL.parse(text)?.href ?? text;
}

function lettersIn(text: string): string {
  return folded(text).replaceAll(/[^\p{L}\p{N}]/gu, "");
}
