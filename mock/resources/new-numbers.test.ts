import { expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { startMock } from "../index.ts";

const scratch = createScratch();
const pet = (id: JsonObject): JsonObject => ({ type: "object", properties: { id, name: { type: "string" } } });
const integer = { type: "integer" };

it.each<[string, JsonObject, Json, Json]>([
  [
    "a list",
    integer,
    [
      { id: 3, name: "Rex" },
      { id: 40, name: "Bo" },
    ],
    41,
  ],
  ["no examples", integer, [], 1],
  ["ids that are too large to continue", integer, [{ id: 9_000_000_000_000, name: "Rex" }], 1],
])("new numbers are larger than those of documented examples: %s", async (_, id, example, first) => {
  const content = (schema: JsonObject, shown?: Json): JsonObject => ({
    content: { "application/json": { schema, ...(shown !== undefined && { example: shown }) } },
  });
  const parameters = [{ name: "id", in: "path", required: true, schema: id }];
  const document = documentOf({
    paths: {
      "/pets": {
        get: { responses: { "200": { description: "", ...content({ type: "array", items: pet(id) }, example) } } },
        post: { requestBody: content(pet({})), responses: { "201": { description: "", ...content(pet(id)) } } },
      },
      "/pets/{id}": { get: { parameters, responses: { "200": { description: "", ...content(pet(id)) } } } },
    },
  });
  await using mock = await startMock({ contracts: [scratch.write({ "pets.json": document })], port: 0 });
  const made = await fetch(`${mock.url}/pets`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Ada" }),
  });

  expect(await made.json()).toMatchObject({ id: first });
});
