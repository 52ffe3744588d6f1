import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, platformOf } from "../../test/support/mock/ask.ts";
import type { RecordedExchange, Verdict } from "../journal/index.ts";
import { createMetrics } from "./index.ts";
import { BOUNDS, countExchange, createMeter } from "./meter.ts";

const verdicts: readonly Verdict[] = ["answered", "refused", "unmatched", "failed"];

const exchanges = fc.array(
  fc.record({
    id: fc.constantFrom("a", "b", "c"),
    status: fc.constantFrom(200, 404, 503),
    verdict: fc.constantFrom(...verdicts),
    durationMs: fc.oneof(fc.constantFrom(...BOUNDS), fc.double({ min: 0, max: 1000, noNaN: true })),
  }),
);

describe("createMeter()", () => {
  it("counts every exchange once, by operation, outcome and duration", () => {
    fc.assert(
      fc.property(exchanges, (given) => {
        const meter = createMeter();
        for (const one of given) countExchange(meter.tallyOf({ api: "x", id: one.id }), recordedExchange(one));
        for (const [, id, { counts, buckets, milliseconds }] of meter.tallies()) {
          const its = given.filter((one) => one.id === id);
          expect(milliseconds).toBeCloseTo(sum(its.map(({ durationMs }) => durationMs)), 5);
          expect(buckets).toEqual(
            [...BOUNDS, Infinity].map(
              (bound, place) =>
                its.filter(({ durationMs }) => durationMs <= bound && durationMs > (BOUNDS[place - 1] ?? -1)).length,
            ),
          );
          for (const { status, verdict, times } of counts)
            expect(times).toBe(its.filter((one) => one.verdict === verdict && one.status === status).length);
        }
        const total = [...meter.tallies()].map(([, , { buckets }]) => sum(buckets));
        expect(sum(total)).toBe(given.length);
      }),
    );
  });
});

describe("the metrics of a platform", () => {
  it("count the outcomes of each operation, and unmatched requests", async () => {
    const platform = await platformOf("library", { stopwatch: stopwatch(0.3) });
    for (const title of ["Emma", "Persuasion"]) await ask(platform, "POST /books", { body: { title } });
    await ask(platform, "POST /books", { body: {}, token: "mock-globex:s3cret" });
    await ask(platform, "GET /nowhere");
    const lines = (await platform.metrics()).split("\n");

    expect(lines).toEqual(
      expect.arrayContaining([
        "# TYPE concord_requests_total counter",
        'concord_requests_total{api="library",operation="createBook",status="201",verdict="answered"} 2',
        'concord_requests_total{api="library",operation="createBook",status="400",verdict="refused"} 1',
        'concord_requests_total{api="",operation="",status="404",verdict="unmatched"} 1',
        'concord_request_duration_seconds_bucket{le="0.00025",api="library",operation="createBook"} 0',
        'concord_request_duration_seconds_bucket{le="0.0005",api="library",operation="createBook"} 3',
        'concord_request_duration_seconds_bucket{le="+Inf",api="library",operation="createBook"} 3',
        'concord_request_duration_seconds_count{api="library",operation="createBook"} 3',
        "concord_organizations 2",
        "concord_resources 2",
        "concord_journal_exchanges 4",
      ]),
    );
    expect(lines.filter((line) => /^process_resident_memory_bytes \d+$/.test(line))).toHaveLength(1);
    expect(lines.join("\n")).not.toMatch(/acme|globex|s3cret|Emma/);
  });

  it("are served at /_concord/metrics, in the text format of Prometheus", async () => {
    const { status, headers, text } = await ask(await platformOf("library"), "GET /_concord/metrics");

    expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(
      text.split("\n").filter((line) => !/^(|#.*|\w+(\{(\w+="[^"]*",?)+\})? [-\d.e+]+|\w+.* Nan)$/.test(line)),
    ).toEqual([]);
  });

  it("are updated for each request", async () => {
    let resources = 0;
    const sizes = () => Promise.resolve({ organizations: 0, resources: ++resources });
    const metrics = createMetrics({ sizes, journal: () => ({ kept: 0, lost: 0 }) });
    await metrics.text();

    expect(await metrics.text()).toContain("concord_resources 2");
  });
});

interface CountedExchange {
  readonly id: string;
  readonly status: number;
  readonly verdict: Verdict;
  readonly durationMs: number;
}

function recordedExchange({ status, verdict, durationMs }: CountedExchange): RecordedExchange {
  return { verdict, durationMs, response: { status } } as unknown as RecordedExchange;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Stopwatch that shows a fixed duration for every exchange. */
function stopwatch(milliseconds: number): () => number {
  let readCount = 0;
  return () => (readCount++ % 2) * milliseconds;
}
