import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { ask } from "../../test/support/mock/ask.ts";
import { object, servingOperations } from "../../test/support/mock/operations.ts";

const text = { type: "string" };
const number = { type: "integer" };
const list = (items: JsonObject): JsonObject => ({ type: "array", items });
const limits = object({ daily: number, monthly: number });
const tag = object({ name: text, color: text });

/** Operations on a part of an item. */
function serving(line: string, sends: JsonObject, shows: JsonObject) {
  const item = object({ id: text, title: text }, ["id"]);
  return servingOperations({
    "POST /chats": { sends: object({ title: text }), shows: item },
    "GET /chats/{chat_id}": { shows: item },
    [line]: { sends, shows },
    [line.replace(/^\w+/, "GET")]: { shows: structuredClone(shows) },
  });
}

describe("a part of an item that is written and read under two names", () => {
  it.each<[string, JsonObject, JsonObject, JsonObject, JsonObject]>([
    [
      "POST /chats/{chat_id}/labels",
      { labels: list(text) },
      { payload: list(text) },
      { labels: ["a", "b"] },
      { payload: ["a", "b"] },
    ],
    ["PUT /chats/{chat_id}/labels", { labels: list(text) }, { data: list(text) }, { labels: ["a"] }, { data: ["a"] }],
    ["PUT /chats/{chat_id}/labels", { items: list(text) }, { labels: list(text) }, { items: ["a"] }, { labels: ["a"] }],
    [
      "POST /chats/{chat_id}/tags",
      { tags: list(tag) },
      { result: list(tag) },
      { tags: [{ name: "x", color: "red" }] },
      { result: [{ name: "x", color: "red" }] },
    ],
    ["PUT /chats/{chat_id}/status", { value: text }, { status: text }, { value: "open" }, { status: "open" }],
    ["POST /chats/{chat_id}/priority", { priority: number }, { data: number }, { priority: 3 }, { data: 3 }],
    [
      "PATCH /chats/{chat_id}/limits",
      { limits },
      { data: limits },
      { limits: { daily: 1, monthly: 9 } },
      { data: { daily: 1, monthly: 9 } },
    ],
    [
      "POST /chats/{chat_id}/scores",
      { scores: list(number) },
      { values: list(number) },
      { scores: [1, 2] },
      { values: [1, 2] },
    ],
    ["PUT /languages", { languages: list(text) }, { data: list(text) }, { languages: ["de"] }, { data: ["de"] }],
  ])("is one: %s %j as %j", async (line, sends, shows, body, shown) => {
    const platform = serving(line, object(sends), object(shows));
    const create = async (): Promise<string> => (await ask(platform, "POST /chats", { body: {} })).value.id;
    const [id, other] = [await create(), await create()];
    const path = line.replace("{chat_id}", id);
    const read = path.replace(/^\w+/, "GET");
    const [[sentName, value] = ["", null]] = Object.entries(body);

    expect((await ask(platform, path, { body })).value).toEqual(shown);
    expect((await ask(platform, read)).value).toEqual(shown);
    if (Array.isArray(value)) {
      await ask(platform, path, { body: { [sentName]: value.slice(1) } });
      expect(Object.values((await ask(platform, read)).value)).toEqual([value.slice(1)]);
    }
    if (read.includes(id)) expect((await ask(platform, read.replace(id, other))).value).not.toEqual(shown);
  });

  it.each<[string, string, JsonObject, JsonObject, Json]>([
    ["of another type", "POST /chats/{chat_id}/labels", { labels: list(text) }, { payload: list(number) }, ["KEY"]],
    ["of one, and a list", "POST /chats/{chat_id}/labels", { label: text }, { payload: list(text) }, "KEY"],
    ["of other words", "POST /chats/{chat_id}/labels", { users: list(text) }, { payload: list(text) }, ["KEY"]],
    [
      "with two members",
      "POST /chats/{chat_id}/labels",
      { labels: list(text), mode: text },
      { payload: list(text) },
      ["KEY"],
    ],
    ["of other members", "PUT /chats/{chat_id}/limits", { limits: tag }, { data: limits }, { name: "KEY", color: "a" }],
  ])("is left alone if they are %s", async (_, line, sends, shows, value) => {
    const platform = serving(line, object(sends), object(shows));
    const [name = ""] = Object.keys(sends);
    const { id } = (await ask(platform, "POST /chats", { body: {} })).value;
    const path = line.replace("{chat_id}", id);
    const made = await ask(platform, path, { body: { [name]: value } });
    const read = await ask(platform, path.replace(/^\w+/, "GET"));

    expect(made.text + read.text).not.toContain("KEY");
  });
});
