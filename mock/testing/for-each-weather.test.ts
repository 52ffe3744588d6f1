// oxlint-disable vitest/no-standalone-expect -- these stand in tests, of which the rule does not know
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { Mock, Organization } from "../index.ts";
import { startReceiver } from "../../testing/mock/receiver.ts";
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
  it("refuses a weather that there is not", () => {
    expect(() => forEachWeather(() => {}, { weathers: ["unknown-enums"] })).toThrow(
      'Cannot test in the weather "unknown-enums": there is none of that name; the nearest is "unknown-enum"',
    );
  });
});

async function placedIn(mock: Mock, { token }: Organization): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const placing = mock.fetch("/orders", { method: "POST", headers, body: '{"status":"draft"}' });
  return placing.then(
    ({ status }) => status === 201,
    () => false,
  );
}
