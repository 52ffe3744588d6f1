// oxlint-disable vitest/no-standalone-expect -- these stand in tests, of which the rule does not know
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { type Mock, forecasts } from "../index.ts";
import { forEachWeather } from "./vitest.ts";

const contracts = [fileURLToPath(new URL("../../fixtures/mock/weather.yaml", import.meta.url))];

const mocks = new Set<Mock>();
/** What struck the first call of a test, by the weather's name. */
const struck: Record<string, string | undefined> = {};

forEachWeather(
  (test) => {
    test("places an order", async ({ mock, world, forecast }) => {
      mocks.add(mock);
      const headers = { authorization: `Bearer ${world.token}`, "content-type": "application/json" };
      const place = () => mock.fetch("/orders", { method: "POST", headers, body: '{"status":"draft"}' });
      const isCareful = await place().then(
        ({ status }) => status === 201,
        () => false,
      );
      struck[forecast.name] = world.journal.entries({ limit: 1 })[0]?.weather?.join(", ");

      expect(isCareful || (await place()).status === 201).toBe(true);
    });
  },
  { contracts },
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
  expect(Object.keys(struck)).toEqual(forecasts.map(({ name }) => name));
});

describe("forEachWeather()", () => {
  it("refuses a weather that there is not", () => {
    expect(() => forEachWeather(() => {}, { weathers: ["unknown-enums"] })).toThrow(
      'Cannot test in the weather "unknown-enums": there is none of that name; the nearest is "unknown-enum"',
    );
  });
});
