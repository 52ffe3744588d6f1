import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { Contract } from "../model/contract.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { type Direction, type Violation, validatorOf, violationsOnce } from "./validator.ts";

const names = ["a", "b", "c"];
const references = ["#/components/schemas/One", "#/components/schemas/Two", "#/components/schemas/Three"];

const values = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    fc.constantFrom<Json>(null, true, 0, 3, 1.5, "", "text", "long text"),
    fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 3 }) as fc.Arbitrary<Json>,
    fc.array(tie("value"), { maxLength: 3 }) as fc.Arbitrary<Json>,
  ),
})).value;

const leaves: readonly JsonObject[] = [
  { type: "string", maxLength: 4 },
  { type: "integer", minimum: 1 },
  { enum: ["text", 3] },
  { type: ["object", "null"], additionalProperties: false },
  { type: "array", uniqueItems: true, minItems: 1 },
];

const schemaTree = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    fc.constantFrom(...leaves),
    fc.constantFrom(...references).map(($ref) => ({ $ref })),
    fc.record(
      {
        type: fc.constantFrom("object", "array"),
        properties: fc.dictionary(fc.constantFrom(...names), tie("schema"), { minKeys: 1 }),
        required: fc.uniqueArray(fc.constantFrom(...names)),
        items: tie("schema"),
        prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        anyOf: fc.array(tie("schema"), { minLength: 2, maxLength: 2 }),
        oneOf: fc.array(tie("schema"), { minLength: 2, maxLength: 2 }),
        not: tie("schema"),
        additionalProperties: fc.constantFrom(false, true),
        unevaluatedProperties: fc.constantFrom(false, true),
        readOnly: fc.boolean(),
      },
      { requiredKeys: ["type", "properties"] },
    ) as fc.Arbitrary<JsonObject>,
  ),
})).schema;

function contractWith(one: JsonObject, two: JsonObject): Contract {
  return compileInMemory({
    openapi: "3.1.0",
    info: { title: "Once", version: "1" },
    paths: {},
    components: {
      schemas: {
        One: { ...one },
        Two: { ...two },
        Three: { properties: { a: { $ref: "#/components/schemas/Three" } } },
      },
    },
  });
}

/** Violations of a value by the part that rejects it, and by the whole schema. */
function bothOf(one: JsonObject, two: JsonObject, value: Json, direction: Direction): (readonly Violation[])[] {
  const pointer = "/components/schemas/One";
  return [
    violationsOnce(contractWith(one, two), pointer, direction, value),
    validatorOf(contractWith(one, two), pointer, direction)(value),
  ];
}

describe("violationsOnce()", () => {
  const open: JsonObject = { properties: { a: { type: "integer" } } };

  it.each<[string, JsonObject, Json]>([
    ["a branch that evaluates a member", { allOf: [open], unevaluatedProperties: false }, { a: 1, b: 2 }],
    ["items after a prefix", { prefixItems: [{ type: "string" }], items: { type: "integer" } }, ["a", 1, "b"]],
    ["a union beside members", { ...open, oneOf: [{ required: ["b"] }, { required: ["c"] }] }, { a: 1 }],
    [
      "a reference to itself",
      { properties: { a: { $ref: references[0] as string } }, required: ["b"] },
      { a: { b: 1 } },
    ],
    ["a required member of the other side", { properties: { a: { readOnly: true } }, required: ["a", "b"] }, {}],
  ])("has the violations of the whole schema for %s", (_, schema, value) => {
    for (const direction of ["request", "response"] as const) {
      const [once, whole] = bothOf(schema, open, value, direction);

      expect(once).toEqual(whole);
    }
  });

  it("has the violations of the whole schema, in their order", () => {
    fc.assert(
      fc.property(
        schemaTree,
        schemaTree,
        values,
        fc.constantFrom("request", "response"),
        (one, two, value, direction) => {
          fc.pre(one["$ref"] === undefined && two["$ref"] === undefined);
          const [once, whole] = bothOf(one, two, value, direction);

          expect(once).toEqual(whole);
        },
      ),
      { numRuns: 100 },
    );
  });
});
