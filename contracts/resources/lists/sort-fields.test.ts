import { describe, expect, it } from "vitest";
import { findSortFields, readDirection, readSortKey } from "./sort-fields.ts";

const properties = new Set(["name", "created_at", "price_desc"]);

describe("readSortKey()", () => {
  it.each([
    ["name", "name", undefined],
    [" name ", "name", undefined],
    ["+name", "name", 1],
    ["-created_at", "created_at", -1],
    ["name desc", "name", -1],
    ["name:asc", "name", 1],
    ["name: DESC", "name", -1],
    ["created_at_desc", "created_at", -1],
    ["name descending", "name", -1],
    ["-name asc", "name", 1],
    ["price_desc", "price_desc", undefined],
    ["price_desc_desc", "price_desc", -1],
  ])("reads %j as %s %s", (text, property, sign) => expect(readSortKey(text, properties)).toEqual({ property, sign }));

  it.each(["", "-", "desc", "other", "name-desc", "_desc"])("reads no property in %j", (text) =>
    expect(readSortKey(text, properties)).toBeUndefined(),
  );
});

describe("findSortFields()", () => {
  it("tells fields of keys, of the direction, and of one property apart", () => {
    const names = ["sort_by", "order", "sort[name]", "orderby.other", "name", "limit"];
    const found = findSortFields(
      names.map((name) => ({ name, schema: {} })),
      properties,
    );

    expect(found.keys.map(({ name }) => name)).toEqual(["sort_by", "order"]);
    expect(found.directions.map(({ name }) => name)).toEqual(["order"]);
    expect(found.ofOneProperty.map(({ field, property }) => [field.name, property])).toEqual([["sort[name]", "name"]]);
  });

  it("filters by a property that is named like an order", () => {
    expect(findSortFields([{ name: "order", schema: {} }], new Set(["order"])).keys).toEqual([]);
  });
});

it.each([
  ["asc", 1],
  ["DESC", -1],
  ["descending", -1],
  ["down", undefined],
  [undefined, undefined],
])("readDirection(%j) is %s", (word, sign) => expect(readDirection(word)).toBe(sign));
