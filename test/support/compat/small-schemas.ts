import fc from "fast-check";
import type { Json, JsonObject, JsonSchema } from "../../../contracts/index.ts";

const scalars: readonly Json[] = [null, true, false, 0, 1, 2, 2.5, 6, -3, "", "a", "b", "ab", "aab"];
const members: readonly Json[] = [0, 2, "a", "ab", null, ["a"], { a: 1 }];
const objects = members.flatMap((one): Json[] => [
  { a: one },
  { k: one },
  ...members.flatMap((other): Json[] => [
    { a: one, b: other },
    { a: one, k: other },
  ]),
]);
/** Values of all types, with the few names and texts that small schemas use. */
export const smallValues: readonly Json[] = [
  ...scalars,
  [],
  ...scalars.flatMap((one): Json[] => [[one], [one, "a"], [one, one, 2], ["a", 1, one]]),
  ...objects.slice(0, 40).map((one): Json => [one]),
  {},
  ...objects,
  { a: "a", b: "b", k: "ab" },
];

const count = fc.nat(3);
const name = fc.constantFrom("a", "b", "k");
const type = fc.constantFrom<Json>("string", "integer", "number", "object", "array", "boolean", "null", [
  "string",
  "integer",
]);
const listed = fc.subarray<Json>(["a", "b", "ab", 0, 2, null, true], { minLength: 1 });

/** Schemas with few keywords, and with nested schemas. */
const schemas = fc.letrec<{ schema: JsonSchema; said: JsonObject }>((tie) => {
  const inner = tie("schema");
  const byName = fc.dictionary(name, inner, { maxKeys: 2 });
  const some = fc.array(inner, { minLength: 1, maxLength: 2 });
  const one = (keyword: string, value: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> =>
    value.map((said) => ({ [keyword]: said }));
  const flat = fc.oneof(
    one("type", type),
    one("enum", listed),
    ...["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"].map((key) =>
      one(key, count),
    ),
    ...["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"].map((key) => one(key, count)),
    one("multipleOf", fc.constantFrom(1, 2, 3)),
    one("pattern", fc.constantFrom("", ".*", "^a", "b$")),
    one("uniqueItems", fc.boolean()),
    one("required", fc.uniqueArray(name, { maxLength: 2 })),
    one("dependentRequired", fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 2 })),
  );
  const deep = fc.oneof(
    one("properties", byName),
    one("additionalProperties", inner),
    one("patternProperties", fc.dictionary(fc.constantFrom("^a", "^k"), inner, { maxKeys: 1 })),
    one("propertyNames", inner),
    one("items", inner),
    one("prefixItems", some),
    fc
      .record({ contains: inner, minContains: count, maxContains: count }, { requiredKeys: ["contains"] })
      .map((said) => said as JsonObject),
    one("not", inner),
    fc.record({ if: inner, then: inner, else: inner }, { requiredKeys: ["if"] }).map((said) => said as JsonObject),
    one("dependentSchemas", byName),
    one("anyOf", some),
    one("oneOf", some),
    one("allOf", some),
    one("unevaluatedProperties", inner),
  );
  return {
    said: fc.oneof({ depthSize: "small", withCrossShrink: true }, flat, deep),
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.boolean(),
      fc.array(tie("said"), { minLength: 1, maxLength: 3 }).map((all) => Object.assign({}, ...all) as JsonObject),
    ),
  };
});

const pairs = fc.tuple(schemas.schema, schemas.said, schemas.said).map(([schema, said, other]) => {
  const around: JsonSchema = typeof schema === "boolean" ? {} : schema;
  return [{ ...around, ...said } as JsonSchema, { ...around, ...other } as JsonSchema] as const;
});

/** Schemas that contain a schema in different positions. */
const enclosures: readonly ((schema: JsonSchema) => JsonSchema)[] = [
  (schema) => schema,
  (schema) => ({ not: schema }),
  (schema) => ({ contains: schema }),
  (schema) => ({ contains: schema, minContains: 0, maxContains: 1 }),
  (schema) => ({ if: schema, then: { maxLength: 1, maxProperties: 1, maximum: 1 } }),
  (schema) => ({ if: schema, else: { maxLength: 1, maxProperties: 1, maximum: 1 } }),
  (schema) => ({ if: schema, then: { maximum: 1, maxProperties: 1 }, else: { minimum: 2, minProperties: 2 } }),
  (schema) => ({ if: { required: ["a"] }, then: schema }),
];

/** Pairs of similar schemas at the same position. Unrelated schemas would rarely include each other. */
export const smallPairs = fc
  .tuple(pairs, fc.constantFrom(...enclosures))
  .map(([[one, other], home]) => [home(one), home(other)] as const);
