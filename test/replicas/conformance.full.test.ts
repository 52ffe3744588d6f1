import { describe, expect, it } from "vitest";
import { comparableReport, conformReplicas } from "../support/replicas/conform-cluster.ts";

describe("conformance of three replicas behind a balancer", () => {
  it("finds nothing, and reports the same as of one process", async () => {
    const three = await conformReplicas(3);
    const one = await conformReplicas(1);

    expect(three.failures).toEqual([]);
    expect(comparableReport(three)).toEqual(comparableReport(one));
    expect(three.requests).toBeGreaterThan(4000);
  });
});
