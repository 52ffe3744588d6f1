import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

describe("an action without state", () => {
  it("returns the members of the request that fit its response", async () => {
    expect(await echoed({ a: "mine", b: 4, other: 1 })).toEqual({ a: "mine", b: 4, c: "made", id: "e_1" });
    expect(await echoed({ b: 5 })).toEqual({ a: "shown", b: 5, c: "made", id: "e_1" });
  });

  it("returns no unfit, secret or readOnly members", async () => {
    expect(await echoed({ b: "many", id: "mine", secret: "s" })).toMatchObject({ a: "shown", id: "e_1" });
    expect(await echoed({ b: "many" })).toMatchObject({ b: expect.any(Number) as number });
    expect(await echoed({ secret: "s" })).not.toHaveProperty("secret");
  });

  it("returns members of the query as well", async () => {
    expect(await echoed({}, "?c=asked&q=x")).toMatchObject({ c: "asked" });
  });
});

async function echoed(body: JsonObject, query = ""): Promise<unknown> {
  const { status, value } = await ask(platformServing([echo]), `POST /echo${query}`, { body });
  expect(status).toBe(200);
  return value;
}

const properties: JsonObject = {
  id: { type: "string", readOnly: true },
  a: { type: "string" },
  b: { type: "integer" },
  c: { type: "string" },
  secret: { type: "string", writeOnly: true },
};
const text: Json = { type: "string" };
const echo = compileInMemory({
  paths: {
    "/echo": {
      post: {
        parameters: ["c", "q"].map((name) => ({ name, in: "query", schema: text })),
        requestBody: { content: { "application/json": { schema: { type: "object" } } } },
        responses: {
          "200": {
            description: "It.",
            content: {
              "application/json": {
                schema: { type: "object", required: ["id", "a", "b"], properties },
                example: { id: "e_1", a: "shown", b: 1, c: "made" },
              },
            },
          },
        },
      },
    },
  },
});
