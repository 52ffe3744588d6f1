import { hasNoEffect } from "./equality/has-no-effect.ts";
import type { Both } from "../model/pair.ts";
import type { Json, JsonType } from "../../contracts/index.ts";
import { withoutImplied } from "./redundant-keywords.ts";
import { listUnnamedPlaces } from "./members.ts";
import { isStructure } from "./parts.ts";
import { type Place, isAnnotation } from "./place.ts";
import { acceptsOnlyTexts } from "./bounds/text-language.ts";
import { findNumberLimits } from "./bounds/limits.ts";
import { isAny, typesOfValues } from "./types.ts";
import { type View, isWholeNumber, listsBooleans } from "./view.ts";

/** Gives both views the same spelling if both can have it. `isRaw` is true if a value without constraints is binary. */
export function alignBinaryNotations({ base, revision }: Both<View>, isRaw: boolean): Both<View> {
  const isFile =
    (isBinary(base) && isMedia(revision)) ||
    (isMedia(base) && isBinary(revision)) ||
    (isRaw && isBytes(base) && isBytes(revision));
  if (isFile) return { base: { ...base, types: revision.types, parts: revision.parts }, revision };
  return { base: alignBinary(base, revision), revision: alignBinary(revision, base) };
}

/** Checks that a view only describes binary data, as in OpenAPI 3.0 (`format: binary`). */
function isBinary(view: View): boolean {
  return hasOnlyKeywords(view, ["type", "format"]) && view.parts.some(({ schema }) => schema["format"] === "binary");
}

/** Checks that a view only describes binary data, as in OpenAPI 3.1 (`contentMediaType` without an encoding). */
function isMedia(view: View): boolean {
  return (
    hasOnlyKeywords(view, ["type", "contentMediaType"]) &&
    view.parts.some(({ schema }) => schema["contentMediaType"] !== undefined)
  );
}

/** Checks that a view accepts any bytes: it has no constraints, or the media type of any bytes. */
function isBytes(view: View): boolean {
  const isOctets = view.parts.every(({ schema }) => (schema["contentMediaType"] ?? octets) === octets);
  return isBinary(view) || (isAny(view.types) && isOctets && hasOnlyKeywords(view, ["type", "contentMediaType"]));
}

const octets = "application/octet-stream";

function hasOnlyKeywords({ types, parts, values }: View, keywords: readonly string[]): boolean {
  if (values || !(isAny(types) || (types.length === 1 && types[0] === "string"))) return false;
  const isRedundant = (key: string): boolean => isAnnotation(key) || isStructure(key) || keywords.includes(key);
  return parts.every(({ schema }) =>
    Object.entries(schema).every(([key, value]) => isRedundant(key) || hasNoEffect(key, value, schema)),
  );
}

function alignBinary(view: View, other: View): View {
  const listed = alignList(alignBooleanType(alignIntegerType(view, other.types), other), other);
  return withoutObeyed(listed, other);
}

/** Replaces numbers with an integer step by integers, if the other side has integers. */
export function alignIntegerType(view: View, others: readonly JsonType[]): View {
  if (!view.types.includes("number") || others.includes("number") || !others.includes("integer")) return view;
  if (!isWholeNumber(view)) return view;
  return { ...view, types: view.types.map((type) => (type === "number" ? "integer" : type)) };
}

/** Replaces a list of true and false by the type boolean, if the other view lists no values. */
function alignBooleanType(view: View, other: View): View {
  if (other.values || !listsBooleans(view)) return view;
  const { values: _, ...rest } = view;
  return rest;
}

/**
 * Adds the list of the other view to a view that accepts no other values, such as the texts of the pattern `^(a|b)$` or
 * the integers from 1 to 3.
 */
export function alignList(view: View, { values, listsAll }: Pick<View, "values" | "listsAll">): View {
  const [type, another] = view.types.filter((each) => each !== "null");
  if (view.values || !values || !listsAll || another !== undefined) return view;
  const fitting = new Map([...values].filter(([, value]) => typesOfValues([value], view.types).length > 0));
  const listed = [...fitting.values()].filter((value) => value !== null);
  if (listed.length === 0 || (view.types.includes("null") && !fitting.has("null"))) return view;
  const isWholeList =
    (type === "string" && hasOnlyTexts(view, listed as string[])) ||
    (type === "integer" && hasOnlyIntegers(view, listed as number[]));
  if (isWholeList) return { ...view, values: fitting, listsAll: true };
  return view;
}

function hasOnlyIntegers(view: View, listed: readonly number[]): boolean {
  const { lower, upper } = findNumberLimits(view);
  if (!lower || !upper) return false;
  const within = listed.filter((one) => lower.number <= one && one <= upper.number);
  return within.length === upper.number - lower.number + 1;
}

function hasOnlyTexts(view: View, texts: readonly string[]): boolean {
  const collectPartValues = (keyword: string): { value: Json }[] =>
    view.parts.flatMap(({ schema: { [keyword]: value } }) => (value === undefined ? [] : [{ value }]));
  return acceptsOnlyTexts({ all: collectPartValues }, texts);
}

/** Removes keywords that all values of the other view's list obey. The change of the list covers them. */
function withoutObeyed(view: View, { values, listsAll }: View): View {
  if (listsAll) return { ...view, parts: withoutImplied(values, view.parts) };
  return view;
}

/**
 * Adds the required properties that a view does not list, if the other view lists them. Each gets the constraints of
 * the view on unnamed members. Without such constraints, it is added as a property with any value if `asAnything` is
 * set.
 */
export function asNamedBeside(
  view: View,
  other: Pick<View, "properties">,
  { asAnything }: { readonly asAnything: boolean },
): View {
  if (view.unresolved.length > 0) return view;
  const unnamed = [...view.required].flatMap(([name, pointer]): [string, readonly Place[]][] => {
    if (view.properties.has(name) || !other.properties.has(name)) return [];
    const places = listUnnamedPlaces(view.parts, name);
    // The pointer is new, because the document has no schema there.
    const anything = !asAnything
      ? []
      : [{ pointer: `${pointer}/${encodeURIComponent(name)}`, schema: true, basis: view.basis }];
    if (places.length + anything.length === 0) return [];
    return [[name, places.length > 0 ? places : anything]];
  });
  if (unnamed.length === 0) return view;
  return { ...view, properties: new Map([...view.properties, ...unnamed]) };
}
