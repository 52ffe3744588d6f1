import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { findSteering } from "./steering.ts";

const contract = compileInMemory({ paths: {} });
const steeringBy = (fields: Readonly<Record<string, object>>) =>
  findSteering(
    contract,
    Object.entries(fields).map(([name, schema]) => ({ name, schema: { type: "string", ...schema } })),
  );

describe("findSteering()", () => {
  it.each(["cursor", "after", "page_token", "iterator", "NextMarker", "pagination-token"])(
    "finds the cursor %s",
    (name) => {
      expect(steeringBy({ [name]: {} })).toEqual({ cursor: { name } });
    },
  );

  it("finds no cursor in a time after which items were made", () => {
    expect(steeringBy({ after: { format: "date-time" }, starting_after: { format: "date" } })).toEqual({});
  });

  it.each([
    [["page", "pageSize", "start", "limit"], "start", "limit"],
    [["pageSize", "limit", "offset"], "offset", "limit"],
    [["limit", "pageSize", "page"], "page", "pageSize"],
    [["page", "limit"], "page", "limit"],
  ])("finds a place and a size of one family among %j", (names, place, limit) => {
    const number = { type: "integer", minimum: 1 };
    const found = steeringBy(Object.fromEntries(names.map((name) => [`pagination[${name}]`, number])));

    expect([found.place?.name, found.limit?.name]).toEqual([`pagination[${place}]`, `pagination[${limit}]`]);
  });

  it("finds the page size with its default", () => {
    expect(steeringBy({ limit: { type: "integer", minimum: 2, maximum: 40, default: 10 } })).toEqual({
      limit: { name: "limit", min: 2, most: 40, usual: 10 },
    });
  });
});
