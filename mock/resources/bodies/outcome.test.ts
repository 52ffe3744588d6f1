import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const scratch = createScratch();
const text = { type: "string" };
const flag = { type: "boolean" };
const oneOf = (...values: Json[]): JsonObject => ({ enum: values });
const object = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: "object",
  properties,
  required,
});
const answering = (schema: JsonObject) => ({ "200": { description: "", content: { "application/json": { schema } } } });
const task = { id: { ...text, readOnly: true }, name: text };

/** Answers of a create, a change, a read, an action beside the tasks and a deletion, with these schemas. */
async function answersOf(schemas: { whole: JsonObject; change?: JsonObject; sent?: JsonObject }) {
  const { whole, change = whole, sent = task } = schemas;
  const requestBody = { content: { "application/json": { schema: object(sent) } } };
  const paths = {
    "/tasks": { post: { requestBody, responses: answering(whole) } },
    "/tasks/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      get: { responses: answering(whole) },
      put: { requestBody, responses: answering(change) },
      delete: { responses: answering(change) },
    },
    "/ping": { post: { responses: answering(change) } },
  };
  const platform = platformServing([await scratch.load({ paths })]);
  const made = (await ask(platform, "POST /tasks", { body: { name: "A" } })).value;
  const { id } = made.data ?? made;
  const changed = (await ask(platform, `PUT /tasks/${id}`, { body: { name: "B" } })).value;
  const read = (await ask(platform, `GET /tasks/${id}`)).value;
  const pinged = (await ask(platform, "POST /ping")).value;
  const removed = (await ask(platform, `DELETE /tasks/${id}`)).value;
  return { made, changed, read, pinged, removed };
}

describe("a successful answer", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["a required flag", object({ status: flag, data: object(task) }, "status"), { status: true }],
    ["an optional flag", object({ success: flag, data: object(task) }), { success: true }],
    ["a flag of faults", object({ error: flag, data: object(task) }, "error"), { error: false }],
    ["several of them", object({ ok: flag, is_error: flag, data: object(task) }), { ok: true, is_error: false }],
    ["an optional text", object({ status: oneOf("error", "ok"), data: object(task) }), { status: "ok" }],
    ["a constant", object({ status: { const: "success" }, data: object(task) }), { status: "success" }],
    ["a report", object({ meta: object({ success: flag }), data: object(task) }), {}],
  ])("says so around the item: %s", async (_, whole, expected) => {
    const { made, changed, read, removed } = await answersOf({ whole });
    const { id } = made.data;

    expect(made).toMatchObject({ ...expected, data: { id, name: "A" } });
    expect(changed).toMatchObject({ ...expected, data: { id, name: "B" } });
    expect(read).toMatchObject({ ...expected, data: { id, name: "B" } });
    expect(removed).toMatchObject(expected);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ["a required flag", object({ status: flag, message: text }, "status"), { status: true }],
    ["an optional flag", object({ result: flag }), { result: true }],
    ["an optional text", object({ status: oneOf("error", "ok"), result: flag }), { status: "ok", result: true }],
    ["a schema without a type", { properties: { success: flag, error: text } }, { success: true }],
    [
      "a report",
      object({ result: object({ status: oneOf("accepted", "completed") }) }),
      { result: { status: "completed" } },
    ],
    ["no outcome", object({ status: oneOf("open", "closed") }, "status"), { status: "open" }],
    ["the code of a response", object({ status: { type: "integer", enum: [200] } }, "status"), { status: 200 }],
  ])("says so as its only content: %s", async (_, change, expected) => {
    const { changed, pinged, removed } = await answersOf({ whole: object(task), change });

    expect([changed, pinged, removed]).toEqual([1, 2, 3].map(() => expect.objectContaining(expected)));
  });

  it.each<[string, JsonObject, JsonObject]>([
    ["a flag of the item", { ...task, status: flag }, { status: false }],
    ["a state of the item", { ...task, status: oneOf("open", "done") }, { status: "open" }],
    ["a result of the item", { ...task, result: object({ points: text }) }, { result: { points: "9" } }],
    ["a fault of the item", { ...task, error: flag }, { error: true }],
    ["a report of the item", { ...task, meta: object({ ok: flag }) }, { meta: { ok: false } }],
  ])("leaves %s as it was sent", async (_, members, sent) => {
    const schema = object(members);
    const requestBody = { content: { "application/json": { schema } } };
    const paths = {
      "/tasks": { post: { requestBody, responses: answering(schema) } },
      "/tasks/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        get: { responses: answering(schema) },
        patch: { requestBody, responses: answering(schema) },
      },
    };
    const platform = platformServing([await scratch.load({ paths })]);
    const { value } = await ask(platform, "POST /tasks", { body: { name: "A", ...sent } });

    expect(value).toMatchObject(sent);
    expect((await ask(platform, `PATCH /tasks/${value.id}`, { body: { name: "B" } })).value).toMatchObject(sent);
    expect((await ask(platform, `GET /tasks/${value.id}`)).value).toMatchObject(sent);
  });

  it.each<[string, JsonObject]>([
    ["a job with a key", { id: text, status: oneOf("running", "done") }],
    [
      "a job whose members are those of an envelope",
      { status: oneOf("running", "done"), result: object({}), error: text },
    ],
  ])("leaves the state of %s", async (_, members) => {
    const job = object(members, "status");
    const paths = {
      "/jobs": { post: { responses: answering(job) } },
      "/jobs/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        get: { responses: answering(job) },
      },
      "/jobs/{id}/cancel": {
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        post: { responses: answering(job) },
      },
    };
    const platform = platformServing([await scratch.load({ paths })]);
    const { id = "1" } = (await ask(platform, "POST /jobs", {})).value;

    expect((await ask(platform, `GET /jobs/${id}`)).value).toMatchObject({ status: "running" });
    if ("id" in members)
      expect((await ask(platform, `POST /jobs/${id}/cancel`)).value).toMatchObject({ status: "running" });
  });
});
