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

  it.each<[string, string, JsonObject, JsonObject]>([
    ["PUT", "image/png", { "204": none }, { delete: { responses: { "204": none } } }],
    ["PUT", "image/png", { "204": none, "404": none }, { delete: { responses: { "204": none, "404": none } } }],
    ["PUT", "text/plain", { "204": none, "404": none }, { delete: { responses: { "204": none } } }],
    ["PATCH", "text/plain", { "200": none, "404": none }, { delete: { responses: { "204": none } } }],
    ["POST", "image/png", { "204": none, "404": none }, { delete: { responses: { "204": none } } }],
  ])("can be content, which is read as it was sent by %s as %s %j", async (method, type, responses, more) => {
    const content = { content: { [type]: { schema: { type: "string" } } } };
    const { platform, path } = await withUser({
      ...more,
      get: { responses: { "200": { description: "", ...content }, "404": none } },
      [method.toLowerCase()]: { requestBody: content, responses },
    });
    const sent = { headers: { "content-type": type }, body: new Uint8Array([1, 2, 3]) };
    expect((await ask(platform, `GET ${path}`)).status).toBe(404);
    expect((await ask(platform, `${method} ${path}`, sent)).status).toBeLessThan(300);
    const shown = await ask(platform, `GET ${path}`);

    expect([shown.headers["content-type"]?.split(";", 1)[0], shown.text]).toEqual([type, "\u0001\u0002\u0003"]);
    await ask(platform, `DELETE ${path}`);
    expect((await ask(platform, `GET ${path}`)).status).toBe(404);
  });

  it.each(["PUT", "PATCH"])("can be sent in another member than it is read, by %s", async (method) => {
    const scoped = { type: "object", properties: { scope: text, settings } };
    const { platform, path } = await withUser({
      get: { responses: fine(settings) },
      [method.toLowerCase()]: { requestBody: jsonBody(scoped), responses: fine(settings) },
    });
    const sent = { scope: "all", settings: { theme: "dark" } };

    expect((await ask(platform, `${method} ${path}`, { body: sent })).value).toEqual({ theme: "dark" });
    expect((await ask(platform, `GET ${path}`)).value).toEqual({ theme: "dark" });
  });

  it.each<[string, JsonObject]>([
    ["alone", {}],
    ["beside a flag", { logs: { type: "boolean" } }],
  ])("can be a list, which a request has %s in a member", async (_, beside) => {
    const rules = { type: "array", items: { type: "object" } };
    const rule = { port: "443", policy: "allow" };
    const whole = { type: "object", properties: { rules, ...beside } };
    const { platform, path } = await withUser({
      get: { responses: fine(rules) },
      put: { requestBody: jsonBody(whole), responses: fine(rules) },
    });

    expect((await ask(platform, `PUT ${path}`, { body: { rules: [rule] } })).value).toEqual([rule]);
    expect((await ask(platform, `GET ${path}`)).value).toEqual([rule]);
    await ask(platform, `PUT ${path}`, { body: { rules: [] } });
    expect((await ask(platform, `GET ${path}`)).value).toEqual([]);
  });
});
