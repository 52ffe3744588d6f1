import type { Json } from "../model/json.ts";
import { describe, expect, it } from "vitest";
import { wordOf } from "../../test/support/contracts/lint.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { loadContract } from "../loading/load.ts";
import { lintContract } from "./lint.ts";

const scratch = createScratch();

describe("x-state", () => {
  it.each<[string, Json, string]>([
    [
      "a property that the item does not have",
      { sets: { state: "open" } },
      '"state" cannot be set, because it does not exist in the item',
    ],
    ["a value that is not listed", { sets: { size: "xl" } }, '"size" of the item cannot be "xl"'],
    [
      "a parameter that does not exist",
      { sets: { name: "{pet}" } },
      '"name" cannot be set, because there is no parameter "pet"',
    ],
    ["a value of another type", { sets: { name: 1 } }, '"name" of the item cannot be 1'],
    ["an id that the item does not have", { idProperty: "key" }, '"key" does not exist in the item'],
    ["a part that the item does not have", { part: "owner" }, '"owner" does not exist in the item'],
    ["a wrapper that the response does not have", { wrapper: "pet" }, '"pet" does not exist in the response'],
  ])("is reported: %s", async (_, state, message) => {
    const contract = await loadContract(scratch.write({ "openapi.json": contractWithState(state) }));

    expect((await lintContract(contract)).map(wordOf)).toEqual([
      expect.stringContaining(`state-unfounded: ${message}`),
    ]);
  });

  it.each<Json>([
    "transition",
    { sets: { size: "m", name: null } },
    { sets: { name: "$now", size: "{id}" } },
    "update /pets",
  ])("is accepted: %j", async (state) => {
    expect(await lintContract(await loadContract(scratch.write({ "openapi.json": contractWithState(state) })))).toEqual(
      [],
    );
  });
});

/** Contract with an action on an item and its x-state. */
function contractWithState(state: Json): Json {
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
