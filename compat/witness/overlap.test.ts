import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../contracts/index.ts";
import { contractOfSchema } from "../../test/support/contracts/in-memory.ts";
import { unionOverlapRefused } from "../rules/union-overlap-refused.ts";
import type { OverlapNode } from "../pairing/nodes/subjects.ts";
import { fullOverlapEffort, withOverlap } from "./overlap.ts";
import { principleCriterion } from "../profile/criterion.ts";

const branches = ["a", "b"].map((name): JsonSchema => ({
  type: "object",
  required: [name],
  properties: { [name]: { type: "boolean" } },
}));
const shapes = branches.map((schema, index) => shapeOf([schema], ["a", "b"][index] ?? ""));

describe("withOverlap()", () => {
  it("keeps a finding with the value that proves it", () => {
    expect(proven(shapes)).toMatchObject([{ witness: { shows: "refused", value: { a: true, b: true } } }]);
  });

  it("reads a schema equally often, however many shapes share it", () => {
    expect(countReads(300)).toBe(countReads(3));
  });
});

/** Number of reads of one schema that many shapes share. */
function countReads(many: number): number {
  let count = 0;
  const common: JsonSchema = Object.defineProperty({}, "type", {
    enumerable: true,
    get() {
      count += 1;
      return "object";
    },
  });
  proven([...shapes, ...Array.from({ length: many }, () => shapeOf([common], "a"))]);
  return count;
}

function proven(acceptingShapes: OverlapNode["shapes"]): ReturnType<typeof withOverlap> {
  const contract = contractOfSchema({});
  const pair = { base: nodeOf({ anyOf: branches }, acceptingShapes), revision: nodeOf({ oneOf: branches }, shapes) };
  const context = { basis: "stated", polarity: "in" } as const;
  const answer = { verdict: "breaking", criterion: principleCriterion(unionOverlapRefused.principle) } as const;
  const found = { message: "", base: "", revision: "", effect: "shrank" } as const;
  const finding = { ...context, usage: { edges: [] }, rule: unionOverlapRefused, found, answer, pair };
  return withOverlap(finding, { base: contract, revision: contract }, fullOverlapEffort());
}

function nodeOf(schema: JsonSchema, all: OverlapNode["shapes"]): OverlapNode {
  const [one, other] = shapes as [OverlapNode["shapes"][number], OverlapNode["shapes"][number]];
  const context = { polarity: "in", pointer: "", basis: "stated", unresolved: [] } as const;
  return { ...context, schemas: [schema], shapes: all, isExclusive: true, overlaps: () => [[one, other]] };
}

function shapeOf(schemas: readonly JsonSchema[], name: string): OverlapNode["shapes"][number] {
  return {
    schemas,
    names: [name],
    requiredNames: [name],
    values: [],
    key: () => name,
    isRepeated: false,
    describesName: () => false,
  };
}
