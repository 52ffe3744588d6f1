import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, isObject } from "../../contracts/index.ts";
import { seededNumber } from "../../contracts/generate/index.ts";
import {
  lawDocuments,
  unprovedChangesBetween,
  changeSummary,
  applyRewritings,
} from "../../test/support/compat/documents.ts";
import { edits } from "../../test/support/compat/edits/index.ts";
import { probeDocuments } from "../../test/support/compat/probe.ts";
import { schemasOfValues } from "../../test/support/compat/schemas-of-values.ts";
import { isLong } from "../../test/support/contracts/platform.ts";

const documents = await lawDocuments();
const branching = ["anyOf", "oneOf"];

/** A document with the branches of each union in another order. */
function shuffled(value: Json, seed: string): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one, index) => shuffled(one, `${seed} ${index}`));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]): [string, Json] => {
      const inner = shuffled(one, `${seed} ${name}`);
      return [
        name,
        branching.includes(name) && Array.isArray(inner) ? inAnyOrder(inner as readonly Json[], seed) : inner,
      ];
    }),
  );
}

function inAnyOrder(list: readonly Json[], seed: string): readonly Json[] {
  return list
    .map((one, index) => [seededNumber(`${seed} ${index}`), one] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, one]) => one);
}

/** Findings between two documents, by id, and between the same documents with branches in another order. */
function bothOrders(base: JsonObject, revision: JsonObject, seed: number) {
  const [ours, theirs] = [shuffled(base, `${seed} base`), shuffled(revision, `${seed} revision`)];
  const linesOf = (one: JsonObject, other: JsonObject): readonly string[] =>
    unprovedChangesBetween(one, other)
      .map((change) => `${change.id} ${changeSummary(change)}`)
      .toSorted();
  return { written: linesOf(base, revision), shuffled: linesOf(ours as JsonObject, theirs as JsonObject) };
}

const idsOf = (lines: readonly string[]): readonly string[] => lines.map((line) => line.slice(0, 12));

/** Overlaps of shapes are found by a search, which may find fewer of them in another order. */
const isSure = (line: string): boolean => !line.includes(" union-overlap-");

const members = fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "kind"), schemasOfValues), {
  maxLength: 3,
  selector: ([name]) => name,
});
const shape: fc.Arbitrary<JsonObject> = fc.oneof(
  schemasOfValues,
  members.map((all): JsonObject => ({ type: "object", properties: Object.fromEntries(all) })),
);
const union = fc
  .tuple(fc.constantFrom(...branching), fc.array(shape, { minLength: 2, maxLength: 4 }))
  .map(([keyword, shapes]): JsonObject => ({ [keyword]: shapes }));

describe("the order of branches", () => {
  it.each(documents.map(({ name }) => name))("does not affect the ids of changes of %s", (name) => {
    const { document } = documents.find((one) => one.name === name) as (typeof documents)[number];
    for (let at = 0; at < edits.length; at += isLong ? 1 : 12) {
      const { document: other } = applyRewritings(document, edits, [[at, at]]);
      const lines = bothOrders(document, other, at);
      expect([edits[at]?.name, ...idsOf(lines.shuffled)]).toEqual([edits[at]?.name, ...idsOf(lines.written)]);
    }
  });

  it("does not affect the ids of changes of a union", () => {
    fc.assert(
      fc.property(union, union, fc.nat(1000), (before, after, seed) => {
        const [base, revision] = probeDocuments({ about: "order", verdict: "", both: [before, after] });
        const lines = bothOrders(base, revision, seed);
        expect(idsOf(lines.shuffled.filter(isSure))).toEqual(idsOf(lines.written.filter(isSure)));
      }),
      { numRuns: isLong ? 500 : 60 },
    );
  });

  it("does not affect ids, and neither does the order of dependent names", () => {
    const needing = (...names: readonly string[]): JsonObject => ({ dependentRequired: { kind: names } });
    const idsBetween = (before: JsonObject, after: JsonObject): readonly string[] => {
      const [base, revision] = probeDocuments({ about: "order", verdict: "", both: [before, after] });
      return unprovedChangesBetween(base, revision).map(({ id }) => id);
    };

    for (const around of [(one: JsonObject) => one, (one: JsonObject) => ({ not: one })])
      expect(idsBetween(around(needing("b", "a")), around(needing("d", "c", "a")))).toEqual(
        idsBetween(around(needing("a", "b")), around(needing("a", "c", "d"))),
      );
  });
});
