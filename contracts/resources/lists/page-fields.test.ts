import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import type { JsonObject } from "../../model/json.ts";
import { findPageFields, listPageMembers } from "./page-fields.ts";

const contract = compileInMemory({ paths: {} });
const integer: JsonObject = { type: "integer" };
const text: JsonObject = { type: "string" };

/** The names of the page fields of a list, by their meaning. */
function read(schemas: Readonly<Record<string, JsonObject>>): object {
  const fields = Object.entries(schemas).map(([name, schema]) => ({ name, schema }));
  const { limits, ...others } = findPageFields(contract, [...fields, ...listPageMembers(contract, fields)]);
  const names = Object.entries(others).flatMap(([meaning, field]) => (field ? [[meaning, field.name]] : []));
  return { limits: limits.map(({ name }) => name), ...Object.fromEntries(names) };
}

describe("findPageFields()", () => {
  it.each<[Readonly<Record<string, JsonObject>>, object]>([
    [
      { limit: integer, offset: integer },
      { limits: ["limit"], offset: "offset" },
    ],
    [
      { "per-page": integer, page: integer },
      { limits: ["per-page"], page: "page" },
    ],
    [
      { $top: integer, $skip: integer },
      { limits: ["$top"], offset: "$skip" },
    ],
    [
      { startIndex: integer, count: integer },
      { limits: ["count"], start: "startIndex" },
    ],
    [{ count: integer }, { limits: [] }],
    [
      { "pagination[page]": integer, "pagination[pageSize]": integer },
      { limits: ["pagination[pageSize]"], page: "pagination[page]" },
    ],
    [{ "filter[page]": integer, "filter[limit]": integer }, { limits: [] }],
    [
      { page_token: text, maxResults: integer },
      { limits: ["maxResults"], cursor: "page_token" },
    ],
    [
      { starting_after: text, ending_before: text },
      { limits: [], after: "starting_after", before: "ending_before" },
    ],
    [
      { page: { type: "object", properties: { number: integer, size: integer } } },
      { limits: ["page[size]"], page: "page[number]" },
    ],
    [{ page: { type: "object", properties: { cursor: text } } }, { limits: [], cursor: "page[cursor]" }],
    [{ from: { type: "string", format: "date" }, after: { type: "string", format: "date-time" } }, { limits: [] }],
    [{ page: text, limit: text }, { limits: [] }],
  ])("reads %j", (schemas, expected) => expect(read(schemas)).toEqual(expected));
});
