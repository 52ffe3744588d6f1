import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { type ParsedResponse, ask, platformServing } from "../../../test/support/mock/ask.ts";

const text = { type: "string" };
const integer = { type: "integer" };
const more = { hasNextPage: { type: "boolean" } };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const answer = (schema: JsonObject): JsonObject => ({
  description: "It.",
  content: { "application/json": { schema } },
});

/** Asks for pages of a list with the items "a", "b" and "c". */
async function listing(parameters: JsonObject, members: JsonObject) {
  const item = object({ id: text, syncState: text });
  const contract = compileInMemory({
    paths: {
      "/pies": {
        get: {
          parameters: Object.entries({ ...parameters, limit: integer }).map(([name, schema]) => ({
            name,
            in: "query",
            schema,
          })),
          responses: { "200": answer(object({ pies: { type: "array", items: item }, ...members })) },
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
  return async (query: string) => (await ask(platform, `GET /pies?${query}`)).value;
}

function readToken(value: ParsedResponse["value"], path: string): unknown {
  return path.split(".").reduce((found, name) => found?.[name], value);
}

describe("the token of the next page", () => {
  it.each<[string, JsonObject, string, JsonObject]>([
    ["continuationToken", text, "continuationToken", { continuationToken: text, ...more }],
    ["continuation_token", text, "next_continuation_token", { next_continuation_token: text, ...more }],
    ["bookmark", { oneOf: [text, integer] }, "bookmark", { bookmark: { oneOf: [text, integer] }, ...more }],
    ["pageState", text, "paging.pageState", { paging: object({ pageState: text }) }],
    ["scroll_id", text, "scroll_id", { scroll_id: text }],
    ["startKey", text, "nextStartKey", { nextStartKey: text, ...more }],
    ["lastKey", text, "lastKey", { lastKey: { type: ["string", "null"] } }],
    ["resumeToken", text, "meta.resumeToken", { meta: object({ resumeToken: text }) }],
    ["pagingToken", text, "pagingToken", { pagingToken: text }],
    ["pageToken", text, "pageToken", { pageToken: text, ...more }],
    ["cursor", text, "endCursor", { endCursor: text, ...more }],
    ["cursor", text, "token", { token: { ...text, description: "Pass this token to get the next page." } }],
    ["offset", integer, "nextOffset", { nextOffset: integer, ...more }],
    ["skip", integer, "meta.next_skip", { meta: object({ next_skip: { type: ["integer", "null"] } }) }],
  ])("that ?%s (%j) takes is shown at %s of %j until the last page", async (parameter, schema, path, members) => {
    const list = await listing({ [parameter]: schema }, members);

    const first = await list("limit=2");
    const token = readToken(first, path);
    const last = await list(`limit=2&${parameter}=${String(token)}`);

    expect(token).toEqual(expect.anything());
    expect(last.pies).toMatchObject([{ id: "c" }]);
    expect(readToken(last, path) ?? null).toBeNull();
    expect(last.hasNextPage ?? false).toBe(false);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ["a token that nothing shows", { startKey: text }, {}],
    ["a token for changes", { syncToken: text }, { syncToken: text }],
    ["a word that is repeated", { search: text }, { search: text }],
    ["a token of the client", { token: text }, { token: text }],
    ["a key that items have", { syncState: text }, {}],
  ])("is not %s: %j with %j", async (_, parameters, members) => {
    const list = await listing(parameters, members);
    const [name] = Object.keys(parameters);

    expect((await list("limit=2"))[name as string]).toBeUndefined();
    expect((await list(`limit=2&${name}=x`)).violations).toBeUndefined();
  });
});
