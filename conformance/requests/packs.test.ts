import { expect, it } from "vitest";
import { type Json, createRouter } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { createCoverage } from "./coverage.ts";
import { type Pack, createPacks } from "./packs.ts";

/** Packs of a create whose body has the schema. */
function packsFor(schema: Json): readonly Pack[] {
  const contract = compileInMemory({
    paths: {
      "/books": {
        post: {
          requestBody: { required: true, content: { "application/json": { schema } } },
          responses: { 201: { description: "Created" } },
        },
      },
    },
  });
  const operation = contract.operations[0]!;
  const coverage = createCoverage(contract, operation, createRouter(contract.operations), {})!;
  return createPacks(coverage, { contract, operation });
}

const year = { type: "integer", minimum: 1450, maximum: 2100 };
const pages = { type: "integer", minimum: 1, maximum: 9000 };

it("puts a bound of each member into one request, and each into one pack only", () => {
  const packs = packsFor({ type: "object", required: ["year", "pages"], properties: { year, pages } });
  const bodies = packs.map(({ parts, requestOf }) => JSON.parse(requestOf(parts).body ?? "") as Json);

  expect(bodies).toContainEqual({ year: 1450, pages: 2 });
  expect(bodies).toContainEqual({ year: 2100, pages: 9000 });
  const all = packs.flatMap(({ parts }) => parts.map(({ request }) => request));
  expect(new Set(all).size).toBe(all.length);
});

it("makes no request with values that are not valid together", () => {
  const packs = packsFor({
    type: "object",
    required: ["year", "pages"],
    properties: { year, pages },
    not: { properties: { year: { const: 1450 }, pages: { const: 1 } } },
  });

  expect(packs.length).toBeGreaterThan(0);
  for (const { parts, requestOf } of packs) expect(requestOf(parts).body).not.toMatch(/1450.*:1}/);
});

it("makes no packs of a body with one member", () => {
  expect(packsFor({ type: "object", required: ["year"], properties: { year } })).toEqual([]);
});
