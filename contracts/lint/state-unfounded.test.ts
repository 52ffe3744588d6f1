import type { Json, JsonObject } from "../model/json.ts";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { stateUnfounded } from "./rules/state-unfounded.ts";

const document = readFileSync("fixtures/mock/parcels.yaml", "utf8");

describe("stateUnfounded", () => {
  it("reports nothing for a correct document", async () => {
    expect(await faultsWith("GET /parcels", {})).toEqual([]);
  });

  it.each<[string, string, JsonObject, string]>([
    ["an order by an unknown property", "GET /parcels", { order: ["-size"] }, 'The list cannot be ordered by "size"'],
    ["an order with text after $created", "GET /racks", { order: ["$created", "name"] }, '"$created" must be last'],
    [
      "an order of a single item",
      "GET /parcels/{parcel_id}",
      { order: ["name"] },
      '"order" has no effect on an operation of kind read',
    ],
    [
      "an unknown member of the entries of a list",
      "GET /racks",
      { entryProperty: "rack" },
      '"rack" does not exist in the entries of the list',
    ],
    ["a filter by an unknown parameter", "GET /parcels", { filters: { size: "name" } }, 'There is no parameter "size"'],
    [
      "a filter by an unknown property",
      "GET /parcels",
      { filters: { tag: "to.street" } },
      '"to.street" does not exist',
    ],
    [
      "a filter of an action",
      "POST /parcels/{parcel_id}:send",
      { filters: { tag: "tags" } },
      '"filters" has no effect',
    ],
    [
      "a condition on an unknown property",
      "DELETE /parcels/{parcel_id}",
      { when: { size: "s" } },
      '"size" is a condition',
    ],
    [
      "a condition that no item can meet",
      "POST /parcels/{parcel_id}:send",
      { when: { state: ["packed", "open"] } },
      '"state" of the item cannot be "open"',
    ],
    [
      "a condition that no parent item can meet",
      "POST /parcels/{parcel_id}/stops",
      { when: { place: "Ulm" } },
      '"place" is a condition, but does not exist in the item',
    ],
    [
      "a condition on a list",
      "GET /parcels",
      { when: { state: "packed" } },
      '"when" has no effect on an operation of kind list',
    ],
    [
      "a condition on the parent of a top-level item",
      "POST /parcels",
      { when: { state: "packed" } },
      '"when" has no effect',
    ],
    [
      "a unique property that does not exist",
      "POST /parcels",
      { unique: ["size"] },
      '"size" does not exist in the item',
    ],
    ["unique on an operation that creates nothing", "GET /parcels", { unique: ["code"] }, '"unique" has no effect'],
  ])("reports %s", async (_, operation, note, message) => {
    expect(await faultsWith(operation, note)).toEqual([expect.stringContaining(message)]);
  });

  it.each<[string, Json]>([
    ["order", "name"],
    ["order", []],
    ["filters", { tag: 1 }],
    ["when", []],
    ["unique", [1]],
  ])("does not check an x-state whose %s is %j", (member, value) => {
    const { problems } = compileInMemory(documentWithState("GET /parcels", { [member]: value }));

    expect(problems).toMatchObject([{ code: "invalid-state" }]);
  });
});

async function faultsWith(operation: string, note: JsonObject): Promise<string[]> {
  const contract = compileInMemory(documentWithState(operation, note));
  return (await stateUnfounded.find(contract)).map(({ message }) => message);
}

/** Document with an additional member in the x-state of an operation. */
function documentWithState(operation: string, note: JsonObject): JsonObject {
  const copy = parse(document) as { paths: Record<string, Record<string, JsonObject>> };
  const [method = "", path = ""] = operation.split(" ");
  const node = copy.paths[path]?.[method.toLowerCase()] as Record<string, Json>;
  const state = { ...(node["x-state"] as JsonObject | undefined), ...note };
  if (Object.keys(state).length > 0) node["x-state"] = state;
  return copy as unknown as JsonObject;
}
