// oxlint-disable vitest/no-standalone-expect -- these stand in tests, of which the rule does not know
import { expect } from "vitest";
import { forEachWeather } from "../../../mock/testing/vitest.ts";

/** Tests that fail where they should: run by those of forEachWeather(), in a Vitest of their own. */
const weathers = ["unknown-enum", "5xx-once", "reordered-webhooks"];
forEachWeather(
  (test) => {
    test("knows all units", async ({ mock, world, forecast }) => {
      if (forecast.name === "reordered-webhooks") return;
      const headers = { authorization: `Bearer ${world.token}`, "content-type": "application/json" };
      const body = '{"number":"1","unit":"kWh"}';
      const response = await mock.fetch("/v2/metering/meters", { method: "POST", headers, body });
      expect(await response.json()).toMatchObject({ unit: "kWh" });
    });
  },
  { weathers, advice: process.env["ADVICE"] === "warn" ? "warn" : "fail" },
);
