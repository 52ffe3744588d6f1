import { describe, expect, it } from "vitest";
import type { Json, JsonObject, Operation } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { couldShow } from "./fields.ts";

const room = {
  type: "object",
  required: ["id", "name", "made_at"],
  additionalProperties: false,
  properties: {
    id: { type: "string" },
    name: { type: "string", maxLength: 10 },
    beds: { type: "array", items: { type: "string", maxLength: 3 } },
    made_at: { type: "string", format: "date-time" },
    kind: { type: "string", enum: ["single", "double"] },
  },
};
const contract = compileInMemory({
  paths: {
    "/rooms": {
      post: {
        requestBody: { content: { "application/json": { schema: room } } },
        responses: { 201: { description: "", content: { "application/json": { schema: room } } } },
      },
    },
    "/rooms/{room_id}": {
      get: {
        parameters: [{ name: "room_id", in: "path", required: true, schema: { type: "string" } }],
        responses: { 200: { description: "", content: { "application/json": { schema: room } } } },
      },
    },
  },
});
const operation = contract.operations.find(({ method, path }) => method === "GET" && path !== "/rooms") as Operation;
const sound = { id: "r1", name: "Ada", beds: ["a"], made_at: "2026-01-05T12:00:00Z", kind: "single" };

describe("couldShow()", () => {
  it.each<[string, JsonObject]>([
    ["is sound", sound],
    ["has another member of another form", { ...sound, made_at: "yesterday" }],
    ["has another member with a value that its open enum does not list", { ...sound, kind: "suite" }],
    ["has a fault within another member", { ...sound, beds: ["long bed"] }],
    ["lacks another member", { id: "r1", name: "Ada" }],
    ["has a member that is not documented", { ...sound, odd: true }],
  ])("lets an answer show a name where it %s", (_, body) => {
    expect(asked("name", "Bob", body)).toBe(true);
  });

  it.each<[string, string, Json, JsonObject]>([
    ["a value that the contract does not allow", "name", "Somebody else", sound],
    ["such a value in an answer that has one already", "name", "Somebody else", { ...sound, name: "Another body" }],
    ["a list with an item that it does not allow", "beds", ["long bed"], sound],
    ["a member that it does not list", "odd", true, { ...sound, odd: true }],
    ["what an answer lacks that is no item", "name", "Bob", { data: sound }],
  ])("lets no answer show %s", (_, name, value, body) => {
    expect(asked(name, value, body)).toBe(false);
  });
});

function asked(name: string, value: Json, body: JsonObject): boolean {
  const request = { method: "GET", path: "/rooms/r1", headers: {} };
  const response = { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return couldShow(name, value, { contract, operation, exchange: { request, response } } as unknown as Parameters<
    typeof couldShow
  >[2]);
}
