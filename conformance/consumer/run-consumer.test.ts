import { describe, expect, it } from "vitest";
import { consumerJudgement } from "./judgement.ts";
import { renderMatrix } from "./matrix.ts";
import { type ConsumerOptions, runConsumer } from "./run-consumer.ts";
import type { Account, Conditions, Theatre } from "./surroundings.ts";

const fair: Conditions = { name: "fair", about: "nothing goes wrong", isObliged: false };
const hail: Conditions = { name: "hail", about: "it hails", section: "9.6", isObliged: true };
const fog: Conditions = { name: "fog", about: "there is fog", isObliged: false };

/** A command that says where it is, and fails in the weathers that it is told. */
const failingIn = (...names: readonly string[]): [string, ...string[]] => [
  process.execPath,
  "-e",
  `console.log("hidden in", process.env.WEATHER); process.exit(${JSON.stringify(names)}.includes(process.env.WEATHER) ? 1 : 0)`,
];

const exchange = {
  time: "2026-01-05T12:00:00.000Z",
  method: "GET",
  url: "/orders",
  status: 429,
  weather: ["hail"],
  request: { headers: {} },
  response: { headers: { "retry-after": "1" }, body: { title: "Too Many Requests" } },
};

describe("runConsumer()", () => {
  it("runs a command in each weather, the fair one first, with a stage of its own for each", async () => {
    const { theatre, log } = stages();
    const { command, runs, interrupted } = await run(theatre, failingIn("hail", "fog"));

    expect(log).toEqual(["begin fair", "end fair", "begin hail", "end hail", "begin fog", "end fog"]);
    expect(runs.map(({ name, outcome, output }) => [name, outcome, output])).toEqual([
      ["fair", "passed", undefined],
      ["hail", "failed", "*** in hail\n"],
      ["fog", "warned", "*** in fog\n"],
    ]);
    expect(interrupted).toBe(false);
    expect(command.join(" ")).not.toContain("hidden");
  });

  it("runs in no other weather what fails in the fair one", async () => {
    const { theatre, log } = stages();
    const report = await run(theatre, failingIn("fair"));

    expect(log).toEqual(["begin fair", "end fair"]);
    expect(report.runs.map(({ outcome }) => outcome)).toEqual(["failed", "skipped", "skipped"]);
    expect(consumerJudgement(report).notes).toEqual([
      "Mend that first: what fails in fair weather cannot be judged in any other",
    ]);
  });

  it("leaves no stage behind where the command cannot be run", async () => {
    const { theatre, log } = stages();

    await expect(run(theatre, ["no-such-program"])).rejects.toThrow("there is no such program");
    expect(log).toEqual(["begin fair", "end fair"]);
  });

  it("ends with what it runs when it is interrupted", async () => {
    const interruption = new AbortController();
    const { theatre, log } = stages();
    const report = await run(theatre, failingIn(), {
      signal: interruption.signal,
      onProgress: ({ weather }) => weather === "hail" && interruption.abort(),
    });

    expect(log).toEqual(["begin fair", "end fair"]);
    expect(report.interrupted).toBe(true);
    expect(report.runs.map(({ outcome, message }) => message ?? outcome)).toEqual([
      "passed",
      "The run was interrupted before",
      "The run was interrupted before",
    ]);
  });
});

describe("the reports of a consumer", () => {
  it("show first what was struck with a name that the output speaks of", async () => {
    const command = `console.log("no field newField5a"); process.exit(process.env.WEATHER === "hail" ? 1 : 0)`;
    const report = await run(stages().theatre, [process.execPath, "-e", command]);

    expect(
      consumerJudgement(report).cases[1]?.details?.map(([label, text]) => `${label}: ${text.slice(0, 11)}`),
    ).toEqual(["struck, and in the output: GET /meters", "last struck: GET /orders", "output: no field ne"]);
  });

  it("say in the last line what struck nothing", async () => {
    const { theatre } = stages();
    const unmet: Theatre = {
      ...theatre,
      begin: async (conditions) => {
        const stage = await theatre.begin(conditions);
        const strikes = conditions.name === "hail" ? 0 : 2;
        return { ...stage, account: async () => ({ ...(await stage.account()), strikes }) };
      },
    };

    expect(consumerJudgement(await run(unmet, failingIn())).scope).toBe(
      "3 weathers (hail struck nothing), 9 calls, seed s",
    );
  });

  it("show each weather on a line, and what preceded a failure", async () => {
    const report = await run(stages().theatre, failingIn("hail"));
    const timeless = { ...report, runs: report.runs.map((each) => ({ ...each, durationMs: 1000 })) };

    expect(renderMatrix(timeless, { colours: false })).toMatchInlineSnapshot(`
      "passed   fair  1.0 s, 3 calls, 0 struck
      failed   hail  1.0 s, 3 calls, 2 struck  obliged by §9.6
      passed   fog   1.0 s, 3 calls, 2 struck
      "
    `);
    expect(consumerJudgement(report).cases[1]).toMatchInlineSnapshot(`
      {
        "details": [
          [
            "last struck",
            "GET /orders -> 429, struck by hail, at 2026-01-05T12:00:00.000Z, Retry-After: 1
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
              "GET /meters -> 429, struck by hail (newField5a), at 2026-01-05T12:00:00.000Z, Retry-After: 1
      got  {"title":"Too Many Requests"}",
            ],
            [
              "2",
              "GET /orders -> 429, struck by hail, at 2026-01-05T12:00:00.000Z, Retry-After: 1
      got  {"title":"Too Many Requests"}",
            ],
          ],
          "title": "2 that were struck",
        },
        "message": "The command failed with 1 where it hails",
        "name": "hail",
        "outcome": "failed",
        "source": "§9.6",
        "suite": "what §9 obliges consumers to survive",
      }
    `);
  });
});

/** Stages with no platform on them, on which three calls are made, and two struck where it is not fair. */
function stages(): { readonly theatre: Theatre; readonly log: readonly string[] } {
  const log: string[] = [];
  return {
    log,
    theatre: {
      async begin({ name }) {
        log.push(`begin ${name}`);
        const struck = name === "fair" ? [] : [{ ...exchange, url: "/meters", unlisted: ["newField5a"] }, exchange];
        const account: Account = {
          calls: 3,
          deliveries: 0,
          strikes: struck.length,
          missed: 0,
          struck,
          struckDeliveries: [],
          last: exchange,
        };
        return {
          env: { WEATHER: name },
          account: async () => account,
          end: async () => void log.push(`end ${name}`),
        };
      },
      mask: (text) => text.replaceAll("hidden", "***"),
    },
  };
}

function run(theatre: Theatre, command: ConsumerOptions["command"], more: Partial<ConsumerOptions> = {}) {
  return runConsumer({
    command,
    fair,
    weathers: [hail, fog],
    theatre,
    env: process.env,
    seed: "s",
    timeoutMs: 600_000,
    signal: new AbortController().signal,
    ...more,
  });
}
