import { describe, expect, it } from "vitest";
import { extractItemId, withItemId } from "./item-id.ts";

const books = { idProperty: "name", collection: "/v1/shelves/{}/books" };

describe("extractItemId()", () => {
  it.each([
    ["shelves/1/books/2", "2"],
    ["//library.example.com/shelves/1/books/2", "2"],
    ["books/2", "2"],
    ["shelves/1/pens/2", "shelves/1/pens/2"],
    ["either/or", "either/or"],
    ["shelves/1/books/", "shelves/1/books/"],
    ["2", "2"],
    [2, 2],
  ])("reads %j as %j", (name, id) => {
    expect(extractItemId({ name }, books)).toBe(id);
  });

  it("takes a value as a whole if the collection is unknown", () => {
    expect(extractItemId({ name: "shelves/1/books/2" }, { idProperty: "name" })).toBe("shelves/1/books/2");
  });
});

describe("withItemId()", () => {
  it("keeps the parents in a resource name", () => {
    const item = withItemId({ name: "shelves/1/books/2", title: "Ion" }, books, "3");

    expect(item).toEqual({ name: "shelves/1/books/3", title: "Ion" });
    expect(extractItemId(item, books)).toBe("3");
  });
});
