import { expect, it } from "vitest";
import { type JsonObject, rolesOf } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { findFilters } from "./filters.ts";
import { findListShape } from "./list-shape.ts";

const kinds = ["paper", "audio"];

it.each([
  { name: "format", values: kinds, filtered: ["format"] },
  { name: "format", values: ["json", "csv"], filtered: [] },
  { name: "view", values: [...kinds, "all"], filtered: [] },
  { name: "kind", values: kinds, filtered: ["kind"] },
])("a parameter $name with the values $values filters by $filtered", ({ name, values, filtered }) => {
  const item = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, [name]: { type: "string", enum: kinds } },
  };
  const answer = (schema: JsonObject) => ({ description: "", content: { "application/json": { schema } } });
  const body = { content: { "application/json": { schema: item } } };
  const contract = compileInMemory({
    paths: {
      "/books": {
        get: {
          parameters: [{ name, in: "query", schema: { type: "string", enum: values } }],
          responses: { 200: answer({ type: "array", items: item }) },
        },
        post: { requestBody: body, responses: { 201: answer(item) } },
      },
      "/books/{id}": {
        get: {
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
          responses: { 200: answer(item) },
        },
      },
    },
  });

  const names = [...rolesOf(contract)]
    .flatMap(([operation, role]) => findListShape(contract, operation, role) ?? [])
    .flatMap((listing) => findFilters(contract, listing).map((each) => each.name));
  expect(names).toEqual(filtered);
});
