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
      frame(4, "file:///conformance/target.ts", [5]),
      frame(5, "file:///mock/flow.ts", [6]),
      frame(6, "file:///contracts/values/fit.ts"),
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

  it("assigns other files to the rest, and returns nothing without samples", () => {
    expect(sharesOf({ nodes: [frame(1, "file:///cli/run.ts")], samples: [1], timeDeltas: [5] })).toEqual({
      "the rest": 1,
    });
    expect(sharesOf({ nodes: [] })).toEqual({});
  });
});
