import type { Json, JsonType } from "../../contracts/index.ts";
import { isBare } from "./bare.ts";
import type { Part } from "./parts.ts";
import { allTypes } from "./types.ts";
import { type View, viewOf } from "./view.ts";

/** The keywords that say something of values of one type only. */
const keywordsOf: Readonly<Partial<Record<JsonType, readonly string[]>>> = {
  string: ["minLength", "maxLength", "pattern", "contentMediaType", "contentEncoding", "contentSchema"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  array: [
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "uniqueItems",
    "contains",
    "minContains",
    "maxContains",
    "unevaluatedItems",
  ],
  object: [
    "properties",
    "required",
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
    "discriminator",
  ],
};
const typeOfKeyword = new Map(
  Object.entries(keywordsOf).flatMap(([type, keywords]) => keywords.map((keyword) => [keyword, type] as const)),
);
const formatsOfNumbers: readonly Json[] = ["int32", "int64", "float", "double"];

/**
 * A view of several types as one for each, with what is said of it: as a union would write them. What is said of no type
 * that there is stays with a type that is the only one: it may be the mistake.
 */
export function byType(view: View): readonly View[] {
  const { types, parts, schemas, values } = view;
  if (types.length < 2 || types.length === allTypes.length || values || isBare(view)) return [view];
  return types.map((type) => ({
    ...viewOf(
      parts.map((part) => narrowed(part, type)),
      { ...view, schemas: [...schemas, { type }] },
    ),
    types: [type],
  }));
}

function narrowed(part: Part, type: JsonType): Part {
  const said = Object.entries(part.schema).filter((entry) => isSaidOf(type, ...entry));
  const schema = Object.fromEntries(said.map(([keyword, value]) => [keyword, keyword === "type" ? type : value]));
  return { ...part, key: `${part.key} ${type}`, schema };
}

function isSaidOf(type: JsonType, keyword: string, value: Json): boolean {
  const own = type === "integer" ? "number" : type;
  const home = keyword === "format" ? homeOf(value) : typeOfKeyword.get(keyword);
  return home === undefined || home === own;
}

function homeOf(format: Json): string {
  return formatsOfNumbers.includes(format) ? "number" : "string";
}
