import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { JsonObject } from "../model/json.ts";
import { freeFormKeysOf } from "./free-form-keys.ts";
import { rolesOf } from "./roles.ts";

const object = { type: "object" };

function keysOf(parameter: string, item: JsonObject): Readonly<Record<string, string>> {
  const json = { content: { "application/json": { schema: item } } };
  const contract = compileInMemory({
    paths: {
      "/documents": { post: { requestBody: json, responses: { "201": { description: "One", ...json } } } },
      [`/documents/{${parameter}}`]: {
        parameters: [{ name: parameter, in: "path", required: true, schema: { type: "string" } }],
        get: { responses: { "200": { description: "One", ...json } } },
      },
    },
  });
  return Object.fromEntries(freeFormKeysOf(contract, rolesOf(contract)));
}

describe("freeFormKeysOf()", () => {
  it.each<[string, JsonObject, Readonly<Record<string, string>>]>([
    ["documentId", object, { "/documents": "id" }],
    ["document", object, { "/documents": "id" }],
    ["sku", { type: "object", additionalProperties: { type: "string" } }, { "/documents": "sku" }],
    ["document_uuid", { allOf: [object] }, { "/documents": "uuid" }],
    ["id", { type: "object", additionalProperties: false }, {}],
    ["id", { type: "object", additionalProperties: { type: "integer" } }, {}],
    ["id", { type: "object", properties: { id: { type: "string" } } }, {}],
  ])("of items by {%s} of the schema %j are %j", (parameter, item, keys) => {
    expect(keysOf(parameter, item)).toEqual(keys);
  });
});
