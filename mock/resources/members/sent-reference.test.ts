import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const scratch = createScratch();
const text = { type: "string" };

/** Creates a comment, and another one that names the first in `comment_id`. */
async function replies(shown: JsonObject, sent: JsonObject, required: readonly string[]) {
  const comment = { type: "object", properties: { id: text, message: text, ...shown } };
  const body = { type: "object", required, properties: { message: text, comment_id: text, ...sent } };
  const content = (schema: JsonObject) => ({ content: { "application/json": { schema } } });
  const answer = { "200": { description: "", ...content(comment) } };
  const list = { type: "array", items: comment };
  const paths = {
    "/comments": {
      post: { requestBody: content(body), responses: answer },
      get: { responses: { "200": { description: "", ...content(list) } } },
    },
    "/comments/{comment_id}": {
      parameters: [{ name: "comment_id", in: "path", required: true, schema: text }],
      get: { responses: answer },
    },
  };
  const platform = platformServing([await scratch.load({ paths })]);
  const own = required.includes("comment_id") ? { comment_id: "first" } : {};
  const first = (await ask(platform, "POST /comments", { body: { message: "A", ...own } })).value;
  const second = await ask(platform, "POST /comments", { body: { message: "B", comment_id: first.id } });
  return { first, second, read: (await ask(platform, `GET /comments/${first.id}`)).value };
}

describe("the key in a request to create an item", () => {
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ["the item has a parent", { parent_id: text }, {}, { parent_id: "$first" }],
    ["the item has a parent of its kind", { parentCommentId: text }, {}, { parentCommentId: "$first" }],
    [
      "the item shows its parent",
      { parent: { type: "object", properties: { id: text } } },
      {},
      { parent: { id: "$first" } },
    ],
    ["a text says so", {}, { comment_id: { ...text, description: "The comment to reply to." } }, {}],
  ])("names another one, where %s", async (_, shown, sent, expected) => {
    const { first, second, read } = await replies(shown, sent, ["message"]);

    expect(second.status).toBe(200);
    expect(second.value.id).not.toBe(first.id);
    expect(JSON.parse(JSON.stringify(second.value).replaceAll(first.id, "$first"))).toMatchObject(expected);
    expect(read).toEqual(first);
  });

  it.each<[string, JsonObject, readonly string[], string?]>([
    ["it is required", { parent_id: text }, ["comment_id"]],
    ["nothing says so", {}, []],
    ["an existing one is refused", {}, [], "An existing id is refused."],
    ["it is not an existing one", {}, [], "Optional. Must not be an existing id."],
  ])("names the new one, where %s", async (_, shown, required, description = "") => {
    const { second } = await replies(shown, { comment_id: { ...text, description } }, required);

    expect(second.status).toBe(400);
  });
});
