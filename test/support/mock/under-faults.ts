// oxlint-disable vitest/no-standalone-expect -- the rule does not recognize forEachFault() as a test
import { expect } from "vitest";
import { forEachFault } from "../../../api/vitest.ts";

/** Tests with expected failures, which the tests of forEachFault() run in a separate Vitest. */
const faults = ["unknown-enum", "5xx-once", "reordered-webhooks"];
forEachFault(
  (test) => {
    test("knows all units", async ({ mock, world, profile }) => {
      if (profile.name === "reordered-webhooks") return;
      const headers = { authorization: `Bearer ${world.token}`, "content-type": "application/json" };
      const body = '{"number":"1","unit":"kWh"}';
      const response = await mock.fetch("/v2/metering/meters", { method: "POST", headers, body });
      expect(await response.json()).toMatchObject({ unit: "kWh" });
    });
  },
  { faults, advice: process.env["ADVICE"] === "warn" ? "warn" : "fail" },
);
