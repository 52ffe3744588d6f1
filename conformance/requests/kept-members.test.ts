import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { listLinkMembers, listSecretMembers, removeBodyMembers } from "./kept-members.ts";

const text: JsonObject = { type: "string" };
const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });

describe("members that a change of an item of others leaves out", () => {
  const teams = {
    get: { responses: { 200: { description: "", ...json({ type: "array", items: { type: "object" } }) } } },
  };
  const secret = { type: "string", writeOnly: true };
  it.each<[string, string, JsonObject, JsonObject, string[], JsonObject]>([
    ["a write-only member", "PATCH", { pass: secret, name: text }, { pass: "a", name: "b" }, ["pass"], { name: "b" }],
    ["a secret by its name", "PATCH", { password: text }, { password: "a" }, ["password"], {}],
    ["one that makes a request invalid", "PATCH", { pass: secret }, { pass: 5 }, ["pass"], { pass: 5 }],
    ["one of a replacement", "PUT", { pass: secret, name: text }, { pass: "a" }, ["pass"], { pass: "a" }],
    ["no other member", "PATCH", { name: text }, { name: "b" }, [], { name: "b" }],
    [
      "the key of another item",
      "PATCH",
      { teamId: text, name: text },
      { teamId: "1", name: "b" },
      ["teamId"],
      { name: "b" },
    ],
    ["the key of another item", "PUT", { name: text, teamId: text }, { teamId: "1" }, ["teamId"], { teamId: "1" }],
    ["no member beside the schema", "PATCH", { name: text }, { password: "b" }, [], { password: "b" }],
  ])("find %s of a %s", (_, method, properties, sent, names, expected) => {
    const user = { type: "object", properties };
    const contract = compileInMemory({
      paths: {
        "/users/{id}": {
          parameters: [{ name: "id", in: "path", required: true, schema: text }],
          [method.toLowerCase()]: { requestBody: json(user), responses: { 200: { description: "", ...json(user) } } },
        },
        "/teams": teams,
      },
    });
    const [operation] = contract.operations as [(typeof contract.operations)[number]];
    const headers = { "content-type": "application/json" };
    const request = { method, path: "/users/1", headers, body: JSON.stringify(sent) };

    const found = [listSecretMembers, listLinkMembers].flatMap((find) => find(request, { contract, operation }));
    expect(found).toEqual(names);
    expect(JSON.parse(removeBodyMembers(request, { contract, operation }, found).body!)).toEqual(expected);
  });
});
