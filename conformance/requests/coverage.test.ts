import { describe, expect, it } from "vitest";
import { createRouter } from "../../contracts/index.ts";
import { compiledCount } from "../../contracts/schema/validator.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { createCoverage } from "./coverage.ts";

describe("createCoverage()", () => {
  it("compiles the schema of an optional parameter only when its requests are read", () => {
    const schema = { type: "integer", minimum: 1, maximum: 100 };
    const contract = compileInMemory({
      paths: { "/payments": { get: { parameters: [{ name: "limit", in: "query", schema }], responses: {} } } },
    });
    const [operation] = contract.operations;
    const coverage = operation && createCoverage(contract, operation, createRouter(contract.operations), {});

    expect(coverage).toMatchObject({ plain: { path: "/payments" }, examples: [], texts: [] });
    expect(compiledCount(contract)).toBe(0);
    expect(coverage?.valid.map(({ request }) => request.path)).toContain("/payments?limit=100");
    expect(compiledCount(contract)).toBe(1);
    expect(coverage?.valid).toBe(coverage?.valid);
  });
});
