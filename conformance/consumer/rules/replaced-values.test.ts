import { describe, expect, it } from "vitest";
import { replacedValues } from "./replaced-values.ts";

describe("replacedValues()", () => {
  it.each([
    ["a member", { status: "new5" }, { status: "open" }, [{ member: "status", read: "new5", written: "open" }]],
    ["a number", { priority: 9 }, { priority: 1 }, [{ member: "priority", read: 9, written: 1 }]],
    [
      "a member of a member",
      { address: { kind: "new5" } },
      { address: { kind: "home" } },
      [{ member: "address.kind", read: "new5", written: "home" }],
    ],
    ["an element", { tags: ["a", "new5"] }, { tags: ["a", "b"] }, [{ member: "tags[]", read: "new5", written: "b" }]],
    [
      "one of two equal elements",
      { tags: ["a", "new5"] },
      { tags: ["a", "a"] },
      [{ member: "tags[]", read: "new5", written: "a" }],
    ],
    [
      "a member of an element",
      { lines: [{ status: "open" }, { status: "new5" }] },
      { lines: [{ status: "open" }, { status: "open" }] },
      [{ member: "lines[].status", read: "new5", written: "open" }],
    ],
    [
      "a member of an element that was moved, beside one that is left out",
      {
        lines: [
          { sku: "a", status: "new5" },
          { sku: "b", status: "open" },
          { sku: "c", status: "open" },
        ],
      },
      {
        lines: [
          { sku: "c", status: "open" },
          { sku: "a", status: "open" },
        ],
      },
      [{ member: "lines[].status", read: "new5", written: "open" }],
    ],
  ])("finds %s", (_, read, written, expected) => {
    expect(replacedValues(read, written)).toEqual(expected);
  });

  it.each([
    ["a member that is left out", { status: "new5", note: "a" }, { note: "a" }],
    ["an element that is left out", { tags: ["a", "new5"] }, { tags: ["a"] }],
    ["elements in another order", { tags: ["new5", "a"] }, { tags: ["a", "new5"] }],
    [
      "elements without ids in another order",
      { lines: [{ status: "new5" }, { status: "open" }, { status: "open" }] },
      { lines: [{ status: "open" }, { status: "open" }, { status: "new5" }] },
    ],
    ["an added element", { lines: [{ status: "new5" }] }, { lines: [{ status: "open" }, { status: "new5" }] }],
    [
      "elements with ids in another order",
      {
        lines: [
          { id: 1, status: "new5" },
          { id: 2, status: "open" },
        ],
      },
      {
        lines: [
          { id: 2, status: "open" },
          { id: 1, status: "new5" },
        ],
      },
    ],
    ["a value of another type", { status: "new5" }, { status: null }],
  ])("does not find %s", (_, read, written) => {
    expect(replacedValues(read, written)).toEqual([]);
  });
});
