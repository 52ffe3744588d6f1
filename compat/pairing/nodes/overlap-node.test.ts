import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { changesBetween } from "../../../test/support/compat/documents.ts";
import { probeDocuments } from "../../../test/support/compat/probe.ts";

const text = { type: "string" };

describe("a branch that oneOf lists twice", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["of any value", { type: "object" }, { type: "object", oneOf: [{}, {}] }],
    ["of one type", text, { oneOf: [text, text] }],
    ["of listed values", { enum: ["a"] }, { oneOf: [{ enum: ["a"] }, { enum: ["a"] }] }],
    ["beside another one", { anyOf: [text, text, { type: "integer" }] }, { oneOf: [text, text, { type: "integer" }] }],
  ])("refuses its values: %s", (_, before, after) => {
    for (const wrap of [(schema: JsonObject) => schema, (items: JsonObject) => ({ type: "array", items })]) {
      const both = [wrap(before), wrap(after)] as const;
      const there = probeDocuments({ about: "repeated", verdict: "", request: both });

      expect(changesBetween(...there)).toContainEqual(
        expect.objectContaining({ rule: "union-overlap-refused", verdict: "breaking", witness: expect.anything() }),
      );
      expect(changesBetween(there[1], there[0])).toContainEqual(
        expect.objectContaining({ rule: "union-overlap-taken", verdict: "non-breaking" }),
      );
    }
  });

  it("is no change if the base listed it twice as well", () => {
    const before = { oneOf: [text, text, { type: "integer" }] };
    const after = { oneOf: [{ type: "integer" }, text, text] };

    expect(changesBetween(...probeDocuments({ about: "repeated", verdict: "", request: [before, after] }))).toEqual([]);
  });
});
