import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Contract, loadPlatform } from "../../contracts/index.ts";
import { startMock } from "../../api/mock.ts";
import { listTestableOperations, selectProperties, selectWanted } from "./choice.ts";
import { type Report, type Shard, conform } from "../index.ts";
import { mergeReports, mergeAllShards } from "./merge.ts";
import { operationsOfShard } from "./shard.ts";

const apis = ["notes", "user", "consent"];
const all = await loadPlatform();
const wanted = selectWanted(listTestableOperations(all, selectProperties({})), {
  contracts: all,
  includeAssumed: true,
});

describe("dealt()", () => {
  it("assigns each API with all its operations to one shard, deterministically", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (of) => {
        const shards = Array.from({ length: of }, (_, at) => operationsOfShard(wanted, { index: at + 1, of }));

        expect(shards.flat()).toHaveLength(wanted.length);
        expect(new Set(shards.flat())).toEqual(new Set(wanted));
        const owners = Map.groupBy(
          shards.flatMap((shard, at) => shard.map(({ operation: { api } }) => ({ api, at }))),
          ({ api }) => api,
        );
        expect([...owners.values()].every((each) => new Set(each.map(({ at }) => at)).size === 1)).toBe(true);
        expect(shards[0]).toEqual(operationsOfShard(wanted, { index: 1, of }));
      }),
    );
  });

  it("makes shards of similar duration", () => {
    const lengths = [1, 2, 3, 4].map((index) => operationsOfShard(wanted, { index, of: 4 }).length);

    expect(Math.max(...lengths) / Math.min(...lengths)).toBeLessThan(1.3);
  });
});

describe("mergeReports()", () => {
  let whole: Report;
  let shards: readonly Report[];
  beforeAll(async () => {
    whole = await tried();
    const reports: Report[] = [];
    for (const index of [1, 2, 3]) reports.push(await tried({ index, of: 3 }));
    shards = reports;
  });

  it("merges all shards into the report of the whole run with the same requests", () => {
    expect(timeless(mergeAllShards(shards))).toEqual(timeless(mergeReports([whole])));
    expect(whole.drift.length).toBeGreaterThan(0);
    expect(whole.failures.length).toBeGreaterThan(0);
    expect(new Set(shards.map(({ operations }) => operations.length > 0))).toEqual(new Set([true]));
  });

  it("keeps all members of the report of a whole run, and only sorts them", () => {
    const merged = timeless(mergeReports([whole])) as Record<string, unknown>;
    for (const [name, value] of Object.entries(timeless(whole)))
      expect([name, sorted(merged[name])]).toEqual([name, sorted(value)]);
  });

  it("adds up the counts of two shards", () => {
    const [one] = shards as readonly [Report];
    const twice = mergeReports([one, { ...one, shard: { of: 3, parts: [3] } }]);

    expect(one.drift.length).toBeGreaterThan(0);
    expect(twice.requests).toBe(2 * one.requests);
    expect(Object.fromEntries(twice.drift.map(({ id, count }) => [id, count]))).toEqual(
      Object.fromEntries(one.drift.map(({ id, count }) => [id, 2 * count])),
    );
    expect(twice.coverage.operations.map(({ requests }) => requests)).toEqual(
      one.coverage.operations.map(({ requests }) => 2 * requests),
    );
  });

  it("does not depend on the order or the groups in which reports are merged", () => {
    const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
    fc.assert(
      fc.property(order, fc.integer({ min: 1, max: 2 }), (indices, at) => {
        const mixed = indices.map((index) => shards[index] as Report);
        const groups = [mixed.slice(0, at), mixed.slice(at)].map((group) => mergeReports(group));

        expect(mergeReports(groups)).toEqual(mergeReports(shards));
      }),
    );
  });

  it.each<[string, (reports: readonly Report[]) => readonly Report[], RegExp]>([
    ["one is missing", (reports) => reports.slice(1), /of the 3 shards, these are missing: 1/],
    ["one is given twice", (reports) => [...reports, reports[1] as Report], /shard 2 is given twice/],
    ["one has another seed", (reports) => changed(reports, { seed: 8 }), /seed is "7" in one and "8" in another/],
    ["one has another target", (reports) => changed(reports, { target: "http://b.example" }), /target is/],
    [
      "one is of other contracts",
      (reports) => changed(reports, { coverage: withoutOne(reports) }),
      /other? contracts|different contracts/,
    ],
    [
      "one is of another division",
      (reports) => changed(reports, { shard: { of: 5, parts: [4] } }),
      /one has 3 shards, another has 5/,
    ],
    ["one is whole", (reports) => [...reports, whole], /one has 3 shards, another has 1/],
  ])("rejects reports if %s", (_, change, message) => {
    expect(() => mergeAllShards(change(shards))).toThrow(message);
  });

  function changed(reports: readonly Report[], change: Partial<Report>): readonly Report[] {
    return [...reports.slice(0, 2), { ...(reports[2] as Report), ...change }];
  }

  function withoutOne(reports: readonly Report[]): Report["coverage"] {
    const { coverage } = reports[2] as Report;
    return { ...coverage, operations: coverage.operations.slice(1) };
  }
});

/** A run against a mock of its own, so that all begin with the same state; some of its answers are wrong. */
async function tried(shard?: Shard): Promise<Report> {
  const mock = await startMock({
    faults: [{ id: "unknown-enum" }, { id: "unknown-field" }],
    strictAssumed: true,
  });
  try {
    return await conform({
      contracts: edited(all),
      target: "http://mock.example",
      dispatcher: mock.dispatcher,
      seed: 7,
      runs: 2,
      phases: ["examples", "properties", "sequences"],
      includeAssumed: true,
      apis,
      ...(shard && { shard }),
    });
  } finally {
    await mock.close();
  }
}

/** Contracts that the mock violates: the response to a create is documented with another schema. */
function edited(contracts: readonly Contract[]): readonly Contract[] {
  return contracts.map((contract) => ({
    ...contract,
    operations: contract.operations.map((operation) =>
      operation.path.includes("{") || operation.method !== "POST"
        ? operation
        : { ...operation, responses: operation.responses.filter(({ status }) => status !== "201") },
    ),
  }));
}

function timeless(report: Report): object {
  const ordered = report.drift.map((each) => ({ ...each, operations: each.operations.toSorted() }));
  const text = JSON.stringify({ ...report, drift: ordered, durationMs: 0, slowed: 0 });
  return JSON.parse(text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")) as object;
}

/** Sorts lists at each depth. Causes take their headlines, operations and findings in the order of the report. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => JSON.stringify(sorted(each))).toSorted();
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== "headline");
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}
