import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { breachOf } from "../../test/support/contracts/law.ts";
import type { Contract } from "../model/contract.ts";
import {
  type JsonType,
  resolveMemberSchema,
  listMemberSchemas,
  listSchemaParts,
  listPropertyNames,
  resolveTarget,
  getJsonType,
  listJsonTypes,
} from "./schema.ts";
import { validatorOf } from "./validator.ts";

const components = {
  Text: { type: "string" },
  Circle: { allOf: [{ $ref: "#/components/schemas/Wheel" }] },
  Wheel: { anyOf: [{ properties: { next: { $ref: "#/components/schemas/Circle" } } }, { type: "null" }] },
};
const contract = contractWith(true);

describe("listJsonTypes()", () => {
  it("includes the type of every value that the schema accepts", () => {
    expect(breachOf(typesLaw(listJsonTypes), { numRuns: 150 })).toBeUndefined();
  });

  it("violates its law if a type is missing", () => {
    const typesWithoutLast = (...args: Parameters<typeof listJsonTypes>): readonly JsonType[] =>
      listJsonTypes(...args).filter((type) => type !== "array");

    expect(breachOf(typesLaw(typesWithoutLast), { numRuns: 150 })).toContain("Counterexample");
  });

  it.each<[JsonSchema, readonly JsonType[]]>([
    [false, []],
    [{ type: "integer" }, ["integer"]],
    [{ type: ["string", "null"] }, ["string", "null"]],
    [{ const: 1.5 }, ["number"]],
    [{ enum: ["a", null] }, ["null", "string"]],
    [{ type: "number", enum: [1, 2] }, ["number"]],
    [{ type: "number", allOf: [{ type: "integer" }] }, ["integer"]],
    [{ $ref: "#/components/schemas/Text" }, ["string"]],
    [{ $ref: "#/components/schemas/Nothing" }, []],
    [{ oneOf: [{ type: "string" }, { type: "integer" }] }, ["string", "integer"]],
    [{ type: "object", anyOf: [{ required: ["a"] }, { type: "string" }] }, ["object"]],
  ])("returns for %j: %j", (schema, types) => {
    expect(listJsonTypes(contract, schema).toSorted()).toEqual(types.toSorted());
  });

  it("ends for a recursive schema", () => {
    expect(listJsonTypes(contract, { $ref: "#/components/schemas/Circle" })).toContain("object");
  });
});

describe("getJsonType()", () => {
  it.each<[Json, JsonType]>([
    [null, "null"],
    [true, "boolean"],
    [1, "integer"],
    [1.5, "number"],
    ["a", "string"],
    [[], "array"],
    [{}, "object"],
  ])("returns for %j: %s", (value, type) => {
    expect(getJsonType(value)).toBe(type);
  });
});

describe("resolveTarget()", () => {
  it("resolves a $ref, and returns false for an unresolvable one", () => {
    expect(resolveTarget(contract, "#/components/schemas/Text")).toEqual({ type: "string" });
    expect(resolveTarget(contract, "#/components/schemas/Nothing")).toBe(false);
    expect(resolveTarget(contract, "#/components/schemas/Text/type")).toBe(false);
  });
});

describe("listSchemaParts()", () => {
  it("finds all schemas for the same value once, also in a recursive schema", () => {
    const schema = { $ref: "#/components/schemas/Circle", anyOf: [{ title: "a" }, true], not: { title: "b" } };

    expect(listSchemaParts(contract, schema)).toEqual([
      schema,
      components.Circle,
      { $ref: "#/components/schemas/Wheel" },
      components.Wheel,
      components.Wheel.anyOf[0],
      components.Wheel.anyOf[1],
      { title: "a" },
    ]);
  });
});

describe("listMemberSchemas()", () => {
  const schema = {
    properties: { a: { type: "string" }, items: { type: "integer" } },
    allOf: [{ properties: { a: { minLength: 1 } } }, { items: { type: "null" } }],
  };

  it("finds the schemas of a property, or of the items, in any part", () => {
    expect(listMemberSchemas(contract, schema, "a")).toEqual([{ type: "string" }, { minLength: 1 }]);
    expect(listMemberSchemas(contract, { items: { type: "null" } }, "items")).toEqual([{ type: "null" }]);
    expect(listMemberSchemas(contract, { properties: { items: { type: "integer" } } }, "items")).toEqual([
      { type: "integer" },
    ]);
  });

  it("ignores inherited members of objects", () => {
    expect(listMemberSchemas(contract, schema, "constructor")).toEqual([]);
  });
});

describe("resolveMemberSchema()", () => {
  const schema = {
    properties: { a: { type: "string" } },
    patternProperties: { "^n_": { type: "integer" } },
    additionalProperties: { type: "boolean" },
  };

  it.each([
    ["a", { allOf: [{ type: "string" }] }],
    ["n_1", { allOf: [{ type: "integer" }] }],
    ["z", { allOf: [{ type: "boolean" }] }],
  ])("of %s is that of properties, else of patternProperties, else of additionalProperties", (name, expected) => {
    expect(resolveMemberSchema(contract, schema, name)).toEqual(expected);
  });
});

describe("listPropertyNames()", () => {
  it("lists the properties of all parts", () => {
    const schema = {
      properties: { a: true },
      allOf: [{ properties: { b: true, a: true } }, { $ref: "#/components/schemas/Wheel" }],
    };

    expect([...listPropertyNames(contract, schema)]).toEqual(["a", "b", "next"]);
  });
});

function contractWith(schema: Json): Contract {
  return compileInMemory({ components: { schemas: { S: schema, ...components } } });
}

const { schema: schemas } = fc.letrec<{ schema: JsonObject }>((arbitrary) => {
  const plain = {
    type: fc.oneof(
      fc.constantFrom("string", "integer", "number", "array", "object", "null", "boolean"),
      fc.subarray(["string", "integer", "array", "null"], { minLength: 1 }),
    ),
    enum: fc.array(fc.constantFrom<Json>("a", 1, 1.5, null, true, [], {}), { minLength: 1, maxLength: 4 }),
    $ref: fc.constantFrom("#/components/schemas/Text", "#/components/schemas/Circle"),
  };
  const branches = { minLength: 1, maxLength: 2 };
  const nested = { allOf: fc.array(arbitrary("schema"), branches), anyOf: fc.array(arbitrary("schema"), branches) };
  return {
    schema: fc.oneof(
      { maxDepth: 2 },
      fc.record(plain, { requiredKeys: [] }),
      fc.record({ ...plain, ...nested }, { requiredKeys: [] }),
    ) as fc.Arbitrary<JsonObject>,
  };
});

function typesLaw(typesIn: typeof listJsonTypes): fc.IProperty<[JsonObject]> {
  const values: Json[] = ["a", 1, 1.5, null, true, [], {}];
  return fc.property(schemas, (schema) => {
    const schemaContract = contractWith(schema);
    const types = typesIn(schemaContract, schema);
    const accepted = values.filter(
      (value) => validatorOf(schemaContract, "/components/schemas/S", "request")(value).length === 0,
    );

    for (const value of accepted) {
      expect(
        types.some((type) => type === getJsonType(value) || (type === "number" && getJsonType(value) === "integer")),
      ).toBe(true);
    }
  });
}
