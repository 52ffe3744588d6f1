import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { judgeDocuments, deprecatedSince } from "../../test/support/compat/test-documents.ts";

const today = "2026-11-20";
const integer = { type: "integer" };

describe("formerParameters()", () => {
  it.each<[string, Json, Json, string[]]>([
    ["a member keeps the day of what was listed", listed("2024-01-01"), member("2024-01-01"), []],
    ["what is listed keeps the day of a member", member("2024-01-01"), listed("2024-01-01"), []],
    ["a member is backdated", listed("2024-01-01"), member("2023-01-01"), ["deprecation-backdated"]],
    ["what is listed is backdated", member("2024-01-01"), listed("2023-01-01"), ["deprecation-backdated"]],
    ["a schema keeps the day of its parameter", listed("2024-01-01"), ofSchema("2024-01-01"), []],
    ["a parameter keeps the day of its schema", ofSchema("2024-01-01"), listed("2024-01-01"), []],
    ["a schema is backdated", listed("2024-01-01"), ofSchema("2023-01-01"), ["deprecation-backdated"]],
    ["a member was not deprecated", listed(), member("2024-01-01"), ["deprecation-backdated"]],
  ])("finds the parameter that a date was set at: %s", (_, before, after, codes) => {
    const { faults } = judgeDocuments(asking(before), asking(after), { today });

    expect(faults.map(({ code }) => code)).toEqual(codes);
  });
});

function asking(parameter: Json): JsonObject {
  return { paths: { "/a": { get: { parameters: [parameter], responses: {} } } } };
}

function listed(day?: string): JsonObject {
  return { name: "page[n]", in: "query", ...(day !== undefined && deprecatedSince(day)), schema: integer };
}

function ofSchema(day: string): JsonObject {
  return { name: "page[n]", in: "query", schema: { ...integer, ...deprecatedSince(day) } };
}

function member(day: string): JsonObject {
  const properties = { n: { ...integer, ...deprecatedSince(day) } };
  return { name: "page", in: "query", style: "deepObject", schema: { type: "object", properties } };
}
