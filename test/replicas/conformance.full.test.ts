import { describe, expect, it } from "vitest";
import { comparableReport, conformReplicas } from "../support/replicas/conform-cluster.ts";

// A whole run: CONCORD_CONFORM="--runs 25".
const given = process.env["CONCORD_CONFORM"];
const args = given === undefined ? ["--runs", "2", "--max-requests", "800"] : given.split(" ");

describe("conformance of three replicas behind a balancer", () => {
  it("finds nothing, and reports the same as of one process", async () => {
    const three = await conformReplicas(3, args);
    const one = await conformReplicas(1, args);

    expect(three.failures).toEqual([]);
    expect(comparableReport(three)).toEqual(comparableReport(one));
    expect(three.requests).toBe(given === undefined ? 800 : three.requests);
  });
});
