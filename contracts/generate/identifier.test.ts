import { describe, expect, it } from "vitest";
import { entryOf } from "../../test/support/values/table.ts";
import type { JsonSchema } from "../index.ts";
import { createValues } from "./index.ts";

const { contract } = await entryOf("strings/Free");
const options = { name: "first", prefix: "meter", counter: 7 };
const identifier = (schemas: readonly JsonSchema[], other: Partial<typeof options> = {}): string | number =>
  createValues(contract, "response").identifier(schemas, { ...options, ...other });

describe("identifier()", () => {
  it.each<[string, JsonSchema[], RegExp]>([
    ["no schema", [], /^meter_[0-9a-f]{12}$/],
    ["a text", [{ type: "string" }], /^meter_[0-9a-f]{12}$/],
    ["a text or a number", [{ type: ["integer", "string"] }], /^meter_[0-9a-f]{12}$/],
    ["a text that is not null", [{ type: ["string", "null"] }], /^meter_[0-9a-f]{12}$/],
    ["a long text", [{ type: "string", minLength: 40 }], /^meter_[0-9a-f]{12}0{22}$/],
    ["a short text", [{ type: "string", maxLength: 8 }], /^[0-9a-f]{8}$/],
    [
      "a UUID",
      [{ type: "string", format: "uuid" }],
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/,
    ],
    ["a pattern", [{ type: "string", pattern: "^SM[0-9a-f]{32}$" }], /^SM[0-9a-f]{32}$/],
    ["a pattern of its path parameter only", [{ type: "string" }, { pattern: "^[a-z]{4}$" }], /^[a-z]{4}$/],
    ["a format that nobody checks", [{ type: "string", format: "ulid" }], /^meter_[0-9a-f]{12}$/],
    ["an enum", [{ enum: ["only"] }], /^only$/],
  ])("is valid against %s", (_, schemas, expected) => {
    expect(identifier(schemas)).toMatch(expected);
  });

  it.each<[string, JsonSchema[], number]>([
    ["an integer", [{ type: "integer" }], 7],
    ["an integer from a bound", [{ type: "integer", minimum: 1000 }], 1006],
    ["an integer above a bound", [{ type: "integer", exclusiveMinimum: 99 }], 106],
    ["a positive number", [{ type: "number", exclusiveMinimum: 0 }], 7],
  ])("is the counter for %s", (_, schemas, expected) => {
    expect(identifier(schemas)).toBe(expected);
  });

  it.each([
    [{ type: "string" }],
    [{ type: "string", format: "uuid" }],
    [{ type: "string", pattern: "^[a-f0-9]{24}$" }],
  ])("is the same for the same name, and different for another: %j", (schema) => {
    expect(identifier([schema])).toBe(identifier([schema], { counter: 9 }));
    expect(identifier([schema])).not.toBe(identifier([schema], { name: "second" }));
  });
});
