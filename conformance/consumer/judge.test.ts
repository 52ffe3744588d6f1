import { describe, expect, it } from "vitest";
import type { CommandResult } from "./execute.ts";
import { type TrafficOfRuns, judgeFaultRun, judgeBaseline, skippedRun } from "./judge.ts";
import { failOnWarnings } from "./fail-on-warnings.ts";
import type { ConsumerReport, FaultRun } from "./report.ts";
import type { AffectedExchange, RunConditions, Traffic } from "./mock-factory.ts";

const obliged: RunConditions = { name: "hail", about: "it hails", section: "9.6", isObliged: true };
const advised: RunConditions = { name: "fog", about: "there is fog", isObliged: false };

const succeeded: CommandResult = { exitCode: 0, endedBy: "itself", durationMs: 5, output: "said" };
const failed: CommandResult = { ...succeeded, exitCode: 3 };
const timedOut: CommandResult = { ...succeeded, exitCode: null, endedBy: "timeout" };
const killed: CommandResult = { ...succeeded, exitCode: null };

const affected: Traffic = {
  calls: 4,
  callsByPlace: new Map([["GET /v1/orders", 3]]),
  deliveries: 1,
  strikes: 2,
  missed: 0,
  struck: [],
  struckDeliveries: [],
};
const unaffected: Traffic = { ...affected, strikes: 0 };

/** Calls of a run, and of one without faults that has as many. */
const bothRuns = (traffic: Traffic): TrafficOfRuns => ({ traffic, without: unaffected });

const start = Date.UTC(2026, 0, 5);
const refused = (milliseconds: number, retryAfter: string, status = 429): AffectedExchange => ({
  time: new Date(start + milliseconds).toISOString(),
  method: "GET",
  url: "/v1/orders",
  status,
  request: { headers: {} },
  response: { headers: { "retry-after": retryAfter } },
});

describe("judgeFaultRun() of calls after a 429", () => {
  const judged = (...struck: AffectedExchange[]): FaultRun =>
    judgeFaultRun(advised, succeeded, bothRuns({ ...affected, struck }));
  const inTwoSeconds = new Date(start + 2000).toUTCString();

  it.each([
    ["seconds", "1"],
    ["a date", inTwoSeconds],
  ])("warns of a consumer that does not wait, with %s", (_, retryAfter) => {
    const calls = [0, 20, 40].map((time) => refused(time, retryAfter));

    expect(judged(...calls)).toMatchObject({
      outcome: "warned",
      message: `The consumer called GET /v1/orders again 20 ms after a 429 with Retry-After ${retryAfter}, 2 times or more`,
    });
  });

  it.each([
    ["waits", [0, 1000, 2000], "1"],
    ["waits until a date", [0, 2000, 4000], inTwoSeconds],
    ["calls twice from two tasks", [0, 20], "1"],
  ])("passes a consumer that %s", (_, times, retryAfter) => {
    expect(judged(...times.map((time) => refused(time, retryAfter))).outcome).toBe("passed");
  });
});

describe("judgeFaultRun() of calls alone", () => {
  const byCalls: RunConditions = { name: "storm", about: "each call is lost", isObliged: false, isJudgedByCalls: true };
  const many = { ...affected, calls: 51, strikes: 51 };

  it.each([
    ["passes a consumer that gives up, though its tests fail", failed, { ...affected, calls: 50, strikes: 50 }],
    ["passes a consumer whose tests pass", succeeded, affected],
    [
      "passes a consumer that reports each failure at a place of its own",
      failed,
      {
        ...affected,
        calls: 40,
        callsByPlace: new Map([
          ["POST /v1/errors", 37],
          ["GET /v1/orders", 3],
        ]),
      },
    ],
  ])("%s", (_, executed, traffic) => {
    expect(judgeFaultRun(byCalls, executed, bothRuns(traffic)).outcome).toBe("passed");
  });

  it.each([
    [
      "warns of a consumer that repeats without a bound",
      { ...killed, endedBy: "excess" } as const,
      many,
      "The consumer made 51 calls, and 4 calls without faults: it repeats without a limit. A consumer gives up after some attempts, at most 10",
    ],
    [
      "warns of a consumer that repeats one call without a bound",
      { ...killed, endedBy: "excess" } as const,
      { ...affected, calls: 42, callsByPlace: new Map([["GET /v1/orders", 41]]) },
      "The consumer made 41 calls of GET /v1/orders, and 3 calls without faults: it repeats without a limit. A consumer gives up after some attempts, at most 10",
    ],
    [
      "warns of a consumer that does not end",
      timedOut,
      { ...affected, calls: 20 },
      "The consumer did not end in time. It made 20 calls, and 4 calls without faults. A consumer gives up after some attempts, at most 10",
    ],
  ])("%s", (_, executed, traffic, message) => {
    expect(judgeFaultRun(byCalls, executed, bothRuns(traffic))).toMatchObject({ outcome: "warned", message });
  });
});

describe("judgeFaultRun() of writes after a 409", () => {
  const sending = (title: string): AffectedExchange["request"] => ({ headers: {}, body: { title, tabs: ["old"] } });
  const conflict: AffectedExchange = {
    ...refused(0, ""),
    method: "PUT",
    url: "/v1/orders/7?base_version=1",
    status: 409,
    request: sending("New"),
  };
  const later = (method: string, url: string): AffectedExchange => ({ ...refused(10, ""), method, url, status: 200 });
  const before: AffectedExchange = {
    ...refused(-10, ""),
    url: "/v1/orders/7",
    response: { headers: {}, body: { title: "Old", tabs: ["old"] } },
  };
  const judged = (...exchanges: AffectedExchange[]): FaultRun =>
    judgeFaultRun(
      advised,
      succeeded,
      bothRuns({ ...affected, struck: [conflict], exchanges: [before, conflict, ...exchanges] }),
    );

  it.each([
    [
      "reads, and repeats it",
      [later("GET", "/v1/orders/7"), { ...later("PUT", "/v1/orders/7?base_version=1"), request: sending("New") }],
    ],
    ["repeats it with another version", [{ ...later("PUT", "/v1/orders/7?base_version=2"), request: sending("New") }]],
  ])("passes a consumer that %s", (_, exchanges) => {
    expect(judged(...exchanges).outcome).toBe("passed");
  });

  it.each([
    ["does nothing", []],
    [
      "repeats it on the same version without a read",
      [{ ...later("PUT", "/v1/orders/7?base_version=1"), request: sending("New") }],
    ],
    ["writes another item", [later("PUT", "/v1/orders/8?base_version=1")]],
    ["only reads the item", [later("GET", "/v1/orders/7")]],
    ["writes to the path in another way", [later("DELETE", "/v1/orders/7")]],
    ["only makes another change", [{ ...later("PUT", "/v1/orders/7?base_version=1"), request: sending("Other") }]],
  ])("warns of a consumer that %s", (_, exchanges) => {
    expect(judged(...exchanges)).toMatchObject({
      outcome: "warned",
      message:
        "PUT /v1/orders/7?base_version=1 was refused with 409, and the tests passed without the item being read and the write being repeated: it may be lost",
    });
  });
});

describe("judgeFaultRun() of unknown values that are written back", () => {
  const reading = (status: string, unlisted: readonly string[] = []): AffectedExchange => ({
    ...refused(0, "", 200),
    url: "/v1/orders/7",
    unlisted,
    response: { headers: {}, body: { id: "7", status, note: "a" } },
  });
  const writing = (body: object, url = "/v1/orders/7"): AffectedExchange => ({
    ...refused(10, "", 200),
    method: "PUT",
    url,
    request: { headers: {}, body },
  });
  const unknown = reading("newValue5a", ["newValue5a"]);
  const judged = (written: AffectedExchange, without: readonly AffectedExchange[] = []): FaultRun =>
    judgeFaultRun(advised, succeeded, {
      traffic: { ...affected, struck: [unknown], exchanges: [unknown, written] },
      without: { ...unaffected, exchanges: without },
    });

  it("warns of a consumer that replaces one", () => {
    expect(judged(writing({ status: "open", note: "b" }))).toMatchObject({
      outcome: "warned",
      message:
        'PUT /v1/orders/7 writes "status" with "open", where "newValue5a" was read: a value that the consumer does not know is replaced',
    });
  });

  it("warns of a consumer that replaces one in an array", () => {
    const read = {
      ...unknown,
      response: { headers: {}, body: { lines: [{ status: "open" }, { status: "newValue5a" }] } },
    };
    const written = writing({ lines: [{ status: "open" }, { status: "open" }] });
    const traffic = { ...affected, struck: [read], exchanges: [read, written] };

    expect(judgeFaultRun(advised, succeeded, bothRuns(traffic)).message).toMatch(
      /^PUT \/v1\/orders\/7 writes "lines\[\]\.status" with "open", where "newValue5a" was read/,
    );
  });

  it.each([
    ["writes it as it was read", writing({ status: "newValue5a", note: "b" }), []],
    ["leaves it out", writing({ note: "b" }), []],
    ["changes another item", writing({ status: "open" }, "/v1/orders/8"), []],
    ["creates another item", { ...writing({ status: "open" }, "/v1/orders"), method: "POST" }, []],
    ["also changes it without faults", writing({ status: "done" }), [reading("open"), writing({ status: "done" })]],
  ])("passes a consumer that %s", (_, written, without) => {
    expect(judged(written, without).outcome).toBe("passed");
  });
});

describe("judgeFaultRun()", () => {
  it.each([
    ["passes a command that succeeds under the fault", obliged, succeeded, affected, "passed", undefined],
    [
      "fails a command that must survive the fault",
      obliged,
      failed,
      affected,
      "failed",
      "The command failed with 3 where it hails",
    ],
    [
      "warns of a command that should survive the fault",
      advised,
      failed,
      affected,
      "warned",
      "The command failed with 3 where there is fog",
    ],
    [
      "counts a timeout as a failure",
      obliged,
      timedOut,
      affected,
      "failed",
      "The command did not end in time where it hails",
    ],
    [
      "counts a crash as a failure",
      obliged,
      killed,
      affected,
      "failed",
      "The command was ended by a signal where it hails",
    ],
    [
      "skips a run in which the fault affected nothing",
      obliged,
      succeeded,
      unaffected,
      "skipped",
      "The fault affected none of 4 calls and 1 delivery",
    ],
    [
      "reports messages that had deliveries left when the command ended",
      obliged,
      succeeded,
      { ...unaffected, missed: 1 },
      "skipped",
      "The fault affected none of 4 calls and 1 delivery; further deliveries of 1 message were due when the command ended",
    ],
    [
      "does not blame a fault that affected nothing",
      obliged,
      failed,
      unaffected,
      "warned",
      "The command failed with 3, though not because of the fault: the fault affected none of 4 calls and 1 delivery",
    ],
  ] as const)("%s", (_, conditions, executed, account, outcome, message) => {
    const run = judgeFaultRun(conditions, executed, bothRuns(account));

    expect([run.outcome, run.message]).toEqual([outcome, message]);
    // The report has the output only if the reader must find a reason.
    expect(run.output).toBe(outcome === "failed" || outcome === "warned" ? "said" : undefined);
  });
});

describe("judgeBaseline()", () => {
  it.each([
    ["passes a command that makes calls", succeeded, unaffected, "passed", undefined],
    ["fails a command that fails", failed, unaffected, "failed", "The command failed with 3"],
    [
      "fails a command that makes no call",
      succeeded,
      { ...unaffected, calls: 0 },
      "failed",
      "The command made no call: does it read CONCORD_BASE_URL?",
    ],
  ] as const)("%s", (_, executed, account, outcome, message) => {
    const run = judgeBaseline(advised, executed, account);

    expect([run.outcome, run.message]).toEqual([outcome, message]);
  });
});

describe("failOnWarnings()", () => {
  const outcomesOf = (...runs: readonly FaultRun[]) => {
    const report: ConsumerReport = { command: ["x"], seed: "s", durationMs: 1, runs, interrupted: false };
    return failOnWarnings(report).runs.map(({ outcome }) => outcome);
  };

  it("changes warnings and unused obligatory faults to failures", () => {
    expect(
      outcomesOf(
        judgeFaultRun(advised, failed, bothRuns(affected)),
        judgeFaultRun(obliged, succeeded, bothRuns(unaffected)),
      ),
    ).toEqual(["failed", "failed"]);
  });

  it("keeps passed runs, unused optional faults, and runs that did not take place", () => {
    const [passed, unmet] = [
      judgeFaultRun(obliged, succeeded, bothRuns(affected)),
      judgeFaultRun(advised, succeeded, bothRuns(unaffected)),
    ];

    expect(outcomesOf(passed, unmet, skippedRun(obliged, "The run was interrupted"))).toEqual([
      "passed",
      "skipped",
      "skipped",
    ]);
  });
});
