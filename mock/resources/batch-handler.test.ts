import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, platformOf, platformServing } from "../../test/support/mock/ask.ts";

describe("a batch", () => {
  it("creates all items of the list", async () => {
    const { platform, errands } = await withErrands();

    expect(errands).toMatchObject([{ title: "One" }, { title: "Two" }, { title: "Three" }]);
    for (const errand of errands) expect((await ask(platform, `GET /errands/${errand.id}`)).value).toEqual(errand);
  });

  it("updates all items, or none if one is missing", async () => {
    const { platform, errands } = await withErrands();
    const [one, two] = errands;
    const done = await ask(platform, "POST /errands:batchUpdate", {
      body: [
        { ...one, note: "a" },
        { ...two, note: "b" },
      ],
    });
    const refused = await ask(platform, "POST /errands:batchUpdate", {
      body: [
        { ...one, note: "c" },
        { id: "none", title: "", updated_at: "2026-01-01T00:00:00Z" },
      ],
    });

    expect(done.value).toMatchObject({
      errands: [
        { id: one.id, note: "a" },
        { id: two.id, note: "b" },
      ],
      count: 2,
    });
    expect(refused.status).toBe(404);
    expect((await ask(platform, `GET /errands/${one.id}`)).value.note).toBe("a");
  });

  it("reads the existing items by id", async () => {
    const { platform, errands } = await withErrands();
    const [one, , three] = errands;
    const { value } = await ask(platform, "POST /errands:batchGet", { body: { ids: [three.id, "none", one.id] } });

    expect(value).toEqual([three, one]);
  });

  it("deletes all items by id", async () => {
    const { platform, errands } = await withErrands();
    const [one, two, three] = errands;
    const { status } = await ask(platform, "POST /errands:batchDelete", { body: { ids: [one.id, "none", three.id] } });

    expect(status).toBe(204);
    expect((await ask(platform, "GET /errands")).value.results.map(({ id }: { id: string }) => id)).toEqual([two.id]);
  });
});

/** A platform with three errands, made at once. */
async function withErrands() {
  const platform = await platformOf("errands");
  const body = { errands: ["One", "Two", "Three"].map((title) => ({ title })) };
  const { value } = await ask(platform, "POST /errands:batchCreate", { body });
  expect(value.count).toBe(3);
  return { platform, errands: value.errands };
}

describe("a batch of items whose path has a member of each", () => {
  const text = { type: "string" };
  const object = (properties: JsonObject, ...required: string[]): JsonObject => ({
    type: "object",
    properties,
    required,
  });
  const listOf = (items: JsonObject): JsonObject => ({ type: "array", items });
  const body = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
  const note = object({ id: text, title: text, project_id: text, colour: text }, "id", "title", "project_id");
  const serving = async (above: string, sent: JsonObject) => {
    const scratch = createScratch();
    const made = object({ title: text, colour: text, ...sent }, "title");
    const answer = (name: string) => ({ "200": { description: "", ...body(object({ [name]: listOf(note) })) } });
    const parameter = (name: string) => ({ name, in: "path", required: true, schema: text });
    const paths = {
      "/notes": {
        post: {
          requestBody: body(object({ notes: listOf(made) })),
          responses: { ...answer("created"), "409": { description: "" } },
        },
        put: {
          requestBody: body(object({ notes: listOf(object({ id: text, title: text }, "id")) })),
          responses: answer("updated"),
        },
      },
      [`/projects/{${above}}/notes`]: { parameters: [parameter(above)], get: { responses: answer("notes") } },
      [`/projects/{${above}}/notes/{note_id}`]: {
        parameters: [parameter(above), parameter("note_id")],
        delete: { responses: { "204": { description: "" } } },
      },
    };
    return platformServing([await scratch.load({ paths })]);
  };

  it.each(["project_id", "projectId"])("is stored below the path with {%s}", async (above) => {
    const platform = await serving(above, { project_id: text });
    const listed = async (project: string) => (await ask(platform, `GET /projects/${project}/notes`)).value.notes;
    const sent = [
      { title: "A", project_id: "p 1" },
      { title: "B", project_id: "p2" },
    ];
    const { created } = (await ask(platform, "POST /notes", { body: { notes: sent } })).value;

    expect(created).toMatchObject(sent);
    expect(await listed("p%201")).toEqual([created[0]]);
    expect(await listed("p2")).toEqual([created[1]]);
    const change = { notes: [{ id: created[1].id, title: "C", project_id: "p2" }] };
    const { updated } = (await ask(platform, "PUT /notes", { body: change })).value;
    expect(updated).toMatchObject([{ id: created[1].id, title: "C", project_id: "p2" }]);
    expect(await listed("p2")).toEqual(updated);
    const missing = {
      notes: [
        { id: created[0].id, title: "D", project_id: "p 1" },
        { id: "none", title: "E" },
      ],
    };
    expect((await ask(platform, "PUT /notes", { body: missing })).status).toBe(404);
    expect(await listed("p%201")).toEqual([created[0]]);
    expect((await ask(platform, `DELETE /projects/p2/notes/${created[1].id}`)).status).toBe(204);
    expect(await listed("p2")).toEqual([]);
  });

  it("creates none if one is refused", async () => {
    const platform = await serving("project_id", { project_id: text, id: text });
    const sent = ["a", "a"].map((id) => ({ id, title: "A", project_id: "p1" }));

    expect((await ask(platform, "POST /notes", { body: { notes: sent } })).status).toBe(409);
    expect((await ask(platform, "GET /projects/p1/notes")).value.notes).toEqual([]);
  });

  it("is no batch there, if the entries lack the member", async () => {
    const platform = await serving("project_id", {});
    const { headers } = await ask(platform, "POST /notes", { body: { notes: [{ title: "A" }] } });

    expect(headers["concord-note"]).toContain("not known");
  });
});
