import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharesOf } from "./shares.ts";

const frame = (id: number, url: string, children: number[] = [], functionName = "work") => ({
  id,
  callFrame: { functionName, url },
  children,
});

describe("sharesOf()", () => {
  it("assigns a sample to the innermost part of its stack, and all frames below a mock to the mock", () => {
    const nodes = [
      frame(1, "", [2, 7, 8], "(root)"),
      frame(2, "file:///conformance/requests/requests.ts", [3, 4]),
      frame(3, "file:///node_modules/ajv/dist/core.js"),
      frame(4, "file:///conformance/target/target.ts", [5]),
      frame(5, "file:///mock/engine/flow.ts", [6]),
      frame(6, "file:///contracts/generate/fitting/fit.ts"),
      frame(7, "", [], "(idle)"),
      frame(8, "", [], "(garbage collector)"),
    ];
    const samples = [2, 3, 4, 5, 6, 7, 8];

    expect(sharesOf({ nodes, samples, timeDeltas: [10, 20, 10, 20, 30, 500, 10] })).toEqual({
      generation: 0.1,
      validation: 0.2,
      transport: 0.1,
      "the mock": 0.5,
      "garbage collection": 0.1,
    });
  });

  it("names only folders and files that exist", () => {
    for (const part of ["contracts/generate", "conformance/target", "contracts/schema/validator.ts"])
      expect(existsSync(new URL(`../../${part}`, import.meta.url)), part).toBe(true);
  });

  it("assigns other files to the rest, and returns nothing without samples", () => {
    expect(sharesOf({ nodes: [frame(1, "file:///cli/run.ts")], samples: [1], timeDeltas: [5] })).toEqual({
      "the rest": 1,
    });
    expect(sharesOf({ nodes: [] })).toEqual({});
  });
});
