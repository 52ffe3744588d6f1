import fc from "fast-check";
import type { Contract, Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../contracts/in-memory.ts";

const names = ["A", "B", "C"] as const;

/** A schema that the others lead to from wherever a schema may stand, and to which they lead back. */
const { schema } = fc.letrec<{ schema: JsonObject; part: Json }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, depthIdentifier: "circles" },
    fc.constantFrom(...names).map((name) => ({ $ref: `#/components/schemas/${name}` })),
    { arbitrary: tie("schema"), weight: 1 },
  ),
  schema: fc.oneof(
    { maxDepth: 3, depthIdentifier: "circles" },
    fc.constantFrom<JsonObject>({ type: "string", minLength: 2 }, { type: "string", minLength: 1 }, { enum: ["a", 1] }),
    fc
      .tuple(fc.constantFrom("not", "if", "contains", "items"), tie("part"))
      .map(([keyword, part]) => ({ [keyword]: part, ...(keyword === "if" && { then: { required: ["a"] } }) })),
    fc
      .tuple(fc.constantFrom("anyOf", "oneOf", "allOf"), fc.array(tie("part"), { minLength: 1, maxLength: 2 }))
      .map(([keyword, parts]) => ({ [keyword]: parts })),
    fc
      .record({ properties: fc.record({ a: tie("part") }), not: tie("part") }, { requiredKeys: ["properties"] })
      .map((members) => ({ type: "object", ...members })),
    fc.record({ not: fc.record({ anyOf: fc.tuple(tie("part")) }) }),
  ) as fc.Arbitrary<JsonObject>,
}));

/** Schemas A, B and C that lead back to themselves, through `not` and all else. */
export const circles: fc.Arbitrary<JsonObject> = fc.record({ A: schema, B: schema, C: schema });

/** A contract of such schemas, of which the first is sent and answered. */
export function contractOfCircles(schemas: JsonObject): Contract {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/A" } } };
  const post = { requestBody: { content }, responses: { "200": { description: "Done", content } } };
  return compileInMemory({ paths: { "/x": { post } }, components: { schemas } });
}
