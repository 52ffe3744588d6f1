import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const text = { type: "string" };
const keys = { type: "array", items: text };
const content = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
const shown = (status: string, schema: Json): JsonObject => ({ [status]: { description: "", ...content(schema) } });
const invoice = {
  type: "object",
  required: ["id", "status"],
  properties: { id: { ...text, readOnly: true }, status: { type: "string", enum: ["draft", "paid"] } },
};
const objectOf = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const nothing: JsonObject = { "204": { description: "" } };
const entry = objectOf({ id: text, status: { type: "integer" } });

interface Form {
  readonly operation?: string;
  readonly responses?: JsonObject;
  readonly description?: string;
  readonly sent?: JsonObject;
}

/** Deletes invoices at once. Returns the status, and the states of those that are left. */
async function deleteAtOnce(
  states: readonly string[],
  { operation = "POST /invoices:batchDelete", responses = nothing, description, sent }: Form = {},
  more: readonly string[] = [],
) {
  const [method = "", path = ""] = operation.split(" ");
  const batch = {
    description: description ?? "Deletes invoices. A paid invoice cannot be deleted.",
    requestBody: content(sent ?? objectOf({ ids: keys })),
    responses: { ...responses, "409": { description: "Refused" }, "404": { description: "Missing" } },
  };
  const paths: Record<string, JsonObject> = {
    "/invoices": {
      get: { responses: shown("200", { type: "array", items: invoice }) },
      post: { requestBody: content(invoice), responses: shown("201", invoice) },
    },
    "/invoices/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      get: { responses: shown("200", invoice) },
    },
  };
  paths[path] = { ...paths[path], [method.toLowerCase()]: batch };
  const platform = platformServing([compileInMemory({ paths })]);
  const ids: Json[] = [];
  for (const status of states) ids.push((await ask(platform, "POST /invoices", { body: { status } })).value.id);
  const all = [...ids, ...more];
  const { status } = await ask(platform, operation, { body: sent?.["type"] === "array" ? all : { ids: all } });
  const { value } = await ask(platform, "GET /invoices");
  return [status, value.map((each: { status: string }) => each.status)];
}

describe("a deletion of several items of which one is refused", () => {
  it.each<[string, readonly string[], Form?]>([
    ["the first one", ["paid", "draft", "draft"]],
    ["the last one", ["draft", "draft", "paid"]],
    ["one between", ["draft", "paid", "draft"]],
    ["all", ["paid", "paid"]],
    ["at the collection", ["draft", "paid"], { operation: "DELETE /invoices" }],
    ["keys as the whole body", ["draft", "paid"], { operation: "DELETE /invoices", sent: keys }],
    [
      "a response with a count",
      ["draft", "paid"],
      { responses: shown("200", objectOf({ deleted: { type: "integer" } })) },
    ],
    ["a response with a message", ["draft", "paid"], { responses: shown("200", objectOf({ message: text })) }],
    ["a response without a schema", ["draft", "paid"], { responses: { "200": { description: "Done" } } }],
  ])("deletes nothing: %s", async (_, states, form) => {
    expect(await deleteAtOnce(states, form)).toEqual([409, states]);
  });

  it.each<[string, JsonObject]>([
    ["the items", shown("200", { type: "array", items: invoice })],
    ["the keys", shown("200", objectOf({ deleted: keys }))],
    ["the keys that failed", shown("200", objectOf({ count: { type: "integer" }, failed: keys }))],
    ["results", shown("200", objectOf({ results: { type: "array", items: entry } }))],
    ["results by key", shown("200", { type: "object", additionalProperties: entry })],
    ["a status for each", { "207": { description: "Several statuses" } }],
  ])("deletes the others where the response has an outcome for each: %s", async (_, responses) => {
    const [status, left] = await deleteAtOnce(["draft", "paid", "draft"], { responses });

    expect([Math.floor(Number(status) / 100), left]).toEqual([2, ["paid"]]);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ["one of several", ["draft", "draft"], ["none"]],
    ["all", [], ["none", "other"]],
  ])("passes over what is gone already: %s", async (_, states, more) => {
    expect(await deleteAtOnce(states, {}, more)).toEqual([204, []]);
  });

  it("deletes all if none is refused", async () => {
    expect(await deleteAtOnce(["draft", "draft"])).toEqual([204, []]);
    expect(await deleteAtOnce(["paid", "draft"], { description: "Deletes invoices." })).toEqual([204, []]);
  });
});
