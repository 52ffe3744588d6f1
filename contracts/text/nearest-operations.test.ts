import { describe, expect, it } from "vitest";
import { nearestOperations } from "./nearest-operations.ts";

const operations = [
  { api: "library", id: "listBooks", name: "GET /books" },
  { api: "library", id: "createBook", name: "POST /books" },
  { api: "library", id: "getBook", name: "GET /books/{book_id}" },
  { api: "library", id: "listShelves", name: "GET /shelves" },
];

describe("nearestOperations()", () => {
  it.each([
    ["listBook", '; the nearest are "listBooks", "getBook", "createBook"'],
    ["LISTBOOKS", '; the nearest are "listBooks", "getBook"'],
    ["books", '; the nearest is "listBooks"'],
    ["shelves", '; the nearest is "listShelves"'],
    ["library/getBok", '; the nearest are "library/getBook", "library/listBooks", "library/createBook"'],
    ["GET /book", '; the nearest are "GET /books", "POST /books"'],
    ["/book", '; the nearest is "/books"'],
    ["zzzzzzzzzzzz", ""],
  ])("suggests names in the form of %s", (name, suffix) => {
    expect(nearestOperations(name, operations)).toBe(suffix);
  });

  it("lists the operations if there are few and none is similar", () => {
    expect(nearestOperations("zzzzzzzzzzzz", operations.slice(0, 2))).toBe('; there are "listBooks", "createBook"');
    expect(nearestOperations("zzzzzzzzzzzz", operations.slice(0, 1))).toBe('; there is "listBooks"');
    expect(nearestOperations("any", [])).toBe("");
  });

  it("suggests other names, too, and full names where an operation has no id", () => {
    expect(nearestOperations("librari", operations, ["library"])).toBe('; the nearest is "library"');
    expect(nearestOperations("things", [{ api: "a", name: "GET /things" }])).toBe('; the nearest is "GET /things"');
  });
});
