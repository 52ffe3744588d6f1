import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { compileRange } from "./ranges.ts";

const contract = compileInMemory({ paths: {} });
const moment: JsonObject = { type: "string", format: "date-time" };
const several = { starts_at: moment, endsAt: moment, created_at: moment };

describe("compileRange()", () => {
  it.each<[string, string, JsonObject, JsonObject]>([
    ["from", "Only bookings that start at or after this time", several, { starts_at: "2030-01-01T00:00:00Z" }],
    ["date_from", "The earliest start", several, { starts_at: "2030-01-01T00:00:00Z" }],
    ["fromDate", "", { at: moment }, { at: "2030-01-01T00:00:00Z" }],
    ["after", "Created after this time", several, { created_at: "2030-01-01T00:00:00Z" }],
    ["to", "Bookings that end until then", several, { endsAt: "2020-01-01T00:00:00Z" }],
    ["until", "", { day: { type: "string", format: "date" } }, { day: "2020-01-01" }],
    ["before", "", { at: moment }, { at: "2025-01-01T01:00:00+02:00" }],
    ["from_starts_at", "", several, { starts_at: "2030-01-01T00:00:00Z" }],
  ])("reads %s (%j) as a bound of one time", (name, description, properties, fitting) => {
    const matches = compileRange(contract, { type: "object", properties }, { name, schema: moment, description });
    const criterion = matches?.("2025-01-01T00:00:00Z");
    const other = Object.fromEntries(
      Object.keys(fitting).map((each) => [
        each,
        /^(to|until|before)/.test(name) ? "2030-01-01T00:00:00Z" : "2020-01-01T00:00:00Z",
      ]),
    );

    expect([criterion?.test(fitting), criterion?.test(other)]).toEqual([true, false]);
  });

  it.each<[string, string, JsonObject, JsonObject]>([
    ["from", "", several, moment],
    ["from", "Changed at or after", { created_at: moment }, moment],
    ["since", "", { created_at: moment }, moment],
    ["from", "Name of the sender", { at: moment }, { type: "string" }],
    ["to", "", { amount: { type: "number" } }, { type: "number" }],
    ["total", "", { at: moment }, moment],
  ])("leaves %s (%j) alone where its meaning is unclear", (name, description, properties, schema) => {
    expect(compileRange(contract, { type: "object", properties }, { name, schema, description })).toBeUndefined();
  });
});
