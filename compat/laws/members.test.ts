import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { changesBetween, changeSummary } from "../../test/support/compat/documents.ts";
import { probeDocuments } from "../../test/support/compat/probe.ts";
import { harmfulObjects, pairsOfMemberSchemas } from "../../test/support/compat/schemas-of-members.ts";
import { isLong } from "../../test/support/contracts/platform.ts";
import type { Change } from "../index.ts";

const sides = ["request", "response"] as const;

type Side = (typeof sides)[number];

/** Places of an object in a body. */
const places = ["whole", "items", "additionalProperties"] as const;

interface Situation {
  readonly side: Side;
  readonly place?: (typeof places)[number];
  /** Plants a fault in the changes. */
  readonly edit?: (change: Change) => Change;
}

/** Objects that harm a consumer although no change is breaking or dangerous. */
function missedObjects(
  [before, after]: readonly [JsonObject, JsonObject],
  { side, place = "whole", edit = (change) => change }: Situation,
): readonly string[] {
  const harmful = harmfulObjects(side, before, after);
  // In a response, a shape that is no longer sent is no harm, nor is a match of one shape of oneOf instead of several.
  const isExempt = side === "response" && /"(oneOf|anyOf)"/.test(JSON.stringify(before));
  if (harmful.length === 0 || isExempt) return [];
  const both = [before, after].map((schema) => (place === "whole" ? schema : { [place]: schema }));
  const [base, revision] = probeDocuments({ about: "members", verdict: "", [side]: both });
  const changes = changesBetween(base, revision).map(edit);
  if (changes.some(({ verdict }) => verdict !== "non-breaking")) return [];
  return [side, ...harmful.map((object) => JSON.stringify(object)), ...changes.map(changeSummary)];
}

describe("schemas that describe members in any place", () => {
  it("are never called compatible if an object refutes it", () => {
    fc.assert(
      fc.property(pairsOfMemberSchemas, fc.constantFrom(...sides), fc.constantFrom(...places), (pair, side, place) => {
        expect(missedObjects(pair, { side, place })).toEqual([]);
      }),
      { numRuns: isLong ? 3000 : 150 },
    );
  });

  it("fail the check if the schema of a member that only a condition named is called an addition", () => {
    const base = { type: "object", if: { required: ["value"] }, then: { properties: { value: { type: "string" } } } };
    const pair = [base, { type: "object", properties: { value: { type: "integer" } } }] as const;
    const edit = (change: Change): Change => ({ ...change, verdict: "non-breaking" });

    expect(missedObjects(pair, { side: "request" })).toEqual([]);
    expect(missedObjects(pair, { side: "request", edit })).not.toEqual([]);
  });
});
