import { describe, expect, it } from "vitest";
import { type Report, conform } from "../conformance/index.ts";
import { loadPlatform } from "../contracts/index.ts";
import { type StartOptions, startMock } from "../mock/index.ts";

const contracts = await loadPlatform();

type Weather = NonNullable<StartOptions["weather"]>[number];

/** Weathers of calls, with the checks that tell of them, and the kinds of drift that they bring. */
const calls: readonly (readonly [weather: Weather, checks: readonly string[], drift: readonly string[]])[] = [
  [{ id: "latency", milliseconds: 80, probability: 0.1 }, ["in-time"], []],
  [{ id: "slow", milliseconds: 80, probability: 0.1 }, ["in-time"], []],
  [{ id: "fail-nth", n: 3, every: true }, ["no-server-error"], []],
  [{ id: "status", status: 503, probability: 0.2 }, ["no-server-error"], []],
  [{ id: "status", status: 429, probability: 0.2 }, [], ["status"]],
  [{ id: "unknown-field" }, [], ["field"]],
  [{ id: "unknown-enum" }, [], ["enum-value"]],
  [{ id: "malformed", probability: 0.3 }, ["body-conforms"], []],
  [{ id: "truncated", probability: 0.3 }, ["no-answer"], []],
  [{ id: "reset", probability: 0.3 }, ["no-answer"], []],
];

describe("conformance on a mock", () => {
  it.each(calls)("in the weather %o finds %o, and drift of %o", async (weather, checks, drift) => {
    const report = await reportIn(weather, {
      apis: ["entity", "order"],
      phases: ["properties"],
      ...(checks.includes("in-time") && { maxResponseMs: 60 }),
    });

    expect(new Set(report.failures.map(({ check }) => check))).toEqual(new Set(checks));
    expect(new Set(report.drift.map(({ kind }) => kind))).toEqual(new Set(drift));
  });

  it.each<Weather>([
    { id: "status", status: 429, probability: 0.6 },
    { id: "status", status: 503, probability: 0.3 },
    { id: "fail-nth", n: 3 },
    { id: "fail-nth", n: 3, every: true },
  ])("in the weather %o finds no stale base that was accepted", async (weather) => {
    const options = { apis: ["entity"], phases: ["promises"], property: "stale-base-refused" };
    const reports = await Promise.all([1, 2, 3, 4].map((seed) => reportIn(weather, { ...options, seed })));

    expect(reports.flatMap(({ failures }) => failures).filter(({ check }) => check !== "no-server-error")).toEqual([]);
  });

  it.each([
    [{ id: "forged-deliveries" } as const, ["webhook-delivered"]],
    [{ id: "duplicate-deliveries" } as const, []],
    [{ id: "reorder-deliveries" } as const, []],
    [{ id: "delay-deliveries", milliseconds: 20 } as const, []],
  ])("in the weather %o of deliveries finds %o", async (weather, checks) => {
    const report = await reportIn(weather, {
      apis: ["webhooks"],
      phases: ["promises"],
      leave: { receiver: { port: 0 } },
    });

    expect(new Set(report.failures.map(({ check }) => check))).toEqual(new Set(checks));
  });

  it("tries the GraphQL schema of an API by its own name", async () => {
    await using mock = await startMock();
    const report = await conform({
      contracts,
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
    // Whose the token is, the run does not know.
    [{ burst: 1000, perSecond: 1000 }, { token: "org_acme" }, 1],
  ])(
    "with a limit of %o finds nothing in a burst, which shows nothing where all is granted",
    async (limit, as, times) => {
      await using mock = await startMock({ rateLimit: limit });
      const options = { contracts, target: mock.url, property: "burst-limited", seed: 1, ...as };
      const report = await conform({ ...options, operation: "POST /v2/metering/readings" });

      expect(report.failures).toEqual([]);
      expect(report.skipped.filter(({ reason }) => reason.includes("all granted"))).toHaveLength(times);
    },
  );
});

async function reportIn(weather: Weather, options: Partial<Parameters<typeof conform>[0]>): Promise<Report> {
  await using mock = await startMock({ weather: [weather], strictAssumed: true });
  return await conform({ contracts, target: mock.url, includeAssumed: true, seed: 1, runs: 4, ...options });
}
