import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { type ParsedResponse, ask, platformServing } from "../../../test/support/mock/ask.ts";

const text = { type: "string" };
const integer = { type: "integer" };
const uri = { type: "string", format: "uri" };
const object = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: "object",
  properties,
  required,
});
const item = object({ id: text }, "id");
const links = (schema: JsonObject, ...required: string[]): JsonObject => ({
  links: object({ next: schema }, ...required),
});

/** Platform with the items "a", "b" and "c" in a list with these parameters and members. */
async function listing(parameters: JsonObject, members: JsonObject, required: readonly string[]) {
  const answer = (schema: JsonObject): JsonObject => ({
    description: "It.",
    content: { "application/json": { schema } },
  });
  const contract = compileInMemory({
    paths: {
      "/pies": {
        get: {
          parameters: Object.entries(parameters).map(([name, schema]) => ({ name, in: "query", schema })),
          responses: {
            "200": answer(object({ pies: { type: "array", items: item }, ...members }, "pies", ...required)),
          },
        },
        post: {
          requestBody: { content: { "application/json": { schema: item } } },
          responses: { "201": answer(item) },
        },
      },
    },
  });
  const platform = platformServing([contract]);
  for (const id of "abc") await ask(platform, "POST /pies", { body: { id } });
  return async (query: string) =>
    (await ask(platform, `GET /pies?${query}`, { headers: { host: "api.example" } })).value;
}

const byCursor = { cursor: text, limit: integer };
const byPage = { page: integer, size: integer };
const byOffset = { offset: integer, limit: integer };

describe("the last page of a list", () => {
  it.each<[string, JsonObject, JsonObject, readonly string[], string]>([
    ["a link by cursor", byCursor, links(uri, "next"), ["links"], "limit=2&cursor=MiBj"],
    ["a link by page", byPage, links(uri, "next"), ["links"], "size=2&page=2"],
    ["a link by page without a size", byPage, links(uri, "next"), ["links"], ""],
    ["a link by offset", byOffset, { next: uri }, ["next"], "limit=2&offset=2"],
    ["a link by offset without a limit", byOffset, { next: uri }, ["next"], ""],
    ["a link by the last item", { starting_after: text, limit: integer }, { next: uri }, ["next"], "limit=5"],
    ["a link in an object", byPage, { next: object({ href: uri }, "href") }, ["next"], "size=2&page=2"],
  ])("leads by %s that must be shown to an empty page, and so on", async (_, parameters, members, required, last) => {
    const read = await listing(parameters, members, required);
    let page = await read(last);
    for (let count = 0; count < 3; count++) {
      const next = page.links?.next ?? page.next.href ?? page.next;
      expect(next).toMatch(/^http:\/\/api\.example\/pies\?/);
      page = await read(next.split("?", 2)[1]);
      expect(page.pies).toEqual([]);
    }
  });

  it.each<[string, JsonObject, JsonObject, string, (page: ParsedResponse["value"]) => string]>([
    ["a number", byPage, { next_page: integer }, "size=2&page=2", ({ next_page: next }) => `size=2&page=${next}`],
    ["a cursor", byCursor, { next: { ...text, minLength: 1 } }, "limit=5", ({ next }) => `limit=5&cursor=${next}`],
  ])("leads by %s that must be shown to an empty page", async (_, parameters, members, last, queryOf) => {
    const read = await listing(parameters, members, Object.keys(members));

    expect((await read(queryOf(await read(last)))).pies).toEqual([]);
  });

  it.each<[string, JsonObject, JsonObject, readonly string[], string, JsonObject]>([
    ["no object of an optional link", byPage, { next: object({ href: uri }, "href") }, [], "size=2&page=2", {}],
    ["no link", byPage, links(uri), [], "size=2&page=2", {}],
    ["no number", byPage, { next_page: integer }, [], "size=2&page=2", {}],
    ["no cursor", byCursor, { next_cursor: text }, [], "limit=5", {}],
    ["an empty cursor", byCursor, { next_cursor: text }, ["next_cursor"], "limit=5", { next_cursor: "" }],
    [
      "null",
      byPage,
      { next_page: { type: ["integer", "null"] }, ...links({ ...uri, type: ["string", "null"] }, "next") },
      ["next_page", "links"],
      "size=2&page=2",
      { next_page: null, links: { next: null } },
    ],
  ])("has %s where it may", async (_, parameters, members, required, last, envelope) => {
    const { pies, ...others } = await (await listing(parameters, members, required))(last);

    expect(pies.at(-1)).toEqual({ id: "c" });
    expect(others).toEqual(envelope);
  });
});
