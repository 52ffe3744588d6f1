import type { Json, JsonObject } from "../model/json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { getAcceptor } from "../index.ts";
import type { Schema } from "../model/contract.ts";
import { valueAt } from "../model/pointer.ts";
import { createValues } from "./index.ts";

const pointer = "/components/schemas/S";
const name = { type: "string" };

function valuesOf(schema: Json, openapi = "3.1.0") {
  const contract = compileInMemory({
    openapi,
    components: { schemas: { S: schema, Named: { properties: { name } } } },
  });
  const found = { pointer, value: valueAt(contract.document, pointer) } as Schema;
  const values = createValues(contract, "response");
  const samples = [true, false].map((optional) => values.sample(found, { name: "x", optional }) as Json);
  const random = fc.sample(values.valid(found), { seed: 1, numRuns: 30 });
  return { contract, values: [...samples, ...random] };
}

function kindOf(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

describe("values of a schema without type", () => {
  it.each<[string, JsonObject, string]>([
    ["properties", { properties: { name } }, "object"],
    ["required", { required: ["name"] }, "object"],
    ["additionalProperties", { additionalProperties: { type: "integer" } }, "object"],
    ["patternProperties", { patternProperties: { "^x-": true } }, "object"],
    ["propertyNames", { propertyNames: { pattern: "^a" } }, "object"],
    ["minProperties", { minProperties: 1 }, "object"],
    ["dependentRequired", { dependentRequired: { a: ["b"] } }, "object"],
    ["items", { items: name }, "array"],
    ["prefixItems", { prefixItems: [name] }, "array"],
    ["contains", { contains: name }, "array"],
    ["minItems", { minItems: 1 }, "array"],
    ["uniqueItems", { uniqueItems: true }, "array"],
    ["pattern", { pattern: "^a+$" }, "string"],
    ["minLength", { minLength: 2 }, "string"],
    ["maxLength", { maxLength: 2 }, "string"],
    ["a format of texts", { format: "date-time" }, "string"],
    ["a format of numbers", { format: "double" }, "number"],
    ["a format of whole numbers", { format: "int64" }, "number"],
    ["minimum", { minimum: 2 }, "number"],
    ["exclusiveMaximum", { exclusiveMaximum: 2 }, "number"],
    ["multipleOf", { multipleOf: 2 }, "number"],
    ["an example", { example: "a" }, "string"],
    ["a default", { default: 5 }, "number"],
    ["allOf", { allOf: [{ properties: { name } }, { required: ["name"] }] }, "object"],
    ["a reference", { $ref: "#/components/schemas/Named" }, "object"],
    ["a union", { anyOf: [{ properties: { name } }, { properties: { id: name } }] }, "object"],
  ])("have the type that its keywords describe: %s", (_, schema, expected) => {
    const { contract, values } = valuesOf(schema);

    expect(new Set(values.map(kindOf))).toEqual(new Set([expected]));
    // Validation still follows JSON Schema.
    expect(getAcceptor(contract, pointer, "response")(true)).toBe(true);
  });

  it("are integers if the format says so", () => {
    const { values } = valuesOf({ format: "int32" });

    expect(values.every(Number.isInteger)).toBe(true);
  });

  it("have all types that its keywords describe", () => {
    const { values } = valuesOf({ minLength: 1, minimum: 1 });

    expect(new Set(values.map(kindOf))).toEqual(new Set(["string", "number"]));
  });

  it("have another type if no value has the described ones", () => {
    const { values } = valuesOf({ required: ["name"], properties: { name: false } });

    expect(values[0]).toBeDefined();
    expect(values.map(kindOf)).not.toContain("object");
  });
});
