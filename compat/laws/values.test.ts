import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { changesBetween, changeSummary } from "../../test/support/compat/documents.ts";
import { probeDocuments } from "../../test/support/compat/probe.ts";
import { matchingValues, objectsAndChoices, schemasOfValues } from "../../test/support/compat/schemas-of-values.ts";
import { nonBreakingByName } from "../../test/support/compat/value-search.ts";
import { isLong } from "../../test/support/contracts/platform.ts";

const sides = ["request", "response"] as const;

/** Values that only one of two schemas accepts, although no change is reported. */
function unreportedValues(side: (typeof sides)[number], before: JsonObject, after: JsonObject): readonly string[] {
  const [base, revision] = probeDocuments({ about: "values", verdict: "", [side]: [before, after] });
  const changes = changesBetween(base, revision);
  const [ours, theirs] = [matchingValues(before), matchingValues(after)];
  const [lost, gained] = [ours.filter((text) => !theirs.includes(text)), theirs.filter((text) => !ours.includes(text))];
  const isTold = changes.some(
    ({ rule, verdict }) => verdict !== "non-breaking" || nonBreakingByName[rule]?.polarity === "out",
  );
  const breaking = isTold ? [] : side === "request" ? lost : gained;
  const unnoticed = changes.length > 0 ? [] : [...lost, ...gained];
  const missed = new Set([...breaking, ...unnoticed]);
  return missed.size === 0 ? [] : [side, ...missed, ...changes.map(changeSummary)];
}

/** Pairs of small schemas, each of which accepts other values. */
const examples: [JsonObject, JsonObject][] = [
  [{ not: { type: "null" } }, { anyOf: [{ not: { type: "null" } }, { type: "null" }] }],
  [{ not: { enum: ["a", null] } }, { anyOf: [{ not: { enum: ["a", null] } }, { type: "null" }] }],
  [{ const: "b" }, { const: "b", enum: ["a", "c"] }],
  [{ const: "b" }, { type: "integer", const: "b" }],
  [
    { type: "string", enum: ["a"] },
    { type: "integer", enum: ["a"] },
  ],
  [{ type: "null" }, { type: "null", enum: ["a"] }],
  [{ enum: ["a", "b"] }, { enum: ["a", "b"], not: { const: "b" } }],
  [{ const: null }, { anyOf: [{ type: "string", const: null }] }],
  [{ not: { anyOf: [{ type: "null" }, { const: "a" }] } }, { not: { const: "a" } }],
];

describe("schemas that distinguish values by type or constant", () => {
  it.each(examples)("have a change if they differ: %j and %j", (one, other) => {
    for (const side of sides)
      expect([...unreportedValues(side, one, other), ...unreportedValues(side, other, one)]).toEqual([]);
  });

  it("have a change for each different value, and break only consumers of such a value", () => {
    fc.assert(
      fc.property(schemasOfValues, schemasOfValues, fc.constantFrom(...sides), (before, after, side) => {
        // In a response, a value that matches one shape of oneOf instead of several is no change.
        const isExclusive = [before, after].some((schema) => "oneOf" in schema);
        expect(unreportedValues(isExclusive ? "request" : side, before, after)).toEqual([]);
      }),
      { numRuns: isLong ? 3000 : 200 },
    );
  });
});

/** Changes that are called breaking although no value proves it. */
function unprovedBreaks(side: (typeof sides)[number], before: JsonObject, after: JsonObject): readonly string[] {
  const [base, revision] = probeDocuments({ about: "values", verdict: "", [side]: [before, after] });
  const [taking, refusing] = (side === "request" ? [before, after] : [after, before]).map(matchingValues);
  const isHarmed = taking?.some((text) => !refusing?.includes(text));
  const harms = changesBetween(base, revision).filter(({ verdict }) => verdict !== "non-breaking");
  return isHarmed ? [] : harms.map(changeSummary);
}

describe("an object, and a union of objects", () => {
  it("have a change for each different value, and break only consumers of such a value", () => {
    fc.assert(
      fc.property(objectsAndChoices, fc.boolean(), fc.constantFrom(...sides), (pair, isTurned, side) => {
        const [before, after] = isTurned ? [pair[1], pair[0]] : pair;
        expect([...unreportedValues(side, before, after), ...unprovedBreaks(side, before, after)]).toEqual([]);
      }),
      { numRuns: isLong ? 1000 : 50 },
    );
  });
});
