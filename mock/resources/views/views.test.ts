import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const text = { type: "string" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const list = (items: JsonObject): JsonObject => ({ type: "array", items });
const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const get = (schema: JsonObject): JsonObject => ({
  get: { responses: { "200": { description: "It.", ...json(schema) } } },
});

const members = { title: text, room: text, author_id: text };
const talk = object({ id: text, ...members, author: object({ name: text }) });
const other = object({ id: text, label: text, colour: text, size: text });
const around = object({ data: object({ talk, before: list(talk), after: list(talk) }) });
const id = { parameters: [{ name: "id", in: "path", required: true, schema: text }] };

/** A platform whose talks are shown at paths that say nothing of them. */
function serving() {
  const created = { responses: { "201": { description: "It.", ...json(talk) } } };
  return platformServing([
    compileInMemory({
      paths: {
        "/talks": { post: { requestBody: json(object(members)), ...created }, ...get({}) },
        "/talks/{id}": { ...id, ...get(talk), delete: { responses: { "204": { description: "Gone." } } } },
        "/talks/{id}/neighbours": { ...id, ...get(around) },
        "/talks/{id}/similar": { ...id, ...get(list(talk)) },
        "/programme": get(object({ data: list(talk), total: { type: "integer" } })),
        "/authors/{id}/work": { ...id, ...get(list(talk)) },
        "/colours": get(list(other)),
        "/draws": {
          post: { responses: { "200": { description: "It.", ...json(object({ won: talk, note: text })) } } },
        },
      },
    }),
  ]);
}

describe("a body with items of a collection", () => {
  it("lists the stored items at any path", async () => {
    const platform = serving();
    expect((await ask(platform, "GET /programme")).value).toMatchObject({ data: [] });
    const { value: made } = await ask(platform, "POST /talks", { body: { title: "A", author_id: "7" } });

    expect((await ask(platform, "GET /programme")).value).toMatchObject({ data: [made] });
    expect((await ask(platform, "GET /authors/7/work")).value).toMatchObject([made]);
    expect((await ask(platform, "GET /authors/8/work")).value).toEqual([]);
    expect((await ask(platform, "GET /colours")).value).not.toMatchObject([{ id: made.id }]);
    expect((await ask(platform, "GET /programme", { token: "mock-globex" })).value).toMatchObject({ data: [] });
    await ask(platform, `DELETE /talks/${made.id}`);
    expect((await ask(platform, "GET /programme")).value).toMatchObject({ data: [] });
  });

  it("shows the item that its path names, and no other one beside it", async () => {
    const platform = serving();
    const { value: made } = await ask(platform, "POST /talks", { body: { title: "A" } });
    const line = `GET /talks/${made.id}/neighbours`;

    expect((await ask(platform, line)).value).toMatchObject({ data: { talk: made, before: [], after: [] } });
    await ask(platform, `DELETE /talks/${made.id}`);
    expect((await ask(platform, line)).status).toBe(404);
  });
});

describe("a list beside another one", () => {
  it("may have other items", async () => {
    const platform = platformServing([
      compileInMemory({
        paths: {
          "/talks": {
            post: { requestBody: json(object(members)), responses: { "201": { description: "It.", ...json(talk) } } },
            ...get(list(talk)),
          },
          "/talks/{id}": { ...id, ...get(talk) },
          "/purchased-talks": get(list(talk)),
        },
      }),
    ]);
    const { value: made } = await ask(platform, "POST /talks", { body: { title: "A" } });

    expect((await ask(platform, "GET /talks")).value).toEqual([made]);
    expect((await ask(platform, "GET /purchased-talks")).value).not.toMatchObject([{ id: made.id }]);
  });
});

describe("a generated item that was shown", () => {
  it("can be read, and is gone after its deletion", async () => {
    const platform = serving();
    const { won } = (await ask(platform, "POST /draws", {})).value;

    expect((await ask(platform, `GET /talks/${won.id}`)).value).toEqual(won);
    expect((await ask(platform, `GET /talks/${won.id}`, { token: "mock-globex" })).status).toBe(404);
    expect((await ask(platform, "GET /talks/never-shown")).status).toBe(404);
    expect((await ask(platform, `DELETE /talks/${won.id}`)).status).toBe(204);
    expect((await ask(platform, `GET /talks/${won.id}`)).status).toBe(404);
    expect((await ask(platform, `DELETE /talks/${won.id}`)).status).toBe(404);
  });

  it("is known until a reset, after which it is shown anew", async () => {
    const platform = serving();
    const { won } = (await ask(platform, "POST /draws", {})).value;
    await ask(platform, `DELETE /talks/${won.id}`);
    await platform.organization("acme").reset();

    expect((await ask(platform, `GET /talks/${won.id}`)).status).toBe(404);
    await ask(platform, "POST /draws", {});
    expect((await ask(platform, `GET /talks/${won.id}`)).value).toEqual(won);
  });

  it("is none that was created, and deleted before it was shown", async () => {
    const { won } = (await ask(serving(), "POST /draws", {})).value;
    const platform = serving();
    await ask(platform, "POST /talks", { body: { title: "A", id: won.id } });
    const { value: made } = await ask(platform, "POST /talks", { body: { title: "B" } });
    await ask(platform, `DELETE /talks/${won.id}`);
    await ask(platform, "POST /draws", {});

    expect((await ask(platform, `GET /talks/${won.id}`)).status).toBe(404);
    expect((await ask(platform, `GET /talks/${made.id}`)).status).toBe(200);
  });
});
