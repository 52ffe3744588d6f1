import type { Json, JsonSchema } from "../model/json.ts";
import { describe, expect, it } from "vitest";
import { contractOfSchema } from "../../test/support/contracts/in-memory.ts";
import { createTextReader, readJson, writeText } from "./text.ts";

const contract = contractOfSchema({ type: "integer" });

describe("createTextReader()", () => {
  it.each<[JsonSchema, string, Json]>([
    [{ type: "string" }, "1", "1"],
    [{ type: "integer" }, "1", 1],
    [{ type: "integer" }, "-0", 0],
    [{ type: "integer" }, "1.5", 1.5],
    [{ type: "number" }, "1e2", 100],
    [{ type: "number" }, "01", "01"],
    [{ type: "number" }, " 1", " 1"],
    [{ type: "number" }, "", ""],
    [{ type: "number" }, "1e999", "1e999"],
    [{ type: "number" }, "Infinity", "Infinity"],
    [{ type: "boolean" }, "true", true],
    [{ type: "boolean" }, "True", "True"],
    [{ type: "boolean" }, "1", "1"],
    [{ type: ["integer", "null"] }, "null", null],
    [{ type: ["integer", "null"] }, "", null],
    [{ type: ["string", "null"] }, "", ""],
    [{ type: ["string", "null"] }, "null", null],
    [{ type: ["string", "integer"] }, "1", 1],
    [{ $ref: "#/components/schemas/S" }, "1", 1],
    [{ type: "object" }, '{"a":1}', { a: 1 }],
    [{ type: "array" }, "[1]", [1]],
    [{ type: "array" }, "[1", "[1"],
    [{ type: ["string", "array"] }, "[1]", "[1]"],
    [true, "1", 1],
    [true, "a", "a"],
    [false, "1", "1"],
  ])("for %j reads %j as %j", (schema, text, value) => {
    expect(createTextReader(contract, schema)(text)).toEqual(value);
  });
});

describe("writeText()", () => {
  it.each<[Json, string]>([
    ["a", "a"],
    [1, "1"],
    [-0, "0"],
    [true, "true"],
    [null, "null"],
    [{ a: [1] }, '{"a":[1]}'],
  ])("writes %j as %s", (value, text) => {
    expect(writeText(value)).toBe(text);
  });
});

describe("readJson()", () => {
  it("returns text that is not JSON unchanged", () => {
    expect(readJson('{"a": null}')).toEqual({ a: null });
    expect(readJson("{a}")).toBe("{a}");
  });
});
