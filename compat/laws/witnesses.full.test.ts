import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesBetween, lawDocuments, changeSummary, applyRewritings } from "../../test/support/compat/documents.ts";
import { edits } from "../../test/support/compat/edits/index.ts";
import { nonBreakingByName, searchUnexplainedValues } from "../../test/support/compat/value-search.ts";
import { isLong } from "../../test/support/contracts/platform.ts";
import { type Change, rules } from "../index.ts";
import type { JsonObject } from "../../contracts/index.ts";

const documents = await lawDocuments();
const [keywords] = documents.filter(({ name }) => name === "keywords") as [(typeof documents)[number]];
/** Number of values that are tried at each place. */
const count = 200;
/** In the short run, one of five edits is tried. The seed chooses which. */
const share = isLong ? 1 : 5;
const chosen = edits
  .map(({ name }, index) => [name, index] as const)
  .filter(([, index]) => index % share === Number(process.env["CONCORD_SEED"] ?? 42) % share);
const steps = fc.array(fc.tuple(fc.nat(edits.length - 1), fc.nat(10_000)), { minLength: 1, maxLength: 3 });

/** Values that refute a verdict between two documents, in either direction. */
function refuted(one: JsonObject, other: JsonObject): readonly string[] {
  return [[one, other] as const, [other, one] as const].flatMap(([base, revision]) => {
    const changes = changesBetween(base, revision);
    const { unexplained: found } = searchUnexplainedValues(base, revision, { changes, count });
    return found.length === 0 ? [] : [...found, ...changes.map(changeSummary)];
  });
}

describe("a non-breaking verdict", () => {
  it.each(chosen)("is refuted by no value: %s", (_, index) => {
    for (const { name, document } of isLong ? documents.slice(0, 4) : [keywords]) {
      for (let place = 0; place < (isLong ? 3 : 1); place++) {
        const { document: other, names } = applyRewritings(document, edits, [[index, place]]);
        expect([name, place, names.length === 0 ? [] : refuted(document, other)]).toEqual([name, place, []]);
      }
    }
  });

  it("is refuted by no value after random edits", () => {
    fc.assert(
      fc.property(fc.constantFrom(...documents.map(({ name }) => name)), steps, (name, path) => {
        const { document } = documents.find((one) => one.name === name) as (typeof documents)[number];
        expect(refuted(document, applyRewritings(document, edits, path).document)).toEqual([]);
      }),
      { numRuns: isLong ? 300 : 3 },
    );
  });

  it("has exceptions for existing rules only", () => {
    const ids = rules.map(({ id }) => id);

    expect(Object.keys(nonBreakingByName).filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe("the search for values that refute a verdict", () => {
  it.each<[string, string, (change: Change) => readonly Change[]]>([
    [
      "a rule that is silent",
      "add maxLength: 20",
      ({ rule, ...change }) => (rule === "max-length-decreased" ? [] : [{ ...change, rule }]),
    ],
    ["a facet that is turned round", "change maximum to 90", (change) => [{ ...change, verdict: turned(change) }]],
    [
      "a property that is required",
      "require a property",
      ({ verdict, ...change }) => [{ ...change, verdict: verdict === "breaking" ? "non-breaking" : verdict }],
    ],
  ])("finds %s", (_, title, fault) => {
    const index = edits.findIndex(({ name }) => name === title);
    const { document: other } = applyRewritings(keywords.document, edits, [[index, 1]]);
    const changes = changesBetween(keywords.document, other);

    expect(searchUnexplainedValues(keywords.document, other, { changes, count }).unexplained).toEqual([]);
    expect(
      searchUnexplainedValues(keywords.document, other, { changes: changes.flatMap(fault), count }).unexplained,
    ).not.toEqual([]);
  });
});

function turned({ verdict }: Change): Change["verdict"] {
  return verdict === "breaking" ? "non-breaking" : "breaking";
}
