import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Json,
  type JsonObject,
  type JsonSchema,
  type Parameter,
  createArriving,
  fitsAll,
} from "../../contracts/index.ts";
import { changesBetween, compiled } from "../../testing/compat/documents.ts";

const text: JsonSchema = { type: "string" };
const done = { "204": { description: "Done" } };

function documentWith(parameter: JsonObject): JsonObject {
  const { in: place } = parameter;
  const operation = { parameters: [{ name: "q", ...parameter }], responses: done };
  return {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { [place === "path" ? "/a/{q}" : "/a"]: { get: operation } },
  };
}

const scalars = [text, { type: "integer" }, { type: "boolean" }, { enum: [1, 2] }, { enum: ["1", "true"] }] as const;
const lists = scalars.map((items) => ({ type: "array", items }));
const schema = fc.constantFrom<JsonSchema>(...scalars, ...lists, ...lists.map((list) => ({ ...list, maxItems: 1 })));
const place = fc.constantFrom(
  { in: "query" },
  { in: "query", explode: false },
  { in: "path", required: true },
  { in: "header" },
  { in: "cookie", explode: false },
);

describe("what a parameter no longer takes", () => {
  it("is written by the base, known by it again, and refused by the revision", () => {
    let shown = 0;
    fc.assert(
      fc.property(place, schema, schema, (where, one, other) => {
        const documents = [one, other].map((each) => documentWith({ ...where, schema: each }));
        const [base, revision] = documents as [JsonObject, JsonObject];
        for (const { verdict, witness, path } of changesBetween(base, revision)) {
          if (verdict !== "breaking" || witness?.value === undefined || path.includes("[")) continue;
          shown += 1;

          expect([arrival(base, base, witness.value), arrival(base, revision, witness.value)]).toEqual([
            "taken",
            witness.shows === "gone" ? "taken" : "refused",
          ]);
        }
      }),
      { numRuns: 150 },
    );

    expect(shown).toBeGreaterThan(20);
  });
});

/** What one document makes of what another one writes. */
function arrival(writing: JsonObject, reading: JsonObject, value: Json): "taken" | "refused" | "nothing" {
  const [written, read] = [writing, reading].map((document) => compiled(document).operations[0]?.parameters[0]) as [
    Parameter,
    Parameter,
  ];
  const contract = compiled(reading);
  const arrived = createArriving(contract, read)(value, written);
  if (!arrived) return "nothing";
  const isTaken = !arrived.isRepeated && fitsAll(contract, [read.schema.value], "request", arrived.value);
  return isTaken ? "taken" : "refused";
}
