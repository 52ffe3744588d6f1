import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { changesBetween, changeSummary } from "../../test/support/compat/documents.ts";
import { probeDocuments } from "../../test/support/compat/probe.ts";
import { matchingValues, objectsAndChoices, schemasOfValues } from "../../test/support/compat/schemas-of-values.ts";
import { nonBreakingByName } from "../../test/support/compat/value-search.ts";
import { isLong } from "../../test/support/contracts/platform.ts";

const sides = ["request", "response"] as const;

/** What fits a schema, and is not said of two schemas of a request, or of an answer. */
function unsaid(side: (typeof sides)[number], before: JsonObject, after: JsonObject): readonly string[] {
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

/** Values that only the revision takes, or only the base, written in few words. */
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

describe("schemas that tell values apart by what these are", () => {
  it.each(examples)("differ, and are said to: %j and %j", (one, other) => {
    for (const side of sides) expect([...unsaid(side, one, other), ...unsaid(side, other, one)]).toEqual([]);
  });

  it("are said to differ where they do, and to break whom a value surprises", () => {
    fc.assert(
      fc.property(schemasOfValues, schemasOfValues, fc.constantFrom(...sides), (before, after, side) => {
        // What fits one shape of oneOf where it fitted several is no news in an answer.
        const isExclusive = [before, after].some((schema) => "oneOf" in schema);
        expect(unsaid(isExclusive ? "request" : side, before, after)).toEqual([]);
      }),
      { numRuns: isLong ? 3000 : 200 },
    );
  });
});

/** What is said to break whom no value surprises. */
function alarms(side: (typeof sides)[number], before: JsonObject, after: JsonObject): readonly string[] {
  const [base, revision] = probeDocuments({ about: "values", verdict: "", [side]: [before, after] });
  const [taking, refusing] = (side === "request" ? [before, after] : [after, before]).map(matchingValues);
  const isHarmed = taking?.some((text) => !refusing?.includes(text));
  const harms = changesBetween(base, revision).filter(({ verdict }) => verdict !== "non-breaking");
  return isHarmed ? [] : harms.map(changeSummary);
}

describe("an object, and a choice of such", () => {
  it("are said to differ where they do, and to break whom a value surprises, and nobody else", () => {
    fc.assert(
      fc.property(objectsAndChoices, fc.boolean(), fc.constantFrom(...sides), (pair, isTurned, side) => {
        const [before, after] = isTurned ? [pair[1], pair[0]] : pair;
        expect([...unsaid(side, before, after), ...alarms(side, before, after)]).toEqual([]);
      }),
      { numRuns: isLong ? 1000 : 50 },
    );
  });
});
