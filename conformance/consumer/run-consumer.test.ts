import { describe, expect, it } from "vitest";
import { platformConformance } from "../../profiles/platform/conformance.ts";
import { consumerJudgement } from "./judgement.ts";
import { renderMatrix } from "./render-matrix.ts";
import { type ConsumerOptions, runConsumer } from "./run-consumer.ts";
import type { Traffic, RunConditions, MockFactory } from "./mock-factory.ts";

const baseline: RunConditions = { name: "none", about: "nothing goes wrong", isObliged: false };
const obliged: RunConditions = { name: "hail", about: "it hails", section: "9.6", isObliged: true };
const advised: RunConditions = { name: "fog", about: "there is fog", isObliged: false };

/** A command that prints its fault, and fails under the given ones. */
const failingUnder = (...names: readonly string[]): [string, ...string[]] => [
  process.execPath,
  "-e",
  `console.log("hidden in", process.env.FAULT); process.exit(${JSON.stringify(names)}.includes(process.env.FAULT) ? 1 : 0)`,
];

const exchange = {
  time: "2026-01-05T12:00:00.000Z",
  method: "GET",
  url: "/orders",
  status: 429,
  faults: ["hail"],
  request: { headers: {} },
  response: { headers: { "retry-after": "1" }, body: { title: "Too Many Requests" } },
};

describe("runConsumer()", () => {
  it("runs a command without faults and then under each fault, each time with a new mock", async () => {
    const { mockFactory, log } = fakeMocks();
    const { command, runs, interrupted } = await run(mockFactory, failingUnder("hail", "fog"));

    expect(log).toEqual(["begin none", "end none", "begin hail", "end hail", "begin fog", "end fog"]);
    expect(runs.map(({ name, outcome, output }) => [name, outcome, output])).toEqual([
      ["none", "passed", undefined],
      ["hail", "failed", "*** in hail\n"],
      ["fog", "warned", "*** in fog\n"],
    ]);
    expect(interrupted).toBe(false);
    expect(command.join(" ")).not.toContain("hidden");
  });

  it("skips all faults if the command fails without faults", async () => {
    const { mockFactory, log } = fakeMocks();
    const report = await run(mockFactory, failingUnder("none"));

    expect(log).toEqual(["begin none", "end none"]);
    expect(report.runs.map(({ outcome }) => outcome)).toEqual(["failed", "skipped", "skipped"]);
    // Reports show the reason once, with a count.
    expect(consumerJudgement(report).cases.map(({ cause }) => cause)).toEqual([
      undefined,
      ...Array.from({ length: 2 }, () => "not run: The command fails without faults already"),
    ]);
    expect(consumerJudgement(report).notes).toEqual([
      "Fix this first: a command that fails without faults cannot be judged with faults",
    ]);
  });

  it("stops the mock if the command cannot be run", async () => {
    const { mockFactory, log } = fakeMocks();

    await expect(run(mockFactory, ["no-such-program"])).rejects.toThrow("there is no such program");
    expect(log).toEqual(["begin none", "end none"]);
  });

  it("ends a run that is judged by its calls, as soon as those to one path are too many", async () => {
    const { mockFactory } = fakeMocks();
    const slow: MockFactory = {
      ...mockFactory,
      startMock: async (conditions) => {
        const mock = await mockFactory.startMock(conditions);
        const excess = { calls: 21, callsByPlace: new Map([["GET /meters", 21]]) };
        const usual = {
          calls: 30,
          callsByPlace: new Map([
            ["GET /meters", 1],
            ["GET /orders", 29],
          ]),
        };
        const counts = conditions === baseline ? usual : excess;
        return { ...mock, counts: () => counts, traffic: async () => ({ ...(await mock.traffic()), ...counts }) };
      },
    };
    const command = `if (process.env.FAULT === "fog") setInterval(() => {}, 1e6)`;
    const faults = [{ ...advised, isJudgedByCalls: true }] as const;
    const { runs } = await run(slow, [process.execPath, "-e", command], { faults });

    expect(runs[1]).toMatchObject({
      outcome: "warned",
      exitCode: null,
      message: expect.stringContaining("made 21 calls of GET /meters, and 1 call without faults") as string,
    });
  });

  it("ends the current run and skips the others when it is interrupted", async () => {
    const interruption = new AbortController();
    const { mockFactory, log } = fakeMocks();
    const report = await run(mockFactory, failingUnder(), {
      signal: interruption.signal,
      onProgress: ({ fault }) => fault === "hail" && interruption.abort(),
    });

    expect(log).toEqual(["begin none", "end none"]);
    expect(report.interrupted).toBe(true);
    expect(report.runs.map(({ outcome, message }) => message ?? outcome)).toEqual([
      "passed",
      "The run was interrupted before",
      "The run was interrupted before",
    ]);
  });
});

describe("the report of a consumer", () => {
  it("shows first the affected exchange with a name that the output mentions", async () => {
    const command = `console.log("no field newField5a"); process.exit(process.env.FAULT === "hail" ? 1 : 0)`;
    const report = await run(fakeMocks().mockFactory, [process.execPath, "-e", command]);

    expect(
      consumerJudgement(report).cases[1]?.details?.map(([label, text]) => `${label}: ${text.slice(0, 11)}`),
    ).toEqual(["affected, and in the output: GET /meters", "last affected: GET /orders", "output: no field ne"]);
  });

  it("names the faults that affected nothing in the summary line", async () => {
    const { mockFactory } = fakeMocks();
    const unmet: MockFactory = {
      ...mockFactory,
      startMock: async (conditions) => {
        const mock = await mockFactory.startMock(conditions);
        const strikes = conditions.name === "hail" ? 0 : 2;
        return { ...mock, traffic: async () => ({ ...(await mock.traffic()), strikes }) };
      },
    };

    expect(consumerJudgement(await run(unmet, failingUnder())).scope).toBe(
      "3 runs (hail affected nothing), 9 calls, seed s",
    );
  });

  it("shows each run on a line, and the exchanges before a failure", async () => {
    const report = await run(fakeMocks().mockFactory, failingUnder("hail"));
    const timeless = { ...report, runs: report.runs.map((each) => ({ ...each, durationMs: 1000 })) };

    expect(renderMatrix(timeless, { colours: false, profile: platformConformance })).toMatchInlineSnapshot(`
      "passed   none  1.0 s, 3 calls, 0 affected
      failed   hail  1.0 s, 3 calls, 2 affected  obliged by §9.6
      passed   fog   1.0 s, 3 calls, 2 affected
      "
    `);
    expect(consumerJudgement(report, platformConformance).cases[1]).toMatchInlineSnapshot(`
      {
        "details": [
          [
            "last affected",
            "GET /orders -> 429, affected by hail, at 2026-01-05T12:00:00.000Z, Retry-After: 1
      got  {"title":"Too Many Requests"}",
          ],
          [
            "output",
            "*** in hail",
          ],
        ],
        "folded": {
          "items": [
            [
              "1",
              "GET /meters -> 429, affected by hail (newField5a), at 2026-01-05T12:00:00.000Z, Retry-After: 1
      got  {"title":"Too Many Requests"}",
            ],
            [
              "2",
              "GET /orders -> 429, affected by hail, at 2026-01-05T12:00:00.000Z, Retry-After: 1
      got  {"title":"Too Many Requests"}",
            ],
          ],
          "title": "2 affected",
        },
        "message": "The command failed with 1 where it hails",
        "name": "hail",
        "outcome": "failed",
        "source": "§9.6",
        "suite": "faults that §9 obliges consumers to survive",
      }
    `);
  });
});

describe("renderMatrix()", () => {
  it("puts a noun in the singular after 1", () => {
    const counts = { exitCode: 0, durationMs: 1000, calls: 1, deliveries: 1, strikes: 1, missed: 0 };
    const runs = [{ ...advised, outcome: "passed", ...counts }] as const;
    const report = { command: ["x"], seed: "s", durationMs: 1, runs, interrupted: false };

    expect(renderMatrix(report, { colours: false })).toBe("passed   fog  1.0 s, 1 call, 1 delivery, 1 affected\n");
    expect(consumerJudgement(report).scope).toBe("1 run, 1 call, seed s");
  });
});

/** Mocks without a platform. Each reports three calls, of which faults affect two. */
function fakeMocks(): { readonly mockFactory: MockFactory; readonly log: readonly string[] } {
  const log: string[] = [];
  return {
    log,
    mockFactory: {
      async startMock({ name }) {
        log.push(`begin ${name}`);
        const affected = name === "none" ? [] : [{ ...exchange, url: "/meters", unlisted: ["newField5a"] }, exchange];
        const account: Traffic = {
          calls: 3,
          callsByPlace: new Map([["GET /orders", 3]]),
          deliveries: 0,
          strikes: affected.length,
          missed: 0,
          struck: affected,
          struckDeliveries: [],
          last: exchange,
        };
        return {
          env: { FAULT: name },
          counts: () => account,
          traffic: async () => account,
          stop: async () => void log.push(`end ${name}`),
        };
      },
      mask: (text) => text.replaceAll("hidden", "***"),
    },
  };
}

function run(mockFactory: MockFactory, command: ConsumerOptions["command"], more: Partial<ConsumerOptions> = {}) {
  return runConsumer({
    command,
    baseline,
    faults: [obliged, advised],
    mockFactory,
    env: process.env,
    seed: "s",
    timeoutMs: 600_000,
    signal: new AbortController().signal,
    ...more,
  });
}
