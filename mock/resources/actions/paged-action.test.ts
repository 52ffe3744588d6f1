import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const rows = [{ value: 1 }, { value: 2 }, { value: 3 }];
const list = {
  type: "array",
  items: { type: "object", required: ["value"], properties: { value: { type: "number" } } },
};

function servingMetrics(parameters: JsonObject, properties: JsonObject, example: JsonObject) {
  const schema = { type: "object", properties: { data: list, ...properties } };
  const content = { "application/json": { schema, example } };
  const contract = compileInMemory({
    paths: {
      "/metrics/{metric}/breakdown": {
        get: {
          parameters: [
            { name: "metric", in: "path", required: true, schema: { type: "string" } },
            ...Object.entries(parameters).map(([name, its]) => ({ name, in: "query", schema: its })),
          ],
          responses: { "200": { description: "Rows.", content } },
        },
      },
    },
  });
  return platformServing([contract]);
}

const integer = { type: "integer" };

describe("a list that no operation fills", () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ["page", { page: integer, limit: integer }, ["page=1&limit=2", "page=2&limit=2", "page=3&limit=2"]],
    ["offset", { offset: integer, limit: integer }, ["limit=2", "offset=2&limit=2", "offset=4&limit=2"]],
    ["page without a size", { page: integer }, ["page=1", "page=2", "page=99"]],
    ["cursor", { cursor: { type: "string" } }, ["", "cursor=abc", "cursor=xyz"]],
    ["item", { starting_after: { type: "string" } }, ["", "starting_after=3", "starting_after=9"]],
  ])("has each item on one page, and ends: %s", async (_, parameters, queries) => {
    const example = { data: rows, total: 70, next_cursor: "abc", has_more: true };
    const envelope = { total: integer, next_cursor: { type: "string" }, has_more: { type: "boolean" } };
    const platform = servingMetrics(parameters, envelope, example);
    const pages: { data: unknown[]; total: number }[] = [];
    for (const query of queries) pages.push((await ask(platform, `GET /metrics/x/breakdown?${query}`)).value);

    expect(pages.flatMap(({ data }) => data)).toEqual(rows);
    expect(pages.at(-1)).toEqual({ data: [], total: 3, has_more: false });
    expect(pages.every(({ total }) => total === 3)).toBe(true);
  });

  it("is whole where a request cannot select a page", async () => {
    const example = { data: rows, total: 70 };
    const platform = servingMetrics({ metric_filter: { type: "string" } }, { total: integer }, example);

    expect((await ask(platform, "GET /metrics/x/breakdown")).value).toEqual(example);
  });
});
