import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, acceptedByAll } from "../../contracts/index.ts";
import { changesBetween, compiledContract, changeSummary } from "../../test/support/compat/documents.ts";
import { probeDocuments } from "../../test/support/compat/probe.ts";
import { searchUnexplainedValues } from "../../test/support/compat/value-search.ts";
import { isLong } from "../../test/support/contracts/platform.ts";

const values: readonly Json[] = [true, 0, 1, 5, 6, 7, 2.5, "a", "b", "abcde", "abcdefg", [], {}, { a: 1 }];

/** Few shapes, so that both sides often have the same ones. */
const shape: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject[]>(
  { type: "integer" },
  { type: "integer", maximum: 5 },
  { type: "integer", minimum: 6 },
  { type: "number" },
  { type: "string" },
  { type: "string", maxLength: 4 },
  { type: "string", minLength: 0 },
  { type: "string", pattern: "^a" },
  { type: "boolean" },
  { type: ["integer", "string"] },
  { type: "object" },
  { type: "object", required: ["a"], properties: { a: { type: "integer" } } },
  { const: "a" },
  { const: "b" },
  { const: 0 },
  { enum: ["a", "b"] },
  { enum: ["a", 6] },
  { type: "string", enum: ["b", "abcde"] },
  { enum: ["a", "b"], not: { const: "b" } },
  { enum: ["a", "abcde"], maxLength: 4 },
  { anyOf: [{ type: "boolean" }, { type: "integer", maximum: 5 }] },
  { oneOf: [{ const: "a" }, { type: "string", maxLength: 4 }] },
);
const union: fc.Arbitrary<JsonObject> = fc
  .tuple(fc.constantFrom("oneOf", "anyOf"), fc.array(shape, { minLength: 1, maxLength: 4 }))
  .map(([keyword, shapes]) => ({ [keyword]: shapes }));

/** Places of a union in a schema. */
const places = ["whole", "items", "additionalProperties"] as const;
const schemaAtPlace = (place: (typeof places)[number], schema: JsonObject): JsonObject =>
  place === "whole" ? schema : { [place]: schema };

describe("a union in a request", () => {
  it("breaks if an accepted value is now refused, and the proof is such a value", () => {
    fc.assert(
      fc.property(union, union, (before, after) => {
        const [base, revision] = probeDocuments({ about: "shapes", verdict: "", request: [before, after] });
        const isTaken = (document: JsonObject, schema: JsonObject, value: Json): boolean =>
          acceptedByAll(compiledContract(document), [schema], "request", value) === true;
        const isRefused = (value: Json): boolean => isTaken(base, before, value) && !isTaken(revision, after, value);
        const changes = changesBetween(base, revision);
        const breaking = changes.filter(({ verdict }) => verdict === "breaking");

        const unseen = breaking.length > 0 ? [] : values.filter(isRefused);
        const wrong = breaking.filter(({ witness }) => witness?.value !== undefined && !isRefused(witness.value));
        expect({ unseen, wrong: wrong.map(changeSummary), all: changes.map(changeSummary) }).toEqual({
          unseen: [],
          wrong: [],
          all: changes.map(changeSummary),
        });
      }),
      { numRuns: isLong ? 1000 : 60 },
    );
  });
});

describe("a union in a request or a response", () => {
  it("has no value that refutes a non-breaking verdict or an empty report", () => {
    fc.assert(
      fc.property(union, union, fc.constantFrom(...places), (before, after, place) => {
        const both = [schemaAtPlace(place, before), schemaAtPlace(place, after)] as const;
        const [base, revision] = probeDocuments({ about: "shapes", verdict: "", both });
        const changes = changesBetween(base, revision);
        const { unexplained: refuted } = searchUnexplainedValues(base, revision, { changes, count: 60 });
        expect(refuted.length === 0 ? [] : [...refuted, ...changes.map(changeSummary)]).toEqual([]);
      }),
      { numRuns: isLong ? 500 : 30 },
    );
  });
});
