import { describe, expect, it } from "vitest";
import { orList, partName } from "./wording.ts";

describe("partName()", () => {
  it.each([
    ["", 'operation "GET /a"'],
    ["body", "the body"],
    ["body.name", 'property "name"'],
    ["body.items[].name", 'property "name"'],
    ['body["odd. name"]', 'property "odd. name"'],
    ['body["[]"]', 'property "[]"'],
    ["body[]", "items of the body"],
    ["body.tags[]", 'items of property "tags"'],
    ["body[2]", "item [2] of the body"],
    ["body.rows[][0]", 'item [][0] of property "rows"'],
    ["body.labels.*", 'members of property "labels"'],
    ["body.labels./^x-/", 'members /^x-/ of property "labels"'],
    ["query.limit", 'parameter "limit" (query)'],
    ["query.filter.name", 'property "name"'],
    ["query.ids[]", 'items of parameter "ids" (query)'],
    ["header.x-trace", 'header "x-trace"'],
    ["anything else", '"anything else"'],
  ])("returns for %s the name %s", (path, name) => {
    expect(partName(path, "GET /a")).toBe(name);
  });

  it("has a name for parts outside of operations", () => {
    expect(partName("", "")).toBe("the API");
  });
});

describe("orList()", () => {
  it("joins values with or, and counts those beyond the limit", () => {
    expect(orList(["a"])).toBe('"a"');
    expect(orList(["a", "b", null])).toBe('"a", "b" or null');
    expect(orList(Array.from({ length: 10 }, (_, index) => index))).toBe("0, 1, 2, 3, 4, 5, 6, 7 or 2 more");
    expect(orList([])).toBe("nothing");
  });
});
