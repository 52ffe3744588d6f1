import fc from "fast-check";
import type { Contract, Json, JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../contracts/in-memory.ts";

const names = ["A", "B", "C"] as const;

/** Keywords with one subschema. */
const single = [
  "not",
  "if",
  "items",
  "contains",
  "unevaluatedItems",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
] as const;

/** Keywords with a list of subschemas, and keywords with subschemas by name or pattern. */
const listed = ["anyOf", "oneOf", "allOf", "prefixItems"] as const;
const named = ["properties", "dependentSchemas", "patternProperties"] as const;

/** A schema with references to the others in every keyword, which refer back to it. */
const { schema } = fc.letrec<{ schema: JsonObject; part: Json; nested: JsonObject }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, depthIdentifier: "circles" },
    fc.constantFrom(...names).map((name) => ({ $ref: `#/components/schemas/${name}` })),
    { arbitrary: tie("schema"), weight: 1 },
  ),
  schema: fc.oneof(
    { maxDepth: 3, depthIdentifier: "circles" },
    fc.constantFrom<JsonObject>({ type: "string", minLength: 2 }, { type: "string", minLength: 1 }, { enum: ["a", 1] }),
    tie("nested"),
    fc.tuple(tie("nested"), tie("nested")).map(([one, other]) => ({ ...one, ...other })),
    fc
      .record(
        { properties: fc.record({ a: tie("part") }), not: tie("part"), minProperties: fc.constantFrom(1, 2) },
        { requiredKeys: ["properties"] },
      )
      .map((members) => ({ type: "object", ...members })),
    fc.record({ not: fc.record({ anyOf: fc.tuple(tie("part")) }) }),
  ) as fc.Arbitrary<JsonObject>,
  nested: fc.oneof(
    fc.tuple(fc.constantFrom(...single), tie("part")).map(([keyword, part]) => ({ [keyword]: part })),
    fc
      .tuple(fc.constantFrom(...listed), fc.array(tie("part"), { minLength: 1, maxLength: 2 }))
      .map(([keyword, parts]) => ({ [keyword]: parts })),
    fc.tuple(fc.constantFrom(...named), tie("part")).map(([keyword, a]) => ({ [keyword]: { a } })),
    fc.record({ if: tie("part"), then: tie("part"), else: tie("part") }, { requiredKeys: ["if"] }),
    fc.constant({ if: { type: "object" }, then: { required: ["a"] } }),
    fc.constantFrom({ required: ["a"] }, { minProperties: 2 }, { minItems: 2 }, { type: "array" }),
  ) as fc.Arbitrary<JsonObject>,
}));

/** Circular schemas A, B and C, through every keyword with a subschema. */
export const circles: fc.Arbitrary<JsonObject> = fc.record({ A: schema, B: schema, C: schema });

/** Contract with such schemas. The first is the schema of a request and a response. */
export function contractOfCircles(schemas: JsonObject): Contract {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/A" } } };
  const post = { requestBody: { content }, responses: { "200": { description: "Done", content } } };
  return compileInMemory({ paths: { "/x": { post } }, components: { schemas } });
}
