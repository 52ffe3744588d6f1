import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ask, ownContracts, ownPlatform } from "../../test/support/mock/ask.ts";
import { type Forecast, forecasts } from "./consumer-profiles.ts";

const put = "PUT /v1/entity/schemas/contact";
const register = "POST /v2/metering/meters";
const input = { [put]: { body: {} }, [register]: { body: { number: "1EMH0012345678" } } } as const;

describe("the weathers that consumers are tried in", () => {
  it("begin with the fair one, have names of their own, and oblige where §9 does", () => {
    expect(forecasts[0].name).toBe("fair");
    expect(new Set(forecasts.map(({ name }) => name)).size).toBe(forecasts.length);
    for (const { section, isObliged } of forecasts) expect(isObliged).toBe(section?.startsWith("9.") ?? false);
  });

  it("are told in the handbook", () => {
    const rows = forecasts.slice(1).map(({ name, about, section, isObliged }) => {
      const advice = section === undefined ? "advice" : `advice (§${section})`;
      return `| \`${name}\` | ${about.replace("Retry-After", "`Retry-After`")} | ${isObliged ? `obliged by §${section}` : advice} |`;
    });

    expect(readFileSync(new URL("../README.md", import.meta.url), "utf8")).toContain(`${rows.join("\n")}\n\n`);
  });

  it.each(forecasts.filter(({ name }) => /once|slow|reset/.test(name)).map((forecast) => [forecast.name, forecast]))(
    "%s strikes the first call of an operation, and no other",
    async (_, forecast) => {
      await assertOnceEach(forecast);
    },
  );

  it("would be caught by that law if they struck one call of all", async () => {
    const once: Forecast = {
      ...(forecasts[1] as Forecast),
      weather: () => [{ id: "status", status: 503, times: 1 }],
    };

    await expect(assertOnceEach(once)).rejects.toThrow("to deeply equal");
  });

  it.each(forecasts.filter(({ isObliged }) => isObliged).map((forecast) => [forecast.name, forecast]))(
    "%s strikes each call that it can",
    async (name, { weather }) => {
      const platform = await ownPlatform({ weather: weather(await ownContracts()) });
      for (let call = 0; call < 3; call++)
        await ask(platform, register, { body: { number: "1EMH0012345678", unit: "kWh" } });

      expect(platform.journal.entries().map((entry) => entry.weather)).toEqual([[name], [name], [name]]);
    },
  );
});

/** A conflict strikes only where one is documented: not where a meter is registered. */
async function assertOnceEach({ name, weather }: Forecast): Promise<void> {
  const platform = await ownPlatform({ weather: weather(await ownContracts()) });
  for (const operation of [put, put, register, register] as const) await ask(platform, operation, input[operation]);
  const struck = platform.journal.entries().map((entry) => entry.weather !== undefined);

  expect(struck).toEqual([true, false, name !== "409-once", false]);
}
