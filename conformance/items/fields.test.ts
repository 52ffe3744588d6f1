import { describe, expect, it } from "vitest";
import type { Json, JsonObject, Operation } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { allowsMember, canShowProperty, selectKeptMembers } from "./fields.ts";

const roomSchema = {
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
        requestBody: { content: { "application/json": { schema: roomSchema } } },
        responses: { 201: { description: "", content: { "application/json": { schema: roomSchema } } } },
      },
    },
    "/rooms/{room_id}": {
      get: {
        parameters: [{ name: "room_id", in: "path", required: true, schema: { type: "string" } }],
        responses: { 200: { description: "", content: { "application/json": { schema: roomSchema } } } },
      },
    },
  },
});
const operation = contract.operations.find(({ method, path }) => method === "GET" && path !== "/rooms") as Operation;
const validBody = { id: "r1", name: "Ada", beds: ["a"], made_at: "2026-01-05T12:00:00Z", kind: "single" };

describe("allowsMember()", () => {
  const exchange = {
    request: { method: "GET", path: "/rooms/r1", headers: {} },
    response: { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(validBody) },
  };

  it.each<[string, Json, boolean]>([
    ["name", "Other", true],
    ["name", 1, false],
    ["kind", "double", true],
    ["kind", "triple", false],
  ])("tells if a response can show %s as %j", (name, value, isAllowed) => {
    expect(allowsMember(name, value, { contract, operation, exchange })).toBe(isAllowed);
  });
});

describe("canShowProperty()", () => {
  it.each<[string, JsonObject]>([
    ["is valid", validBody],
    ["has another property in an invalid format", { ...validBody, made_at: "yesterday" }],
    ["has another property with a value outside its open enum", { ...validBody, kind: "suite" }],
    ["has a violation within another property", { ...validBody, beds: ["long bed"] }],
    ["lacks another property", { id: "r1", name: "Ada" }],
    ["has an undocumented property", { ...validBody, odd: true }],
  ])("returns true for a valid name in a response that %s", (_, body) => {
    expect(canShow("name", "Bob", body)).toBe(true);
  });

  it.each<[string, string, Json, JsonObject]>([
    ["an invalid value", "name", "Somebody else", validBody],
    [
      "an invalid value in a response that already has one",
      "name",
      "Somebody else",
      { ...validBody, name: "Another body" },
    ],
    ["an array with an invalid item", "beds", ["long bed"], validBody],
    ["an undocumented property", "odd", true, { ...validBody, odd: true }],
    ["a property of a response that is not the item", "name", "Bob", { data: validBody }],
  ])("returns false for %s", (_, name, value, body) => {
    expect(canShow(name, value, body)).toBe(false);
  });
});

function canShow(name: string, value: Json, body: JsonObject): boolean {
  const request = { method: "GET", path: "/rooms/r1", headers: {} };
  const response = { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return canShowProperty(name, value, { contract, operation, exchange: { request, response } } as unknown as Parameters<
    typeof canShowProperty
  >[2]);
}

describe("selectKeptMembers()", () => {
  it.each([
    ["", ["name", "kind"]],
    ["?updateMask=name", ["name"]],
    ["?page=1&update_mask=kind.label,%20name", ["name", "kind"]],
    ["?fieldMask=other", []],
  ])("limits what the query %j changes", (query, expected) => {
    const exchange = {
      request: { method: "PATCH", path: `/rooms/r1${query}`, headers: {} },
      response: {
        status: 200,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(validBody),
      },
    };
    const kept = selectKeptMembers({ name: "Bob", kind: "single" }, { contract, operation, exchange });

    expect(Object.keys(kept)).toEqual(expected);
  });
});
