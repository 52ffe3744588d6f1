import { describe, expect, it } from "vitest";
import type { Json } from "../../contracts/index.ts";
import { coerceOutput } from "./coerce-output.ts";
import { graphql } from "./library.ts";

const schema = graphql.buildSchema(`
  enum Status { IN_PROGRESS DONE }
  type Query { text: String, sure: String!, count: Int, is: Boolean, status: Status, many: [Int!], maybe: [Int] }
`);

describe("coerceOutput()", () => {
  it.each<[string, Json | undefined, Json | undefined]>([
    ["text", "a", "a"],
    ["text", 7, "7"],
    ["text", null, null],
    ["text", {}, undefined],
    ["sure", null, undefined],
    ["count", 7, 7],
    ["count", "many", undefined],
    ["count", 2 ** 40, undefined],
    ["is", true, true],
    ["is", "yes", undefined],
    ["status", "in_progress", "IN_PROGRESS"],
    ["status", "DONE", "DONE"],
    ["status", "lost", undefined],
    ["many", [1, 2], [1, 2]],
    ["many", [1, null], undefined],
    ["maybe", [1, null], [1, null]],
    ["many", 1, undefined],
    ["text", undefined, undefined],
  ])("shows as %s of %j %j", (field, value, shown) => {
    const type = schema.getQueryType()?.getFields()[field]?.type;

    expect(type && coerceOutput(type, value)).toEqual(shown);
  });
});
