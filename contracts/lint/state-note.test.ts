import type { Json } from "../model/json.ts";
import { describe, expect, it } from "vitest";
import { wordOf } from "../../test/support/contracts/lint.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { loadContract } from "../loading/load.ts";
import { lintContract } from "./lint.ts";

const scratch = createScratch();

describe("what x-state says", () => {
  it.each<[string, Json, string]>([
    ["a property that is not the item's", { sets: { state: "open" } }, 'There is no "state" in the item'],
    ["a value that is not listed", { sets: { size: "xl" } }, '"size" of the item cannot be "xl"'],
    ["a parameter that there is not", { sets: { name: "{pet}" } }, 'There is no parameter "pet"'],
    ["a value of another type", { sets: { name: 1 } }, '"name" of the item cannot be 1'],
    ["an id that the item does not have", { idProperty: "key" }, 'There is no "key" in the item'],
    ["a part that the item does not have", { part: "owner" }, 'There is no "owner" in the item'],
    ["a wrapper that the answer does not have", { wrapper: "pet" }, 'There is no "pet" in the answer'],
  ])("is caught: %s", async (_, state, message) => {
    const contract = await loadContract(scratch.write({ "openapi.json": grown(state) }));

    expect((await lintContract(contract)).map(wordOf)).toEqual([
      expect.stringContaining(`state-unfounded: ${message}`),
    ]);
  });

  it.each<Json>([
    "transition",
    { sets: { size: "m", name: null } },
    { sets: { name: "$now", size: "{id}" } },
    "update /pets",
  ])("is fine: %j", async (state) => {
    expect(await lintContract(await loadContract(scratch.write({ "openapi.json": grown(state) })))).toEqual([]);
  });
});

/** An action on an item, which says in x-state what it does. */
function grown(state: Json): Json {
  const schema = { $ref: "#/components/schemas/Pet" };
  const answer = { "200": { description: "Grown.", content: { "application/json": { schema } } } };
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const properties = { id: { type: "string" }, name: { type: "string" }, size: { type: "string", enum: ["s", "m"] } };
  const components = { schemas: { Pet: { type: "object", properties } } };
  return {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: {
      "/pets/{id}": { parameters, get: { responses: answer } },
      "/pets/{id}:grow": { parameters, post: { "x-state": state, responses: answer } },
    },
    components,
  };
}
