import { describe, expect, it } from "vitest";
import type { JsonObject } from "../contracts/index.ts";
import { jsonResponse, testContract, objectSchema, deprecatedSince } from "../test/support/compat/test-documents.ts";
import { checkCompat } from "./index.ts";
import { changeFacts } from "./reports/change-facts.ts";
import { platformCompat } from "../profiles/platform/compat.ts";

const text = { type: "string" };
const end = deprecatedSince("2025-01-31", { "x-sunset": "2026-01-31" });

it("a deprecation without date and reason has the value deprecated: true", () => {
  const [change] = checkCompat(
    [testContract({ paths: { "/a": { get: { ...deprecatedSince("2025-01-31"), ...jsonResponse(text) } } } })],
    [testContract({ paths: { "/a": { get: { deprecated: true, ...jsonResponse(text) } } } })],
  ).changes;

  expect(change && changeFacts(change, platformCompat)).toEqual([["change", "deprecated on 2025-01-31 -> deprecated"]]);
});

describe("a removed part", () => {
  it("has the announcement of the base in the report", () => {
    const parameter = { name: "q", in: "query", schema: text, ...end };
    const document = (parameters: JsonObject[], properties: JsonObject, more: JsonObject): JsonObject => ({
      paths: { "/a": { get: { parameters, ...jsonResponse(objectSchema(properties)) } }, ...more },
    });
    const base = document(
      [parameter],
      { id: text, note: { ...text, ...end } },
      { "/b": { get: { ...end, ...jsonResponse(text) } } },
    );
    const { changes } = checkCompat([testContract(base)], [testContract(document([], { id: text }, {}))]);
    const announcement = { date: "2025-01-31", sunset: "2026-01-31" };

    expect(Object.fromEntries(changes.map(({ rule, before }) => [rule, before]))).toEqual({
      "operation-removed": announcement,
      "request-parameter-removed": announcement,
      "response-property-removed": { required: false, ...announcement },
    });
  });
});
