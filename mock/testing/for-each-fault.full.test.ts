// oxlint-disable vitest/no-standalone-expect -- the rule does not know tests that forEachFault() defines
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { Mock, Organization } from "../index.ts";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import { forEachFault } from "../../api/vitest.ts";

const contracts = [fileURLToPath(new URL("../../fixtures/mock/faults.yaml", import.meta.url))];

const mocks = new Set<Mock>();
/** Faults that affected the first call of a test, by profile. */
const affected: Record<string, string | undefined> = {};

forEachFault(
  (test) => {
    test("places an order", async ({ mock, world, profile }) => {
      mocks.add(mock);
      const isPlaced = await placedIn(mock, world);
      affected[profile.name] = world.journal.entries({ limit: 1 })[0]?.faults?.join(", ");

      expect(isPlaced || (await placedIn(mock, world))).toBe(true);
    });
  },
  { contracts, faults: ["unknown-enum", "unknown-field", "429-once", "409-once", "5xx-once", "slow", "reset"] },
);

const obliged: string[] = [];
forEachFault(
  (test) => {
    test("has the profile of its group", async ({ mock, world, profile }) => {
      obliged.push(profile.name);
      expect(await placedIn(mock, world)).toBe(true);
    });
  },
  { contracts, faults: "obliged" },
);

forEachFault(
  (test) => {
    test("has deliveries under this fault", async ({ mock, world }) => {
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
  { faults: ["duplicate-webhooks", "reordered-webhooks"] },
);

forEachFault(
  (test) => {
    test("has exactly one delivery", async ({ mock, world }) => {
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
  { faults: ["reordered-webhooks"] },
);

afterAll(() => {
  expect(mocks.size).toBe(1);
  expect(affected).toMatchObject({
    none: undefined,
    "unknown-enum": "unknown-enum",
    "unknown-field": "unknown-field",
    "429-once": "fail-nth",
    "409-once": undefined,
    "5xx-once": "fail-nth",
    slow: "latency, slow",
    reset: "reset",
  });
  expect(obliged).toEqual(["none", "unknown-field", "unknown-enum"]);
});

describe("forEachFault()", () => {
  it.each([
    ["--sequence.shuffle.tests", "--sequence.seed=3"],
    ["--sequence.concurrent", "--sequence.seed=2"],
  ])(
    "lists affected calls in a failure, and reports groups without affected calls last, in any order (%s %s)",
    (...argv) => {
      const outcomes = outcomesUnderFaults("under-faults", {}, ...argv);

      expect(outcomes).toEqual({
        "without faults knows all units": "passed",
        "under unknown-enum (obliged) knows all units": expect.stringMatching(
          /^failed .* to match object .*\n\nAffected by faults:\n {2}POST \/v2\/metering\/meters -> 201, affected by unknown-enum\n {4}sent .*\n {4}got {2}.*"unit":"new/s,
        ),
        "under unknown-enum (obliged) affects something": "passed",
        "under 5xx-once (advice) knows all units": expect.stringMatching(/^failed .*-> 503, affected by fail-nth\n/s),
        "under 5xx-once (advice) affects something": "passed",
        "under reordered-webhooks (advice) knows all units": "passed",
        "under reordered-webhooks (advice) affects something": "skipped",
      });
    },
  );

  it("only warns about advice, if so configured", () => {
    const outcomes = outcomesUnderFaults("under-faults", { ADVICE: "warn" });

    expect(outcomes["under 5xx-once (advice) knows all units"]).toBe("skipped");
    expect(outcomes["under unknown-enum (obliged) knows all units"]).toMatch(/^failed/);
  });

  it.each([
    ["swallows-conflicts", "409-once", /^failed .*PUT \/books\/\S+ was refused with 409, and the tests passed without/],
    [
      "replaces-unknown-values",
      "unknown-enum",
      /^failed .*PUT \/books\/\S+ writes "status" with "new", where "new\w+" was/,
    ],
    ["repeats-for-ever", "429-always", /^failed .*made \d+ calls.* it repeats without a limit/s],
  ])("tells a client apart that %s, by its calls under %s", (mistake, fault, message) => {
    const { failed, passed } = judgedShelf({ SHELF_MISTAKE: mistake });

    expect(failed).toEqual([[fault, expect.stringMatching(message)]]);
    expect(passed).toHaveLength(3);
  });

  it("passes a careful client, also under a fault that its tests cannot survive", () => {
    expect(judgedShelf({})).toEqual({
      failed: [],
      passed: ["none", "unknown-enum", "409-once", "429-always"],
    });
  });

  it("only warns of mistakes in calls, if so configured", () => {
    const outcomes = outcomesUnderFaults("shelf-under-faults", {
      SHELF_MISTAKE: "swallows-conflicts",
      ADVICE: "warn",
    });

    expect(outcomes["under 409-once (advice) changes a title"]).toBe("skipped");
  });

  it("leaves out faults under which correct clients fail, if calls are ignored", () => {
    expect(() => forEachFault(() => {}, { faults: ["429-always"], calls: "ignore" })).toThrow(
      'Cannot test under the fault "429-always": correct clients fail their tests under it, so it needs calls: "judge"',
    );
  });

  it("rejects a value that is not a list of faults", () => {
    expect(() => forEachFault(() => {}, { faults: "all" as "obliged" })).toThrow(
      'Cannot test under the faults "all": faults must be "obliged" or a list of names',
    );
  });

  it("rejects an unknown fault", () => {
    expect(() => forEachFault(() => {}, { faults: ["unknown-enums"] })).toThrow(
      'Cannot test under the fault "unknown-enums": there is no such fault; the nearest is "unknown-enum"',
    );
  });
});

/** Results of the tests in a file of test/support/mock, run by a separate Vitest. */
function outcomesUnderFaults(
  tests: "under-faults" | "shelf-under-faults",
  env: NodeJS.ProcessEnv,
  ...argv: readonly string[]
): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "concord-faults-"));
  try {
    const [config, told] = [join(folder, "vitest.config.mjs"), join(folder, "told.json")];
    writeFileSync(config, `export default { test: { include: ["test/support/mock/${tests}.ts"] } };`);
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

/** Faults under which the test of a shelf's client fails and passes. */
function judgedShelf(env: NodeJS.ProcessEnv) {
  const outcomes = outcomesUnderFaults("shelf-under-faults", env, "--testTimeout=10000");
  const tests = Object.entries(outcomes).flatMap(([name, outcome]) => {
    const match = /^(?:without faults|under (\S+) \(\w+\)) changes a title$/.exec(name);
    return match ? [{ fault: match[1] ?? "none", outcome }] : [];
  });
  return {
    failed: tests.flatMap(({ fault, outcome }) => (outcome.startsWith("failed") ? [[fault, outcome]] : [])),
    passed: tests.flatMap(({ fault, outcome }) => (outcome === "passed" ? [fault] : [])),
  };
}

/** The parts of Vitest's JSON report that are used here. */
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
