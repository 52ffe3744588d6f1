import { expect, it } from "vitest";
import { type JsonObject, listPropertyNames, type Role } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { findListShape } from "./list-shape.ts";

const item: JsonObject = { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } };
const nameless: JsonObject = { type: "object", properties: { name: { type: "string" } } };
const list = (items: JsonObject): JsonObject => ({ type: "array", items });

function shape(kind: Role["kind"], properties: JsonObject) {
  const content = { "application/json": { schema: { type: "object", properties } } };
  const operation = { responses: { 200: { description: "", content } } };
  const contract = compileInMemory({ paths: { "/report": { get: operation } } });
  const role = { kind, collection: "/report", itemsProperty: "rows", idProperty: "number" };
  const found = findListShape(contract, contract.operations[0]!, role);
  return found && { names: [...listPropertyNames(contract, found.item)], id: found.role.idProperty };
}

it("has the items of a list where its role says", () => {
  expect(shape("list", { rows: list(item), errors: list(nameless) })).toEqual({ names: ["id", "name"], id: "number" });
});

it("has the only list of a read whose path names no collection, with the id of its items", () => {
  expect(shape("action", { total: { type: "integer" }, lines: list(item) })).toEqual({
    names: ["id", "name"],
    id: "id",
  });
  expect(shape("action", { lines: list(nameless) })).toEqual({ names: ["name"], id: undefined });
});

it("is unknown where a response has several lists, or none", () => {
  expect(shape("action", { lines: list(item), errors: list(nameless) })).toBeUndefined();
  expect(shape("action", { total: { type: "integer" } })).toBeUndefined();
  expect(shape("read", { lines: list(item) })).toBeUndefined();
});
