import { describe, expect, it } from "vitest";
import { checkCompat } from "../../compat/index.ts";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { playWitnesses } from "./execute.ts";

const io = { signal: new AbortController().signal };
const json = (schema: JsonObject): JsonObject => ({ description: "Done", content: { "application/json": { schema } } });
const item: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const parameter = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  in: "query",
  schema: { type: "string", ...more },
});

/** A resource whose list is read page by page. */
function listing(...parameters: readonly JsonObject[]) {
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const page = {
    type: "object",
    properties: { data: { type: "array", items: item }, next_cursor: { type: "string" } },
  };
  return [
    compileInMemory({
      paths: {
        "/items": {
          get: {
            parameters: [parameter("limit", { type: "integer" }), ...parameters],
            responses: { "200": json(page) },
          },
          post: {
            requestBody: { content: { "application/json": { schema: item } } },
            responses: { "201": json(item) },
          },
        },
        "/items/{id}": { get: { parameters: [id], responses: { "200": json(item) } } },
      },
    }),
  ];
}

describe("playWitnesses() on what only a mock's own data refuses", () => {
  it.each([
    ["a cursor that no page gave", "cursor", "an earlier page gave"],
    ["an item that is not there", "starting_after", "an item of the list"],
  ])("does not take that for a refusal: %s", async (_, name, reason) => {
    const base = listing(parameter(name));
    const played = async (...parameters: readonly JsonObject[]) => {
      const sides = [base, listing(...parameters)] as const;
      const { changes } = await playWitnesses(checkCompat(...sides), sides, io);
      return changes.map(({ witness }) => witness?.played);
    };
    const refused = expect.stringContaining(reason) as string;

    expect(await played()).toEqual([{ base: refused, revision: `200, ignoring query.${name}`, confirmed: true }]);
    expect(await played(parameter(name, { maxLength: 3 }))).toEqual([
      { base: refused, revision: `400 query /${name}: expected at most 3 characters`, confirmed: true },
    ]);
  });
});
