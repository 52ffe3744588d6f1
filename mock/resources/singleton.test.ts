import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import type { Platform } from "../index.ts";

const scratch = createScratch();

const text = { type: "string" };
const jsonBody = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const fine = (schema: JsonObject): JsonObject => ({ "200": { description: "", ...jsonBody(schema) } });
const none = { description: "" };
const idParameter = { name: "id", in: "path", required: true, schema: text };
const user = { type: "object", properties: { id: text, name: text } };

async function withUser(part: JsonObject): Promise<{ readonly platform: Platform; readonly path: string }> {
  const paths = {
    "/users": { post: { requestBody: jsonBody(user), responses: fine(user) } },
    "/users/{id}": {
      parameters: [idParameter],
      get: { responses: fine(user) },
      delete: { responses: { "204": none } },
    },
    "/users/{id}/part": { parameters: [idParameter], ...part },
  };
  const platform = platformServing([await scratch.load({ paths })]);
  const { id } = (await ask(platform, "POST /users", { body: { name: "Ada" } })).value;
  return { platform, path: `/users/${id}/part` };
}

describe("a part of an item with a path of its own", () => {
  const settings = { type: "object", properties: { theme: text } };
  const write = { requestBody: jsonBody(settings), responses: fine(settings) };
  const others = { get: { responses: { ...fine(settings), "404": none } }, delete: { responses: { "204": none } } };

  it.each([
    ["PUT", { put: write }],
    ["PATCH", { patch: write }],
    ["POST", { post: { ...write, responses: { "201": none } }, patch: write }],
  ])("is read as it was written by %s, is missing after a deletion, and comes back", async (method, part) => {
    const { platform, path } = await withUser({ ...others, ...part });
    const written = async (theme: string): Promise<void> => {
      expect((await ask(platform, `${method} ${path}`, { body: { theme } })).status).toBeLessThan(300);
      expect((await ask(platform, `GET ${path}`)).value).toEqual({ theme });
    };

    await written("dark");
    expect((await ask(platform, `DELETE ${path}`)).status).toBe(204);
    expect((await ask(platform, `GET ${path}`)).status).toBe(404);
    expect((await ask(platform, `DELETE ${path}`)).status).toBe(404);
    await written("light");
  });

  it("can be an image, whose bytes are read", async () => {
    const image = { content: { "image/png": { schema: { type: "string", format: "binary" } } } };
    const read = { responses: { "200": { description: "", ...image }, "404": none } };
    const remove = { responses: { "204": none } };
    const { platform, path } = await withUser({
      get: read,
      delete: remove,
      put: { requestBody: image, responses: { "204": none } },
    });
    const put = { headers: { "content-type": "image/png" }, body: new Uint8Array([1, 2, 3]) };
    expect((await ask(platform, `PUT ${path}`, put)).status).toBe(204);
    const shown = await ask(platform, `GET ${path}`);

    expect([shown.headers["content-type"], shown.text]).toEqual(["image/png", "\u0001\u0002\u0003"]);
    await ask(platform, `DELETE ${path}`);
    expect((await ask(platform, `GET ${path}`)).status).toBe(404);
  });
});
