import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const scratch = createScratch();

const text = { type: "string" };
const flag = { type: "boolean" };
const oneOf = (...values: string[]): JsonObject => ({ ...text, enum: values });
const answer = (schema: JsonObject) => ({
  "200": { description: "", content: { "application/json": { schema } } },
});

describe("the answer of a deletion", () => {
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ["a flag", { deleted: flag }, {}, { deleted: true }],
    ["a success", { status: oneOf("error", "success") }, {}, { status: "success" }],
    ["a deletion that runs", { status: oneOf("not_found", "deleting") }, {}, { status: "deleting" }],
    ["a result", { result: oneOf("ok", "failed") }, {}, { result: "ok" }],
    [
      "a state of the item",
      { status: oneOf("open", "deleted") },
      { status: oneOf("open", "deleted") },
      { status: "deleted" },
    ],
    [
      "another state of the item",
      { status: oneOf("open", "done") },
      { status: oneOf("open", "done") },
      { status: "open" },
    ],
    [
      "a success beside the states of an item that has the same member",
      { status: oneOf("success", "error") },
      { status: oneOf("open", "closed") },
      { status: "success" },
    ],
  ])("shows %s", async (_, shown, own, expected) => {
    const task = { type: "object", properties: { id: text, name: text, ...own } };
    const id = { name: "id", in: "path", required: true, schema: text };
    const body = { content: { "application/json": { schema: task } } };
    const paths = {
      "/tasks": { post: { requestBody: body, responses: answer(task) } },
      "/tasks/{id}": {
        parameters: [id],
        get: { responses: answer(task) },
        delete: { responses: answer({ type: "object", properties: shown }) },
      },
    };
    const platform = platformServing([await scratch.load({ paths })]);
    const members = "status" in own ? { status: "open" } : {};
    const { value } = await ask(platform, "POST /tasks", { body: { name: "A", ...members } });

    expect((await ask(platform, `DELETE /tasks/${value.id}`)).value).toEqual(expected);
  });
});
