import { describe, expect, it } from "vitest";
import type { Json, JsonObject, Operation } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { canShowProperty } from "./fields.ts";

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

describe("canShowProperty()", () => {
  it.each<[string, JsonObject]>([
    ["is valid", sound],
    ["has another property in an invalid format", { ...sound, made_at: "yesterday" }],
    ["has another property with a value outside its open enum", { ...sound, kind: "suite" }],
    ["has a violation within another property", { ...sound, beds: ["long bed"] }],
    ["lacks another property", { id: "r1", name: "Ada" }],
    ["has an undocumented property", { ...sound, odd: true }],
  ])("returns true for a valid name in a response that %s", (_, body) => {
    expect(asked("name", "Bob", body)).toBe(true);
  });

  it.each<[string, string, Json, JsonObject]>([
    ["an invalid value", "name", "Somebody else", sound],
    [
      "an invalid value in a response that already has one",
      "name",
      "Somebody else",
      { ...sound, name: "Another body" },
    ],
    ["an array with an invalid item", "beds", ["long bed"], sound],
    ["an undocumented property", "odd", true, { ...sound, odd: true }],
    ["a property of a response that is not the item", "name", "Bob", { data: sound }],
  ])("returns false for %s", (_, name, value, body) => {
    expect(asked(name, value, body)).toBe(false);
  });
});

function asked(name: string, value: Json, body: JsonObject): boolean {
  const request = { method: "GET", path: "/rooms/r1", headers: {} };
  const response = { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return canShowProperty(name, value, { contract, operation, exchange: { request, response } } as unknown as Parameters<
    typeof canShowProperty
  >[2]);
}
