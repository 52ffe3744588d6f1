import { expect, it } from "vitest";
import { type Json, type JsonObject } from "../../contracts/index.ts";
import { changesBetween } from "../../test/support/compat/documents.ts";

function branch(name: string, leaf: JsonObject): JsonObject {
  return { type: "object", required: [name], properties: { [name]: { type: "string", ...leaf } } };
}

function nested(levels: number, leaf: JsonObject, name = "k"): JsonObject {
  if (levels === 0) return branch(name, leaf);
  return { oneOf: ["a", "b", "c"].map((letter) => nested(levels - 1, leaf, name + letter)) };
}

function flat(count: number, leaf: JsonObject): JsonObject {
  return { oneOf: Array.from({ length: count }, (_, index) => branch(`k${index}`, leaf)) };
}

function sending(schema: Json): JsonObject {
  return { paths: { "/a": { post: { requestBody: { content: { "application/json": { schema } } }, responses: {} } } } };
}

it.each([
  ["one union", flat],
  ["nested unions", (count: number, leaf: JsonObject) => nested(Math.round(Math.log(count) / Math.log(3)), leaf)],
])("a narrowing in each of 729 branches is breaking, whatever the search for overlaps took: %s", (_, make) => {
  const changes = changesBetween(sending(make(729, {})), sending(make(729, { maxLength: 9 })));

  expect(changes.filter(({ verdict }) => verdict === "breaking")).toHaveLength(729);
  expect(changes.filter(({ verdict }) => verdict === "dangerous")).toEqual([]);
});
