import { describe, expect, it } from "vitest";
import { type Report, conform } from "../conformance/index.ts";
import { loadPlatform } from "../contracts/index.ts";
import { type StartOptions } from "../mock/index.ts";
import { startMock } from "../api/mock.ts";
import { platformConformance } from "../profiles/platform/conformance.ts";

const contracts = await loadPlatform();

type Setting = NonNullable<StartOptions["faults"]>[number];

/** Faults of calls, with the checks that find them and the kinds of drift that they cause. */
const calls: readonly (readonly [fault: Setting, checks: readonly string[], drift: readonly string[]])[] = [
  [{ id: "latency", milliseconds: 80, probability: 0.1 }, ["in-time"], []],
  [{ id: "slow", milliseconds: 80, probability: 0.1 }, ["in-time"], []],
  [{ id: "fail-nth", n: 3, every: true }, ["no-server-error"], []],
  [{ id: "status", status: 503, probability: 0.2 }, ["no-server-error"], []],
  [{ id: "status", status: 429, probability: 0.2 }, [], ["status"]],
  [{ id: "unknown-field" }, [], ["field"]],
  [{ id: "unknown-enum" }, [], ["enum-value"]],
  [{ id: "gateway-error", probability: 0.2 }, ["no-server-error"], []],
  [{ id: "malformed", probability: 0.3 }, ["body-conforms"], []],
  [{ id: "truncated", probability: 0.3 }, ["no-answer"], []],
  [{ id: "reset", probability: 0.3 }, ["no-answer"], []],
];

describe("conformance on a mock", () => {
  it.each(calls)("finds, under the fault %o, the checks %o and drift of %o", async (fault, checks, drift) => {
    const report = await reportUnder(fault, {
      apis: ["entity", "order"],
      phases: ["properties"],
      ...(checks.includes("in-time") && { maxResponseMs: 60 }),
    });

    expect(new Set(report.failures.map(({ check }) => check))).toEqual(new Set(checks));
    expect(new Set(report.drift.map(({ kind }) => kind))).toEqual(new Set(drift));
  });

  it.each<Setting>([
    { id: "status", status: 429, probability: 0.6 },
    { id: "status", status: 503, probability: 0.3 },
    { id: "fail-nth", n: 3 },
    { id: "fail-nth", n: 3, every: true },
  ])("finds no accepted stale base under the fault %o", async (fault) => {
    const options = { apis: ["entity"], phases: ["promises"], property: "stale-base-refused" };
    const reports = await Promise.all([1, 2, 3, 4].map((seed) => reportUnder(fault, { ...options, seed })));

    expect(reports.flatMap(({ failures }) => failures).filter(({ check }) => check !== "no-server-error")).toEqual([]);
  });

  it.each([
    [{ id: "forged-deliveries" } as const, ["webhook-delivered"]],
    [{ id: "duplicate-deliveries" } as const, []],
    [{ id: "reorder-deliveries" } as const, []],
    [{ id: "delay-deliveries", milliseconds: 20 } as const, []],
  ])("finds, under the fault %o of deliveries, the checks %o", async (fault, checks) => {
    const report = await reportUnder(fault, {
      apis: ["webhooks"],
      phases: ["promises"],
      permissions: { receiver: { port: 0 } },
    });

    expect(new Set(report.failures.map(({ check }) => check))).toEqual(new Set(checks));
  });

  it("tests the GraphQL schema of an API by its name", async () => {
    await using mock = await startMock();
    const report = await conform({
      contracts,
      profile: platformConformance,
      target: mock.url,
      apis: ["portal-graphql"],
      includeAssumed: true,
      runs: 2,
    });
    const tried = report.coverage.operations.flatMap(({ properties }) => Object.keys(properties));

    expect(report.failures).toEqual([]);
    expect(tried).toContain("graphql-queries-answered");
    expect(report.operations.every(({ operation }) => operation.endsWith("/graphql"))).toBe(true);
  });

  it.each([
    [{ burst: 60, perSecond: 1 }, {}, 0],
    [{ burst: 1000, perSecond: 1000 }, {}, 1],
    // The run does not know the organization of the token.
    [{ burst: 1000, perSecond: 1000 }, { token: "org_acme" }, 1],
  ])("with the rate limit %o finds nothing in a burst, because every request is granted", async (limit, as, times) => {
    await using mock = await startMock({ rateLimit: limit });
    const options = {
      contracts,
      profile: platformConformance,
      target: mock.url,
      property: "burst-limited",
      seed: 1,
      ...as,
    };
    const report = await conform({ ...options, operation: "POST /v2/metering/readings" });

    expect(report.failures).toEqual([]);
    expect(report.skipped.filter(({ reason }) => reason.includes("all granted"))).toHaveLength(times);
  });
});

async function reportUnder(fault: Setting, options: Partial<Parameters<typeof conform>[0]>): Promise<Report> {
  await using mock = await startMock({ faults: [fault], strictAssumed: true });
  return await conform({
    contracts,
    profile: platformConformance,
    target: mock.url,
    includeAssumed: true,
    seed: 1,
    runs: 4,
    ...options,
  });
}
