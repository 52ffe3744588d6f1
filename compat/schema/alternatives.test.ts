import { describe, expect, it } from "vitest";
import type { Contract, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { listAlternatives } from "./alternatives.ts";
import { createSchemaReader } from "./reader.ts";
import type { View } from "./view.ts";

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/**
 * Each step refers to one of the next two, and the first also to another schema. The number of paths grows like the
 * Fibonacci numbers.
 */
function ladder(steps: number): Contract {
  const schemas: Record<string, JsonObject> = {
    [`C${steps}`]: { type: "object", properties: { z: { type: "string" } } },
    Other: { type: "object", properties: { other: { type: "string" } } },
  };
  for (let at = 0; at < steps; at++) {
    const next = [at + 1, Math.min(at + 2, steps)].map((step) => reference(`C${step}`));
    schemas[`C${at}`] = {
      oneOf: at === 0 ? [...next, reference("Other")] : next,
      properties: { [`p${at}`]: { type: "string" } },
    };
  }
  return compileInMemory({ components: { schemas } });
}

function viewIn(contract: Contract): View {
  return createSchemaReader(contract)([{ pointer: "", schema: reference("C0"), basis: "stated" }]);
}

describe("listAlternatives()", () => {
  it("has all combinations of the branches of small unions", () => {
    const contract = ladder(6);
    expect(listAlternatives(contract, viewIn(contract)).views).toHaveLength(14);
  });

  it("has each branch of large unions, and only some of their combinations", () => {
    const contract = ladder(60);
    const { views, multiplied } = listAlternatives(contract, viewIn(contract), 100);
    const names = new Set(views.flatMap(({ properties }) => [...properties.keys()]));

    expect(names).toEqual(new Set([...Array.from({ length: 60 }, (_, at) => `p${at}`), "z", "other"]));
    expect(views.length).toBeLessThan(300);
    expect(multiplied).toBeLessThan(100);
  });
});
