import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const text = { type: "string" };
const integer = { type: "integer" };
const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: "object",
  properties,
  required,
});
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const done = { "204": { description: "Done." } };
const query = (name: string, schema: JsonObject, required = true): JsonObject => ({
  parameters: [{ name, in: "query", required, schema }],
});
const sent = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  requestBody: content(object(properties, required)),
});

/** A platform with the reactions "up" of Ada and "down" of Bo, numbered 1 and 2. */
async function serving(remove: JsonObject, line: string, others: JsonObject = {}, item = reaction) {
  const [method = "", path = ""] = line.split(" ");
  const own = {
    post: { requestBody: content(item), responses: { "201": { description: "It.", ...content(item) } } },
    get: { responses: { "200": { description: "They.", ...content({ type: "array", items: item }) } } },
  };
  const operation = { [method.toLowerCase()]: { responses: done, ...remove } };
  const isOwn = path === "/reactions";
  const paths = {
    "/reactions": isOwn ? { ...own, ...operation } : own,
    ...(!isOwn && { [path]: operation }),
    ...others,
  };
  const platform = platformServing([compileInMemory({ paths })]);
  await ask(platform, "POST /reactions", { body: { emoji: "up", user_id: 7, port: 1 } });
  await ask(platform, "POST /reactions", { body: { emoji: "down", user_id: 8, port: 2 } });
  return platform;
}

const reaction = object({ emoji: text, user_id: integer, port: integer });
const byPort = {
  "/reactions/{port}": {
    get: {
      parameters: [{ name: "port", in: "path", required: true, schema: integer }],
      responses: { "200": { description: "It.", ...content(reaction) } },
    },
  },
};

type Request = readonly [
  line: string,
  remove: JsonObject,
  request: string,
  body?: JsonObject | undefined,
  others?: JsonObject | undefined,
];

async function left([line, remove, request, body, others]: Request) {
  const platform = await serving(remove, line, others);
  const { status } = await ask(platform, request, body === undefined ? {} : { body });
  const { value } = await ask(platform, "GET /reactions");
  return { status, emojis: value.map(({ emoji }: { emoji: string }) => emoji).join(" ") };
}

const ports = { type: "array", items: integer };
const own = "DELETE /reactions";

describe("a deletion that names its items by members", () => {
  it.each<Request>([
    [own, query("emoji", text), "DELETE /reactions?emoji=up"],
    [own, query("user_id", integer), "DELETE /reactions?user_id=7"],
    [own, query("userId", integer), "DELETE /reactions?userId=7"],
    [own, sent({ user_id: integer }), own, { user_id: 7 }],
    [own, sent({ emoji: text, user_id: integer }), own, { emoji: "up", user_id: 7 }],
    [own, sent({ emoji: text, reason: text }, ["emoji"]), own, { emoji: "up", reason: "spam" }],
    ["POST /reactions/delete", sent({ ports }), "POST /reactions/delete", { ports: [1] }, byPort],
    ["POST /reactions/bulk_delete", sent({ ports }), "POST /reactions/bulk_delete", { ports: [1] }, byPort],
    [own, sent({ ports }), own, { ports: [1] }, byPort],
  ])("removes them: %s", async (...request) => {
    expect(await left(request as unknown as Request)).toEqual({ status: 204, emojis: "down" });
  });

  it("is refused if there is none, where it documents that", async () => {
    const refusing = { ...done, "404": { description: "There is no such reaction." } };
    const of = (responses: JsonObject) => left([own, { ...sent({ emoji: text }), responses }, own, { emoji: "none" }]);

    expect(await of(refusing)).toEqual({ status: 404, emojis: "up down" });
    expect(await of(done)).toEqual({ status: 204, emojis: "up down" });
  });

  it("keeps them readable where its text says so, and does not delete them twice", async () => {
    const item = object({ id: text, emoji: text, deleted_at: { type: ["string", "null"], format: "date-time" } });
    const byId = { name: "id", in: "path", required: true, schema: text };
    const read = { parameters: [byId], responses: { "200": { description: "It.", ...content(item) } } };
    const one = { parameters: [byId], description: "Soft-deletes a reaction.", responses: done };
    const others = { "/reactions/{id}": { get: read, delete: one } };
    const removal = { ...query("emoji", text), description: "Soft-deletes reactions." };
    const platform = await serving(removal, own, others, item);
    const [{ id }] = (await ask(platform, "GET /reactions")).value;
    const { status } = await ask(platform, "DELETE /reactions?emoji=up");

    expect(status).toBe(204);
    expect((await ask(platform, "GET /reactions")).value).toMatchObject([{ emoji: "down" }]);
    expect((await ask(platform, `GET /reactions/${id}`)).value.deleted_at).toEqual(expect.any(String));
  });

  it.each<Request>([
    [own, query("emoji", text, false), own],
    [own, query("reason", text), "DELETE /reactions?reason=up"],
    [own, sent({ emoji: text, ticket: text }), own, { emoji: "up", ticket: "x" }],
    [
      "POST /reactions/delete",
      sent({ hosts: { type: "array", items: text } }),
      "POST /reactions/delete",
      { hosts: ["1"] },
      byPort,
    ],
    [own, sent({ ports, all: { type: "boolean" } }, []), own, { all: true }, byPort],
    ["POST /reactions/export", sent({ ports }), "POST /reactions/export", { ports: [1] }, byPort],
  ])("removes nothing that it need not name, or names by what items do not show: %s with %j", async (...request) => {
    expect((await left(request as unknown as Request)).emojis).toBe("up down");
  });

  it("removes them below an item whose parameter is called id", async () => {
    const inPath = { name: "id", in: "path", required: true, schema: text };
    const responses = { "200": { description: "It.", ...content({ type: "array", items: reaction }) } };
    const post = { requestBody: content(reaction), responses: { "201": { description: "It.", ...content(reaction) } } };
    const remove = { parameters: query("emoji", text)["parameters"] as JsonObject[], responses: done };
    const paths = { "/posts/{id}/reactions": { parameters: [inPath], get: { responses }, post, delete: remove } };
    const platform = platformServing([compileInMemory({ paths })]);
    for (const emoji of ["up", "down"]) await ask(platform, "POST /posts/p1/reactions", { body: { emoji } });
    await ask(platform, "DELETE /posts/p1/reactions?emoji=up");

    expect((await ask(platform, "GET /posts/p1/reactions")).value).toMatchObject([{ emoji: "down" }]);
  });
});
