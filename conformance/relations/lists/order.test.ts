import { expect, it } from "vitest";
import { rolesOf } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { findListShape } from "./list-shape.ts";
import { findOrders } from "./order.ts";

it.each([
  ["orderby.name", ["asc", "desc"], ["name 1", "name -1"]],
  ["sort[name]", ["ASC", "DESC"], ["name 1", "name -1"]],
  ["orderby.other", ["asc"], []],
  ["sort", ["name", "-name"], ["name 1", "name -1"]],
  ["name", ["asc"], []],
])("a parameter %s with the values %j orders by %j", (parameter, values, orders) => {
  const item = { type: "object", required: ["id"], properties: { id: { type: "integer" }, name: { type: "string" } } };
  const answer = { description: "", content: { "application/json": { schema: { type: "array", items: item } } } };
  const contract = compileInMemory({
    paths: {
      "/pets": {
        get: {
          parameters: [{ name: parameter, in: "query", schema: { type: "string", enum: values } }],
          responses: { 200: answer },
        },
      },
    },
  });

  const found = [...rolesOf(contract)]
    .flatMap(([operation, role]) => findListShape(contract, operation, role) ?? [])
    .flatMap((listing) => findOrders(contract, listing));
  expect(found.map(({ property, sign }) => `${property} ${sign}`)).toEqual(orders);
});
