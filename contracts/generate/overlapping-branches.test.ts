import type { Json, JsonObject } from "../model/json.ts";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { assertOnlyAccepted, assertSameSeedSameValues, smallestOf } from "../../test/support/values/laws.ts";
import { getAcceptor } from "../index.ts";
import type { Schema } from "../model/contract.ts";
import { valueAt } from "../model/pointer.ts";
import { createValues } from "./index.ts";

const pointer = "/components/schemas/S";
const text = { type: "string" };
const openBranch = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});
const manyBranches = Array.from({ length: 12 }, (_, index) => openBranch({ [`m${index}`]: text }));

describe("values of a oneOf whose branches overlap", () => {
  it.each<[string, Json]>([
    ["open objects", { oneOf: [openBranch({ a: text }), openBranch({ b: text })] }],
    [
      "open objects of which one needs more",
      { oneOf: [openBranch({ a: text }), openBranch({ a: text, b: text }, ["b"])] },
    ],
    [
      "open objects that require the same member",
      { oneOf: [openBranch({ a: text }, ["a"]), openBranch({ a: text, b: text }, ["a"])] },
    ],
    [
      "open objects without required members",
      {
        oneOf: [openBranch({ a: text }), openBranch({ a: text })].map((one, at) =>
          at ? { ...one, minProperties: 1 } : one,
        ),
      },
    ],
    [
      "an open and a closed object",
      { oneOf: [openBranch({ a: text }), { ...openBranch({ a: text }), additionalProperties: false }] },
    ],
    ["references", { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }] }],
    ["a whole number and a number", { oneOf: [{ type: "integer" }, { type: "number" }] }],
    ["texts", { oneOf: [text, { type: "string", enum: ["a", "b"] }] }],
    ["texts of a format", { oneOf: [text, { type: "string", format: "uri" }] }],
    [
      "lists",
      {
        oneOf: [
          { type: "array", items: text },
          { type: "array", items: { type: "integer" } },
        ],
      },
    ],
    ["a list and anything", { oneOf: [{ type: "array", items: text }, { type: ["array", "object"] }] }],
    ["schemas without type", { oneOf: [{ properties: { a: text } }, { properties: { b: text } }] }],
    ["many open objects", { oneOf: manyBranches }],
    [
      "open objects in a member",
      openBranch({ inner: { oneOf: [openBranch({ a: text }), openBranch({ b: text })] } }, ["inner"]),
    ],
    [
      "open objects in items",
      { type: "array", minItems: 1, items: { oneOf: [openBranch({ a: text }), openBranch({ b: text })] } },
    ],
    [
      "open objects beside other members",
      { ...openBranch({ id: text }, ["id"]), oneOf: [openBranch({ a: text }), openBranch({ b: text })] },
    ],
    [
      "open objects in allOf",
      { allOf: [openBranch({ id: text }, ["id"]), { oneOf: [openBranch({ a: text }), openBranch({ b: text })] }] },
    ],
  ])("match exactly one branch: %s", (_, schema) => {
    const A = openBranch({ a: text }, ["a"]);
    const contract = compileInMemory({
      components: { schemas: { S: schema, A, B: { allOf: [A, openBranch({ b: text })] } } },
    });
    const found = { pointer, value: valueAt(contract.document, pointer) } as Schema;
    const values = createValues(contract, "response");
    const accepts = getAcceptor(contract, pointer, "response");

    for (const optional of [true, false]) {
      const sample = values.sample(found, { name: "x", optional });
      expect(sample).toBeDefined();
      expect(accepts(sample)).toBe(true);
    }
    const valid = values.valid(found);
    assertSameSeedSameValues(valid);
    assertOnlyAccepted(valid, (value) => accepts(value));
    expect(accepts(smallestOf(valid))).toBe(true);
  });
});
