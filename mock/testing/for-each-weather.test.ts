// oxlint-disable vitest/no-standalone-expect -- these stand in tests, of which the rule does not know
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { Mock, Organization } from "../index.ts";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import { forEachWeather } from "./vitest.ts";

const contracts = [fileURLToPath(new URL("../../fixtures/mock/weather.yaml", import.meta.url))];

const mocks = new Set<Mock>();
/** What struck the first call of a test, by the weather's name. */
const struck: Record<string, string | undefined> = {};

forEachWeather(
  (test) => {
    test("places an order", async ({ mock, world, forecast }) => {
      mocks.add(mock);
      const isPlaced = await placedIn(mock, world);
      struck[forecast.name] = world.journal.entries({ limit: 1 })[0]?.weather?.join(", ");

      expect(isPlaced || (await placedIn(mock, world))).toBe(true);
    });
  },
  { contracts, weathers: ["unknown-enum", "unknown-field", "429-once", "409-once", "5xx-once", "slow", "reset"] },
);

const obliged: string[] = [];
forEachWeather(
  (test) => {
    test("knows its weather", async ({ mock, world, forecast }) => {
      obliged.push(forecast.name);
      expect(await placedIn(mock, world)).toBe(true);
    });
  },
  { contracts, weathers: "obliged" },
);

forEachWeather(
  (test) => {
    test("has deliveries of this weather", async ({ mock, world }) => {
      await using receiver = await startReceiver();
      const headers = { authorization: `Bearer ${world.token}`, "content-type": "application/json" };
      const post = (path: string, body: object) =>
        mock.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
      await post("/v1/webhooks", { url: receiver.url, event_types: ["meter.created"] });
      for (const number of ["1", "2"]) await post("/v2/metering/meters", { number });
      await world.deliveries.settled();

      expect(receiver.received.length).toBeGreaterThanOrEqual(2);
    });
  },
  { weathers: ["duplicate-webhooks", "reordered-webhooks"] },
);

forEachWeather(
  (test) => {
    test("has the one delivery that there is", async ({ mock, world }) => {
      await using receiver = await startReceiver();
      const headers = { authorization: `Bearer ${world.token}`, "content-type": "application/json" };
      const body = JSON.stringify({ url: receiver.url, event_types: ["meter.created"] });
      await mock.fetch("/v1/webhooks", { method: "POST", headers, body });
      await world.emit({ name: "meter.created" });
      await world.deliveries.settled();

      expect(receiver.received).toHaveLength(1);
      expect(world.deliveries.list({ status: "pending" })).toEqual([]);
    });
  },
  { weathers: ["reordered-webhooks"] },
);

afterAll(() => {
  expect(mocks.size).toBe(1);
  expect(struck).toMatchObject({
    fair: undefined,
    "unknown-enum": "unknown-enum",
    "unknown-field": "unknown-field",
    "429-once": "fail-nth",
    "409-once": undefined,
    "5xx-once": "fail-nth",
    slow: "latency, slow",
    reset: "reset",
  });
  expect(obliged).toEqual(["fair", "unknown-enum", "unknown-field"]);
});

describe("forEachWeather()", () => {
  it.each([
    ["--sequence.shuffle.tests", "--sequence.seed=3"],
    ["--sequence.concurrent", "--sequence.seed=2"],
  ])("adds to a failure what was struck, and tells last what was not, in any order (%s %s)", (...argv) => {
    const outcomes = outcomesInWeathers({}, ...argv);

    expect(outcomes).toEqual({
      "fair weather knows all units": "passed",
      "unknown-enum weather (obliged by §9.6) knows all units": expect.stringMatching(
        /^failed .* to match object .*\n\nWhat the weather struck:\n {2}POST \/v2\/metering\/meters -> 201, struck by unknown-enum\n {4}sent .*\n {4}got {2}.*"unit":"new/s,
      ),
      "unknown-enum weather (obliged by §9.6) strikes something": "passed",
      "5xx-once weather (advice) knows all units": expect.stringMatching(/^failed .*-> 503, struck by fail-nth\n/s),
      "5xx-once weather (advice) strikes something": "passed",
      "reordered-webhooks weather (advice) knows all units": "passed",
      "reordered-webhooks weather (advice) strikes something": "skipped",
    });
  });

  it("lets advice warn alone", () => {
    const outcomes = outcomesInWeathers({ ADVICE: "warn" });

    expect(outcomes["5xx-once weather (advice) knows all units"]).toBe("skipped");
    expect(outcomes["unknown-enum weather (obliged by §9.6) knows all units"]).toMatch(/^failed/);
  });

  it("refuses what is no list of weathers", () => {
    expect(() => forEachWeather(() => {}, { weathers: "all" as "obliged" })).toThrow(
      'Cannot test in the weathers "all": it takes "obliged" or a list of names; without it, all are tried',
    );
  });

  it("refuses a weather that there is not", () => {
    expect(() => forEachWeather(() => {}, { weathers: ["unknown-enums"] })).toThrow(
      'Cannot test in the weather "unknown-enums": there is none of that name; the nearest is "unknown-enum"',
    );
  });
});

/** What became of the tests of in-weathers.ts, run by a Vitest of their own. */
function outcomesInWeathers(env: NodeJS.ProcessEnv, ...argv: readonly string[]): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "concord-weathers-"));
  try {
    const [config, told] = [join(folder, "vitest.config.mjs"), join(folder, "told.json")];
    writeFileSync(config, `export default { test: { include: ["test/support/mock/in-weathers.ts"] } };`);
    const runner = "node_modules/vitest/vitest.mjs";
    const reports = ["--reporter=json", `--outputFile=${told}`];
    spawnSync(process.execPath, [runner, "run", "--root", ".", "--config", config, ...reports, ...argv], {
      env: { ...process.env, ...env },
    });
    const { testResults } = JSON.parse(readFileSync(told, "utf8")) as Told;
    const all = testResults.flatMap(({ assertionResults }) => assertionResults);
    return Object.fromEntries(
      all.map(({ fullName, status, failureMessages: [message = ""] }) => [fullName, `${status} ${message}`.trim()]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What Vitest's JSON report has, as far as it matters here. */
interface Told {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

async function placedIn(mock: Mock, { token }: Organization): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const placing = mock.fetch("/orders", { method: "POST", headers, body: '{"status":"draft"}' });
  return placing.then(
    ({ status }) => status === 201,
    () => false,
  );
}
