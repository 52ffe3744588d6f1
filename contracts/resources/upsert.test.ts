import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { JsonObject } from "../model/json.ts";
import { isUpsert, saysUpsert } from "./upsert.ts";

type Method = "put" | "patch" | "post";

function compiled(method: Method, operation: JsonObject, collection: JsonObject = {}) {
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const contract = compileInMemory({
    paths: { "/rooms/{id}": { [method]: { parameters, ...operation } }, "/rooms": collection },
  });
  return [contract, contract.operations[0]!] as const;
}

const responses = (...statuses: string[]): JsonObject =>
  Object.fromEntries(statuses.map((status) => [status, { description: "" }]));

describe("saysUpsert()", () => {
  it.each([
    { summary: "Create or update a room" },
    { summary: "Creates or replaces an alias" },
    { operationId: "upsertRoom" },
    { operationId: "room-create-or-update" },
    { operationId: "rooms_createOrUpdate" },
    { operationId: "replaceOrCreateRoom" },
    { description: "Update or create a room." },
    { description: "Changes a room. If the room does not exist yet, it will be created." },
    { description: "If no room exists, it is created." },
  ])("reads it of %j", (texts) => expect(saysUpsert(...compiled("put", { ...texts, responses: {} }))).toBe(true));

  it.each([
    { summary: "Update a room" },
    { description: "Sets the creation time. The room does not exist without one." },
    { description: "Rooms that were created or updated today." },
    { operationId: "createOrder" },
  ])("reads nothing of %j", (texts) => expect(saysUpsert(...compiled("put", { ...texts, responses: {} }))).toBe(false));
});

describe("isUpsert()", () => {
  it.each<[Method, string[], boolean]>([
    ["put", ["200"], true],
    ["put", ["200", "404"], false],
    ["put", ["200", "4XX"], false],
    ["put", ["200", "default"], false],
    ["put", ["200", "201", "404"], true],
    ["put", ["201", "204", "4XX"], true],
    ["patch", ["200"], false],
    ["patch", ["201", "204", "404"], true],
    ["post", ["200", "201"], false],
  ])("of a %s with %j is %s", (method, statuses, expected) =>
    expect(isUpsert(...compiled(method, { responses: responses(...statuses) }))).toBe(expected),
  );

  it("goes by the text before the documented errors", () => {
    const texts = { summary: "Create or update a room" };
    expect(isUpsert(...compiled("patch", { ...texts, responses: responses("200", "4XX") }))).toBe(true);
  });

  it.each<[Method, JsonObject]>([
    ["post", { summary: "Create a room", responses: responses("200", "404") }],
    ["post", { operationId: "createRoom", summary: "Reserve a room", responses: responses("200", "400") }],
    ["post", { summary: "Adds a room to a house", responses: responses("204") }],
    ["post", { operationId: "uploadRoom", responses: responses("200", "default") }],
    ["post", { summary: "Create or update a room", responses: responses("200", "201") }],
    ["post", { summary: "Store a room", responses: responses("201", "404") }],
    ["put", { summary: "Add a room", responses: responses("204", "404") }],
  ])("creates what no path of a collection does: %s %j", (method, operation) => {
    const other = { post: { responses: responses("201") } };

    expect(isUpsert(...compiled(method, operation))).toBe(true);
    expect(isUpsert(...compiled(method, { ...operation, summary: "Change a room" }))).toBe(false);
    expect(isUpsert(...compiled(method, { ...operation, summary: "Add a key" }, other))).toBe(false);
  });

  it.each<[string, JsonObject]>([
    ["of a change with 201", { summary: "Restore a room", responses: responses("201") }],
    ["of 201 beside another success", { summary: "Keep a room", responses: responses("200", "201") }],
    ["without a word", { responses: responses("200", "404") }],
    ["with a word elsewhere", { summary: "Show when a room was added", responses: responses("200") }],
  ])("says nothing %s of a POST", (_, operation) => expect(isUpsert(...compiled("post", operation))).toBe(false));
});
