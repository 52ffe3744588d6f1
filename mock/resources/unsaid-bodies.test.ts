import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const text = { type: "string" };
const json = (schema?: JsonObject): JsonObject => ({ content: { "application/json": schema ? { schema } : {} } });
const answer = (status: string, body: JsonObject = {}): JsonObject => ({
  responses: { [status]: { description: "It.", ...body } },
});

/** A platform whose responses have a body of which the document says nothing. */
function serving(said: JsonObject, name = "noteId") {
  const requestBody = json({
    type: "object",
    required: ["title"],
    properties: { title: text, done: { type: "boolean" } },
  });
  return platformServing([
    compileInMemory({
      paths: {
        "/notes": { get: answer("200", said), post: { requestBody, ...answer("201", said) } },
        [`/notes/{${name}}`]: {
          parameters: [{ name, in: "path", required: true, schema: text }],
          get: answer("200", said),
          put: { requestBody, ...answer("200", said) },
          delete: answer("204"),
        },
        "/health": { get: answer("200", said) },
        "/notes/recent": { get: answer("200", said) },
      },
    }),
  ]);
}

describe("a response of which the document says nothing", () => {
  it.each<[string, JsonObject]>([
    ["no body", {}],
    ["no schema", json()],
    ["an empty schema", json({})],
  ])("shows stored items with %s", async (_, said) => {
    const platform = serving(said);
    expect((await ask(platform, "GET /notes")).value).toEqual([]);
    const { value: made } = await ask(platform, "POST /notes", { body: { title: "A", done: false } });
    await ask(platform, "POST /notes", { body: { title: "B" } });

    expect(made).toEqual({ title: "A", done: false, id: expect.anything() });
    expect((await ask(platform, `GET /notes/${made.id}`)).value).toEqual(made);
    expect((await ask(platform, "GET /notes")).value).toMatchObject([made, { title: "B" }]);
    expect((await ask(platform, `PUT /notes/${made.id}`, { body: { title: "C" } })).value).toMatchObject({
      title: "C",
    });
    expect((await ask(platform, `GET /notes/${made.id}`)).value).toMatchObject({ id: made.id, title: "C" });
    expect((await ask(platform, `DELETE /notes/${made.id}`)).status).toBe(204);
    expect((await ask(platform, `GET /notes/${made.id}`)).status).toBe(404);
    expect((await ask(platform, "GET /notes")).value).toMatchObject([{ title: "B" }]);
    expect((await ask(platform, "GET /notes", { token: "mock-globex" })).value).toEqual([]);
  });

  it("has the list in a member, if it must be an object", async () => {
    const platform = serving(json({ type: "object" }));
    const { value: made } = await ask(platform, "POST /notes", { body: { title: "A" } });

    expect((await ask(platform, "GET /notes")).value).toEqual({ notes: [made] });
    expect((await ask(platform, `GET /notes/${made.id}`)).value).toEqual(made);
  });

  it("is an object elsewhere", async () => {
    const platform = serving(json({}));

    expect((await ask(platform, "GET /health")).value).toEqual({});
    expect((await ask(platform, "GET /health")).value).toEqual({});
  });

  it("is empty for a change, where other operations of the collection document their bodies", async () => {
    const item = { type: "object", properties: { id: text, title: text } };
    const requestBody = json({ type: "object", properties: { title: text } });
    const platform = platformServing([
      compileInMemory({
        paths: {
          "/notes": {
            get: answer("200", json({ type: "array", items: item })),
            post: { requestBody, ...answer("200") },
          },
          "/notes/{id}": {
            parameters: [{ name: "id", in: "path", required: true, schema: text }],
            get: answer("200", json(item)),
          },
        },
      }),
    ]);

    expect((await ask(platform, "POST /notes", { body: { title: "A" } })).text).toBe("");
  });
});
