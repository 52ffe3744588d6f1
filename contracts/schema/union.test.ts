import type { Json, JsonObject } from "../model/json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { canBeValid, likeliestBranch, meantBranches } from "./union.ts";

const contract = compileInMemory({
  components: {
    schemas: {
      Cat: { type: "object", required: ["kind"], properties: { kind: { const: "cat" }, lives: { type: "integer" } } },
      Kind: { enum: ["dog", "wolf"] },
      Dog: { allOf: [{ properties: { kind: { $ref: "#/components/schemas/Kind" }, name: { type: "string" } } }] },
      Loop: { anyOf: [{ $ref: "#/components/schemas/Loop" }, { type: "string" }], properties: { kind: { const: 1 } } },
    },
  },
});
const cat = { $ref: "#/components/schemas/Cat" };
const dog = { $ref: "#/components/schemas/Dog" };
const sized = { properties: { size: { enum: [1, 2] } } };

describe("meantBranches()", () => {
  it.each<[string, JsonObject, Json, number[]]>([
    ["a constant", { oneOf: [cat, dog] }, { kind: "cat" }, [0]],
    ["an enum behind references", { oneOf: [cat, dog] }, { kind: "wolf" }, [1]],
    ["a type", { oneOf: [{ type: "number" }, { type: ["string", "null"] }, { type: "array" }] }, null, [1]],
    ["a whole number, which is a number", { oneOf: [{ type: "string" }, { type: "number" }] }, 1, [1]],
    ["a constant of its own", { oneOf: [{ const: { a: 1, b: 2 } }, { const: 2 }] }, { b: 2, a: 1 }, [0]],
    ["a constant that it has", { oneOf: [dog, { allOf: [cat, sized] }] }, { kind: "cat", size: 3 }, [1]],
    ["a union inside", { oneOf: [{ anyOf: [{ const: 1 }, { const: 2 }] }, { const: 3 }] }, 2, [0]],
    ["nothing", { oneOf: [cat, dog] }, { name: "Rex" }, [0, 1]],
    ["what fits none", { oneOf: [cat, dog] }, { kind: "bird" }, [0, 1]],
    ["a branch that nothing fits", { oneOf: [false, cat] }, {}, [1]],
  ])("are selected by %s", (_, union, value, expected) => {
    expect(meantBranches(contract, union, "oneOf", value)).toEqual(expected);
  });

  it("are selected by the discriminator first", () => {
    const many = (...kinds: string[]): JsonObject => ({ properties: { kind: { enum: kinds }, size: { enum: [1] } } });
    const union = { oneOf: [many("a", "b"), many("c", "d")], discriminator: { propertyName: "kind" } };

    expect(meantBranches(contract, union, "oneOf", { kind: "b", size: 2 })).toEqual([0]);
    expect(meantBranches(contract, { oneOf: union.oneOf }, "oneOf", { kind: "b", size: 2 })).toEqual([0, 1]);
  });

  it("are a non-empty subset of the branches for every value", () => {
    const union = { anyOf: [cat, dog, { $ref: "#/components/schemas/Loop" }, { type: "array" }] };
    const law = fc.property(fc.jsonValue(), (value) => {
      const meant = meantBranches(contract, union, "anyOf", value as Json);
      expect(meant.length).toBeGreaterThan(0);
      expect([0, 1, 2, 3]).toEqual(expect.arrayContaining(meant));
    });

    expect(() => fc.assert(law)).not.toThrow();
  });
});

describe("likeliestBranch()", () => {
  it.each<[string, Json, number]>([
    ["that is meant", { kind: "dog", lives: 9 }, 1],
    ["that knows most of the members, by name and type", { lives: 9 }, 0],
    ["that misses least", { name: 5 }, 1],
    ["that comes first, where nothing tells", { odd: 5, kind: "bird" }, 0],
  ])("is the one %s", (_, value, expected) => {
    expect(likeliestBranch(contract, { anyOf: [cat, dog] }, "anyOf", value)).toBe(expected);
  });
});

describe("likeliestBranch() of lists", () => {
  const union = {
    anyOf: [
      { type: "array", items: { type: "string" } },
      { type: "array", items: cat },
      { type: "array", items: dog },
    ],
  };

  it.each<[string, Json, number]>([
    ["of texts", ["a"], 0],
    ["of cats", [{ lives: 9 }], 1],
    ["of dogs", [{ name: "Rex", kind: "dog" }], 2],
    ["without items", [], 0],
  ])("is the one %s", (_, value, expected) => {
    expect(likeliestBranch(contract, union, "anyOf", value)).toBe(expected);
  });
});

describe("canBeValid()", () => {
  it("compares type, constants and enums only", () => {
    expect(canBeValid(contract, cat, {})).toBe(true);
    expect(canBeValid(contract, cat, { kind: "dog" })).toBe(false);
    expect(canBeValid(contract, cat, "cat")).toBe(false);
  });
});
