import type { JsonType } from "../../contracts/index.ts";

const numeric = ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"];

/** Keywords that say nothing of values of other types. */
export const keywordsOf: Readonly<Partial<Record<JsonType, readonly string[]>>> = {
  string: ["minLength", "maxLength", "pattern", "contentMediaType", "contentEncoding", "contentSchema"],
  number: numeric,
  integer: numeric,
  array: [
    "items",
    "prefixItems",
    "unevaluatedItems",
    "contains",
    "minContains",
    "maxContains",
    "minItems",
    "maxItems",
    "uniqueItems",
  ],
  object: [
    "properties",
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "required",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
  ],
};

/** Whether a keyword says anything of values of some types. */
export function isAbout(keyword: string, types: readonly JsonType[]): boolean {
  const meant = Object.keys(keywordsOf).filter((type) => keywordsOf[type as JsonType]?.includes(keyword));
  return meant.length === 0 || types.some((type) => meant.includes(type));
}
