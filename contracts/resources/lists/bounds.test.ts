import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import type { JsonObject } from "../../model/json.ts";
import { readBound } from "./bounds.ts";

const contract = compileInMemory({ paths: {} });
const moment: JsonObject = { type: "string", format: "date-time" };
const number: JsonObject = { type: "number" };
const properties: JsonObject = { price: number, placed_at: moment, createdAt: moment, name: { type: "string" } };
const bound = (name: string, description = "", schema: JsonObject = moment) =>
  readBound(contract, { type: "object", properties }, { name, schema, description });

describe("readBound()", () => {
  it.each([
    ["placed_after", ">", "placed_at"],
    ["placed[gt]", ">", "placed_at"],
    ["createdBefore", "<", "createdAt"],
    ["created-since", ">=", "createdAt"],
    ["price_min", ">=", "price"],
    ["price.gte", ">=", "price"],
    ["price_minimum", ">=", "price"],
    ["minPrice", ">=", "price"],
    ["gte_price", ">=", "price"],
    ["maximum_price", "<=", "price"],
    ["price[lte]", "<=", "price"],
    ["lt_price", "<", "price"],
    ["until_placed", "<=", "placed_at"],
  ])("reads %s as %s of %s", (name, relation, property) =>
    expect(bound(name)).toEqual({ relation, properties: [property] }),
  );

  it.each([
    ["from", "Orders that were placed at this time or later", ["placed_at"]],
    ["date_to", "Created until then", ["createdAt"]],
    ["from", "", []],
    ["since", "Changes since this time", []],
    ["name_min", "", []],
  ])("finds the time of %s with the description %j: %j", (name, description, found) =>
    expect(bound(name, description)?.properties).toEqual(found),
  );

  it.each(["price", "total", "placed_at", "status"])("reads no bound in %s", (name) =>
    expect(bound(name)?.properties ?? []).toEqual([]),
  );
});
