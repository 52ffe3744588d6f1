import type { Criterion, Matcher } from "./criterion.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  isObject,
  partsOf,
  propertyNamesOf,
  typesOf,
  type RequestField,
} from "../../../contracts/index.ts";
import { type Place, memberPlaceOf, pluralOf, schemaAt, valuesAt } from "../places.ts";
import { rangeOf } from "./ranges.ts";

const textNames = /^(q|query|search|text|term|keywords?|search_?(text|term|query)|full_?text)$/i;
const filterNames = /^(filters?|where)$/i;

/** Names of parameters that select a view of a list, not its items. */
const viewNames = /^(fields|select|include|exclude|expand|embed|view|format|lang|language|locale)$/i;

/**
 * Compiles the filter of a field. Undefined if its meaning is unclear.
 *
 * @param noted path of the filtered value in an item, if `x-state` declares it: "items.sku".
 */
export function matcherOf(
  contract: Contract,
  item: JsonSchema,
  { name, schema }: RequestField,
  noted?: string,
): Matcher | undefined {
  const told = noted?.split(".");
  const isOwn = propertyNamesOf(contract, item).has(name);
  const range = isOwn ? undefined : rangeOf(contract, item, name, told);
  if (range) return range;
  const own = told ?? (isOwn ? [name] : undefined);
  if (own) return valued(own);
  const types = typesOf(contract, schema);
  if (textNames.test(name) && types.includes("string")) return containing;
  const isMap = types.includes("object") && !types.includes("string");
  if (filterNames.test(name) && isMap) return (sent) => all(isObject(sent) ? sent : {});
  if (viewNames.test(name)) return undefined;
  const place = pluralOf(contract, item, name) ?? memberPlaceOf(contract, item, name);
  return place && valued(place);

  function valued(at: Place): Matcher {
    const words = wordsOnlyIn(contract, schema, schemaAt(contract, item, at));
    return (sent) => (words.has(sent) ? undefined : equal(at, sent));
  }
}

/** Values of a filter that no item can have, such as "all". Their meaning is unclear. */
function wordsOnlyIn(contract: Contract, asked: JsonSchema, property: JsonSchema): Set<Json> {
  const valuesIn = (schema: JsonSchema): Json[] =>
    partsOf(contract, schema).flatMap((part) => (Array.isArray(part["enum"]) ? (part["enum"] as Json[]) : []));
  const possible = valuesIn(property);
  return new Set(possible.length === 0 ? [] : valuesIn(asked).filter((value) => !possible.includes(value)));
}

function all(filters: JsonObject): Criterion | undefined {
  const criteria = Object.entries(filters).flatMap(([name, sent]) => equal([name], sent) ?? []);
  if (criteria.length === 0) return undefined;
  return {
    test: (item) => criteria.every(({ test }) => test(item)),
    lookups: criteria.flatMap(({ lookups }) => lookups),
  };
}

/** Matches a value that equals the requested one, or one of them. In a list, one entry must match. */
function equal(place: Place, sent: Json): Criterion | undefined {
  const values = (Array.isArray(sent) ? sent : [sent]) as readonly Json[];
  if (values.some((value) => typeof value === "object")) return undefined;
  // Query parameters have no types: 1 is sent as "1".
  const wanted = new Set(values.map(String));
  return {
    test: (item) => textsAt(item, place).some((text) => wanted.has(text)),
    lookups: [{ kind: "among", place, wanted }],
  };
}

/** The values at a place, as strings. */
export function textsAt(item: JsonObject, place: Place): readonly string[] {
  return valuesAt(item, place)
    .filter((value) => typeof value !== "object")
    .map(String);
}

/** Matches items that contain each word in one of their strings, ignoring case. */
function containing(sent: Json): Criterion | undefined {
  const words = String(sent).toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  return {
    test: (item) => {
      const texts = textsIn(item);
      return words.every((word) => texts.some((text) => text.includes(word)));
    },
    lookups: [{ kind: "containing", words }],
  };
}

/** All strings of an item as one. No search word contains the separator. */
export function textOf(item: JsonObject): string {
  return textsIn(item).join("\n");
}

function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value.toLowerCase()];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
