import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const scratch = createScratch();

const text = { type: "string" };
const label = { type: "object", properties: { id: { ...text, readOnly: true }, name: text, color: text } };
const jsonBody = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const answer = (schema: JsonObject, status = "200") => ({ [status]: { description: "", ...jsonBody(schema) } });
const gone = { "204": { description: "" }, "404": { description: "" } };
const pathParameter = (name: string): JsonObject => ({ name, in: "path", required: true, schema: text });

/** Boards with labels that exist: what the list of a board is called, the key, and how a label is added. */
async function withLabels(word: string, key: string, add: "POST" | "PUT") {
  const board = { type: "object", properties: { id: text, name: text, [word]: { type: "array", items: label } } };
  const link = { type: "object", properties: { [key]: text }, required: [key] };
  const [id, other] = [pathParameter("id"), pathParameter(key)];
  const item = `/boards/{id}/${word}/{${key}}`;
  const paths = {
    "/labels": { post: { requestBody: jsonBody(label), responses: answer(label, "201") } },
    "/labels/{label_id}": { parameters: [pathParameter("label_id")], get: { responses: answer(label) } },
    "/boards": { post: { requestBody: jsonBody(board), responses: answer(board, "201") } },
    "/boards/{id}": { parameters: [id], get: { responses: answer(board) } },
    [`/boards/{id}/${word}`]: {
      parameters: [id],
      get: { responses: answer({ type: "array", items: label }) },
      ...(add === "POST" && { post: { requestBody: jsonBody(link), responses: answer(label, "201") } }),
    },
    [item]: {
      parameters: [id, other],
      delete: { responses: gone },
      ...(add === "PUT" && { put: { responses: answer(label, "201") } }),
    },
  };
  const platform = platformServing([await scratch.load({ paths })]);
  const made = (await ask(platform, "POST /labels", { body: { name: "hot", color: "red" } })).value;
  const { id: at } = (await ask(platform, "POST /boards", { body: { name: "A" } })).value;
  const own = `/boards/${at}/${word}`;
  const added =
    add === "POST"
      ? await ask(platform, `POST ${own}`, { body: { [key]: made.id } })
      : await ask(platform, `PUT ${own}/${made.id}`);
  return { platform, made, added: added.value, board: `/boards/${at}`, own };
}

describe("an item that links to another one", () => {
  it.each<[string, string, "POST" | "PUT"]>([
    ["labels", "label_id", "POST"],
    ["labels", "label_id", "PUT"],
    ["markers", "label_id", "POST"],
    ["markers", "label_id", "PUT"],
  ])("has the members of that one: %s by %s, %s", async (word, key, add) => {
    const { platform, made, added, board, own } = await withLabels(word, key, add);

    expect(added).toEqual(made);
    expect((await ask(platform, `GET ${own}`)).value).toEqual([made]);
    expect((await ask(platform, `GET ${board}`)).value[word]).toEqual([made]);
    expect((await ask(platform, `DELETE ${own}/${made.id}`)).status).toBe(204);
    expect((await ask(platform, `GET ${own}`)).value).toEqual([]);
    expect((await ask(platform, `GET ${board}`)).value[word]).toEqual([]);
    expect((await ask(platform, `GET /labels/${made.id}`)).value).toEqual(made);
  });
});
