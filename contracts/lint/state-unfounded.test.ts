import type { Json, JsonObject } from "../model/json.ts";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { stateUnfounded } from "./rules/state-unfounded.ts";

const document = readFileSync("fixtures/mock/parcels.yaml", "utf8");

describe("stateUnfounded", () => {
  it("finds nothing against a document in order", async () => {
    expect(await faultsWith("GET /parcels", {})).toEqual([]);
  });

  it.each<[string, string, JsonObject, string]>([
    ["an order by what items do not have", "GET /parcels", { order: ["-size"] }, 'There is no "size" in the items'],
    ["an order that ends early", "GET /racks", { order: ["$created", "name"] }, "nothing can come after it"],
    ["an order of one item", "GET /parcels/{parcel_id}", { order: ["name"] }, '"order" says nothing of this operation'],
    ["a filter that nobody sends", "GET /parcels", { filters: { size: "name" } }, 'There is no parameter "size"'],
    ["a filter by what is not there", "GET /parcels", { filters: { tag: "to.street" } }, 'There is no "to.street"'],
    ["a filter of an action", "POST /parcels/{parcel_id}:send", { filters: { tag: "tags" } }, '"filters" says nothing'],
    ["a rule about what is not there", "DELETE /parcels/{parcel_id}", { when: { size: "s" } }, 'There is no "size"'],
    [
      "a rule that no item keeps",
      "POST /parcels/{parcel_id}:send",
      { when: { state: ["packed", "open"] } },
      '"state" of the item cannot be "open"',
    ],
    [
      "a rule that what items belong to cannot keep",
      "POST /parcels/{parcel_id}/stops",
      { when: { place: "Ulm" } },
      'There is no "place" in the item that has to have it',
    ],
    ["a rule about no item", "GET /parcels", { when: { state: "packed" } }, '"when" says nothing of this operation'],
    ["a rule for what belongs to nothing", "POST /parcels", { when: { state: "packed" } }, '"when" says nothing'],
    ["no two alike by what is not there", "POST /parcels", { unique: ["size"] }, 'There is no "size" in the item'],
    ["no two alike where none is made", "GET /parcels", { unique: ["code"] }, '"unique" says nothing'],
  ])("catches %s", async (_, operation, note, message) => {
    expect(await faultsWith(operation, note)).toEqual([expect.stringContaining(message)]);
  });

  it.each<[string, Json]>([
    ["order", "name"],
    ["order", []],
    ["filters", { tag: 1 }],
    ["when", []],
    ["unique", [1]],
  ])("is not asked of an x-state whose %s is %j", (member, value) => {
    const { problems } = compileInMemory(planted("GET /parcels", { [member]: value }));

    expect(problems).toMatchObject([{ code: "invalid-state" }]);
  });
});

async function faultsWith(operation: string, note: JsonObject): Promise<string[]> {
  const contract = compileInMemory(planted(operation, note));
  return (await stateUnfounded.find(contract, [contract])).map(({ message }) => message);
}

/** The document with something more in the x-state of an operation. */
function planted(operation: string, note: JsonObject): JsonObject {
  const copy = parse(document) as { paths: Record<string, Record<string, JsonObject>> };
  const [method = "", path = ""] = operation.split(" ");
  const node = copy.paths[path]?.[method.toLowerCase()] as Record<string, Json>;
  const state = { ...(node["x-state"] as JsonObject | undefined), ...note };
  if (Object.keys(state).length > 0) node["x-state"] = state;
  return copy as unknown as JsonObject;
}
