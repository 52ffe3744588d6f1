/** Keywords of JSON Schema that apply only to one type. Integers have those of numbers. */
export const typeKeywords = {
  number: ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"],
  string: ["minLength", "maxLength", "pattern", "contentMediaType", "contentEncoding", "contentSchema"],
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
} as const satisfies Readonly<Record<string, readonly string[]>>;
