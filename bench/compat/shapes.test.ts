import { describe, expect, it } from "vitest";
import { checkCompat } from "../../compat/index.ts";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { growthExponent } from "./report.ts";
import { shapes } from "./shapes.ts";

const contract = (document: object) => compileInMemory(document as JsonObject);
const found = async (before: object, after: object) =>
  checkCompat([await contract(before)], [await contract(after)]).changes.filter(
    ({ verdict }) => verdict === "breaking",
  );

describe("shapes", () => {
  it.each(shapes)("reports more changes for a larger amount, each once: $name", async ({ name, document }) => {
    const [few, more] = [
      await found(document(3, false), document(3, true)),
      await found(document(6, false), document(6, true)),
    ];

    // Changes with the same cause are reported once.
    expect([few.length, more.length]).toEqual(/one (changed schema|enum)|the last/.test(name) ? [1, 1] : [3, 6]);
    expect(await found(document(3, false), document(3, false))).toEqual([]);
  });
});

describe("growthExponent()", () => {
  it("ignores the start time, and times that are too short", () => {
    const grown = [1, 10, 1000, 2000, 4000].map((amount) => ({ amount, milliseconds: 300 + amount }));

    expect(growthExponent(grown)).toBeCloseTo(1, 2);
    expect(growthExponent(grown.slice(0, 3))).toBeNaN();
  });
});
