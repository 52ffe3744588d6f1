import type { Json } from "../model/json.ts";
import { describe, expect, it } from "vitest";
import { contractOfSchema } from "../../test/support/contracts/in-memory.ts";
import { listSchemaPlaces } from "./places.ts";

const root = "/components/schemas/S";

/** Locations with the pointers, below S, of the schemas that apply. */
function pointersByLocation(schema: Json, value: Json): Record<string, string[]> {
  const places = listSchemaPlaces(contractOfSchema(schema), root, value, "response");
  return Object.fromEntries(
    places.map(({ pointer, parts }) => [pointer, parts.map((part) => part.pointer.slice(root.length))]),
  );
}

describe("listSchemaPlaces()", () => {
  it.each<[string, Json, Json, Record<string, string[]>]>([
    [
      "members by name, by pattern, and additional ones",
      {
        properties: { a: { type: "integer" }, "b/c": true },
        patternProperties: { "^[ad]": { minimum: 0 } },
        additionalProperties: { type: "string" },
      },
      { a: 1, "b/c": 2, d: 3, e: "4" },
      {
        "": [""],
        "/a": ["/properties/a", "/patternProperties/^[ad]"],
        "/d": ["/patternProperties/^[ad]"],
        "/e": ["/additionalProperties"],
      },
    ],
    [
      "items by their index",
      { prefixItems: [{ type: "string" }], items: { type: "integer" } },
      ["a", 1],
      { "": [""], "/0": ["/prefixItems/0"], "/1": ["/items"] },
    ],
    [
      "the branches that accept the value",
      {
        allOf: [{ minimum: 0 }],
        anyOf: [{ type: "string" }, { type: "integer" }],
        oneOf: [{ const: 1 }, { const: 2 }],
      },
      2,
      { "": ["", "/allOf/0", "/anyOf/1", "/oneOf/1"] },
    ],
    [
      "the branches of a condition",
      { if: { type: "string" }, then: { minLength: 1 }, else: { minimum: 1 } },
      "a",
      { "": ["", "/then"] },
    ],
    [
      "dependent schemas of a present member",
      { dependentSchemas: { a: { required: ["b"] }, c: { required: ["d"] } } },
      { a: 1, b: 2 },
      { "": ["", "/dependentSchemas/a"] },
    ],
    [
      "a recursive schema, each location once",
      { allOf: [{ $ref: `#${root}` }], properties: { next: { $ref: `#${root}` } } },
      { next: {} },
      { "": ["", "/allOf/0"], "/next": ["/properties/next", "", "/allOf/0"] },
    ],
    ["nothing where nothing is said", true, { a: 1 }, {}],
  ])("finds %s", (_, schema, value, places) => {
    expect(pointersByLocation(schema, value)).toEqual(places);
  });
});
