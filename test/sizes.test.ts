import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root, sourcesIn } from "./support/imports.ts";
import { countCode, sizesOfRooms } from "./support/sizes.ts";

/** Thousands of characters that a room may be below its number, so that not every change has to edit the table. */
const SLACK = 10;

const architecture = readFileSync(join(root, "docs/architecture.md"), "utf8");

/** Decided sizes of rooms, from the table in docs/architecture.md. */
const decided = new Map(
  [...architecture.matchAll(/^\| `(\w+)\/` \| (\d+) \|$/gm)].map(([, room, size]) => [room as string, Number(size)]),
);

describe("countCode()", () => {
  it.each([
    ["const a = 1;", 9],
    ["  /** A comment\n   * of two lines. */\nconst a = 1;\n", 9],
    ["// A comment\nconst a = 1; // and one more", 9],
    ['const url = "http://host/*";', 25],
  ])("of %j is %i", (text, size) => {
    expect(countCode(text)).toBe(size);
  });
});

describe("the rooms of docs/architecture.md", () => {
  const sizes = sizesOfRooms(sourcesIn([...decided.keys()]));

  it("have a number each", () => {
    expect([...decided.keys()]).toEqual([
      "contracts",
      "formats",
      "mock",
      "conformance",
      "compat",
      "profiles",
      "api",
      "cli",
    ]);
  });

  it.each([...decided])("%s has at most %i thousand characters: a larger number is a decision", (room, size) => {
    expect(sizes.get(room)).toBeLessThanOrEqual(size);
  });

  it.each([...decided])("%s is not much smaller than %i: then its number is lowered", (room, size) => {
    expect(sizes.get(room)).toBeGreaterThan(size - SLACK);
  });
});
