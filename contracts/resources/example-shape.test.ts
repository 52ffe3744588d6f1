import { describe, expect, it } from "vitest";
import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { readExamples, shapeOf } from "./example-shape.ts";
import { rolesOf } from "./roles.ts";

const text = { type: "string" };
const whole = { type: "integer" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });

/** Shape of a body with examples. */
function shape(examples: readonly Json[], schema?: JsonSchema): JsonSchema | undefined {
  const named = Object.fromEntries(examples.map((value, index) => [`e${index}`, { value }]));
  const media = { examples: named, ...(schema !== undefined && { schema }) };
  const contract = compileInMemory({
    openapi: "3.1.0",
    info: { title: "Examples", version: "1.0.0" },
    paths: { "/": { get: { responses: { "200": { description: "", content: { "application/json": media } } } } } },
  });
  const content = contract.operations[0]?.responses[0]?.content[0];
  return content && shapeOf(contract)(content);
}

describe("shapeOf()", () => {
  it.each<[string, readonly Json[], JsonSchema]>([
    ["an object", [{ id: 7, name: "Oak" }], object({ id: whole, name: text })],
    ["a list", [[{ id: 7 }, { id: 8, name: "Elm" }]], { type: "array", items: object({ id: whole, name: text }) }],
    ["an empty list", [[]], { type: "array" }],
    ["several examples", [{ id: 7 }, { note: "x" }], object({ id: whole, note: text })],
    ["members of two types", [{ id: 7 }, { id: "a7" }], object({ id: { type: ["integer", "string"] } })],
    ["a member that is null", [{ id: 7, end: null }], object({ id: whole, end: {} })],
    ["JSON in a text", ['{"id": 7, "tags": ["a"]}'], object({ id: whole, tags: { type: "array", items: text } })],
  ])("reads %s", (_, examples, expected) => {
    expect(shape(examples)).toEqual(expected);
  });

  it("reads a text that is no JSON as a text", () => {
    expect(shape(["[7"])).toEqual(text);
  });

  it.each<[string, JsonSchema]>([
    ["an object without members", { type: "object" }],
    ["anything", {}],
  ])("completes a schema of %s", (_, schema) => {
    expect(shape([{ id: 7 }], schema)).toEqual({ allOf: [schema, object({ id: whole })] });
  });

  it("completes the items of a list, and the only member of an object", () => {
    const list = { type: "array", items: { type: "object" } };
    const wrapped = object({ data: { type: "object" } });

    expect(shape([[{ id: 7 }]], list)).toEqual({ allOf: [list, { type: "array", items: object({ id: whole }) }] });
    expect(shape([{ data: { id: 7 } }], wrapped)).toEqual({
      allOf: [wrapped, { properties: { data: object({ id: whole }) } }],
    });
  });

  it.each<[string, JsonSchema]>([
    ["names members", object({ title: text })],
    ["is a map", { type: "object", additionalProperties: text }],
    ["is of another type", { type: "array", items: text }],
    ["has free content in one of its members", object({ id: whole, labels: { type: "object" } })],
  ])("leaves a schema that %s", (_, schema) => {
    expect(shape([{ id: 7, labels: { a: "b" } }], schema)).toEqual(schema);
  });

  it("stops in large and deep examples", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(200)}1${"}".repeat(200)}`) as Json;
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`m${index}`, index]));

    expect(JSON.stringify(shape([deep])).length).toBeLessThan(1000);
    expect(JSON.stringify(shape([{ wide }])).match(/integer/g)?.length).toBeLessThanOrEqual(2000);
  });
});

describe("readExamples()", () => {
  it("reads the examples of the body before those of its schema", () => {
    const media = { mediaType: "application/json", examples: { a: 1 }, schema: { value: { examples: [2, "[3]"] } } };

    expect(readExamples(media as never)).toEqual([1, 2, [3]]);
  });
});

describe("resources of a document without schemas", () => {
  const answer = (example: Json): JsonObject => ({
    "200": { description: "", content: { "application/json": { example } } },
  });
  const tree = { tree_id: 7, name: "Oak" };
  const parameters = [{ name: "tree_id", in: "path", required: true, schema: whole }];

  it.each<[string, Json, Json, JsonObject, JsonObject]>([
    ["bare", tree, [tree], {}, {}],
    [
      "in an envelope with codes",
      { http_code: 200, response_code: "OK", data: tree },
      { http_code: 200, response_code: "OK", data: { total: 1, data: [tree] } },
      { wrapper: "data" },
      { itemsProperty: "data.data" },
    ],
    [
      "in text",
      JSON.stringify({ tree }),
      JSON.stringify({ trees: [tree] }),
      { wrapper: "tree" },
      { itemsProperty: "trees" },
    ],
  ])("are found in examples that are %s", (_, one, many, ofOne, ofMany) => {
    const contract = compileInMemory({
      openapi: "3.1.0",
      info: { title: "Trees", version: "1.0.0" },
      paths: {
        "/trees": { get: { responses: answer(many) }, post: { responses: answer(one) } },
        "/trees/{tree_id}": { parameters, get: { responses: answer(one) }, put: { responses: answer(one) } },
      },
    });
    const key = { collection: "/trees", idParameter: "tree_id", idProperty: "tree_id" };
    const found = [...rolesOf(contract).values()];

    expect(found).toEqual([
      { kind: "list", ...key, ...ofMany },
      { kind: "create", ...key, ...ofOne },
      { kind: "read", ...key, ...ofOne },
      { kind: "replace", ...key, ...ofOne },
    ]);
  });

  it("have a number among several ids as their key", () => {
    const listed = { ids: { slug: "old-oak", plant: 7 }, name: "Oak" };
    const contract = compileInMemory({
      openapi: "3.1.0",
      info: { title: "Trees", version: "1.0.0" },
      paths: {
        "/trees/{id}": {
          parameters: [{ name: "id", in: "path", required: true, schema: text }],
          get: { responses: answer(listed) },
        },
      },
    });

    expect([...rolesOf(contract).values()]).toMatchObject([{ idProperty: "ids.plant" }]);
  });
});
