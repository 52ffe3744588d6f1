import {
  type Json,
  type JsonObject,
  toUtcDate,
  findRareNames,
  isObject,
  someObject,
  valueAt,
  omitUndefined,
} from "../../contracts/index.ts";

/** Keywords for the dates of a part. */
export type DateKeyword = "x-deprecated" | "x-published" | "x-sunset";

export const keywords: readonly DateKeyword[] = ["x-deprecated", "x-published", "x-sunset"];

/** Deprecation and dates of a node of a document. Days are YYYY-MM-DD. */
export interface Life {
  readonly deprecated: boolean;
  /** Day of the deprecation. */
  readonly since?: string;
  readonly sunset?: string;
  readonly published?: string;
  /** Keywords whose date cannot be read. */
  readonly unreadable: readonly DateKeyword[];
}

/** Pointers of parts without `deprecated`: GraphQL types and path items. A day is enough there. */
const unmarkable = /^$|^\/types\/[^/]+$|^\/paths\/[^/]+$/;

/** Reads `deprecated`, `x-deprecated`, `x-sunset` and `x-published` at a pointer of a document. */
export function readLifeAtPointer(document: JsonObject, pointer: string): Life {
  return readNodeLife(valueAt(document, pointer), unmarkable.test(pointer));
}

function readNodeLife(node: Json | undefined, isDayEnough: boolean): Life {
  if (!isObject(node)) return { deprecated: false, unreadable: [] };
  const [since, sunset, published] = [
    readLifeDate(node, "x-deprecated"),
    readLifeDate(node, "x-sunset"),
    readLifeDate(node, "x-published"),
  ];
  const unreadable = keywords.filter((keyword) => isUnreadable(node, keyword));
  return omitUndefined({
    deprecated: node["deprecated"] === true || (isDayEnough && node["deprecated"] === undefined && since !== undefined),
    since,
    sunset,
    published,
    unreadable,
  });
}

/** Reads a date, either a plain string as in oasdiff or the `date` of an object. */
function readLifeDate(node: JsonObject, keyword: DateKeyword): string | undefined {
  const value = node[keyword];
  return toUtcDate(isObject(value) ? value["date"] : value);
}

/** Checks for a date that cannot be parsed. An `x-deprecated` with a reason but no date is valid. */
function isUnreadable(node: JsonObject, keyword: DateKeyword): boolean {
  const value = node[keyword];
  const date = isObject(value) && (keyword === "x-deprecated" || "date" in value) ? value["date"] : value;
  if (date === undefined || (keyword === "x-deprecated" && typeof date === "boolean")) return false;
  return toUtcDate(date) === undefined;
}

/** Checks if a document has any dates; most have none. */
export function hasDates(document: JsonObject): boolean {
  const names = findRareNames(document);
  return keywords.some((keyword) => names.has(keyword));
}

/** Checks whether a document has an unreadable date. */
export function hasUnreadable(document: JsonObject): boolean {
  return hasDates(document) && someObject(document, (node) => keywords.some((keyword) => isUnreadable(node, keyword)));
}
