import { type TestAPI, describe, test as plain } from "vitest";
import { nearestWords } from "../../contracts/index.ts";
import type { Organization, StartOptions } from "../start.ts";
import { type Forecast, forecasts } from "../weather/forecasts.ts";
import { type MockFixtures, createTest } from "./fixture.ts";

/** What each test is given: its world has the weather of the forecast. */
export interface WeatherFixtures extends MockFixtures {
  readonly forecast: Forecast;
}

export interface WeatherOptions extends Omit<StartOptions, "weather"> {
  /** Those that §9 obliges consumers to survive, or some by name, each time after the fair one; all if not said. */
  readonly weathers?: "obliged" | readonly string[];
}

/**
 * Defines the same tests in each weather, the fair one first: the world of a test has that weather. The names of
 * the groups tell what a failure is: "unknown-enum weather (obliged by §9.6)" or "slow weather (advice)". Where the
 * tests of a group met nothing of its weather, a last one is skipped that says so.
 * @throws RangeError where there is no such weather.
 *
 * @example
 * forEachWeather((test) => {
 *   test("shows all contacts", async ({ mock, world }) => {
 *     const app = createApp({ baseUrl: mock.url, token: world.token });
 *     expect(await app.contacts()).toHaveLength(5);
 *   });
 * }, { fixtures: "small", weathers: "obliged" });
 */
export function forEachWeather(
  define: (test: TestAPI<WeatherFixtures>) => void,
  { weathers, ...options }: WeatherOptions = {},
): void {
  const struck = new Set<Forecast>();
  const withForecast = createTest(options).extend<Pick<WeatherFixtures, "forecast">>({ forecast: forecasts[0] });
  const test: TestAPI<WeatherFixtures> = withForecast.extend<Pick<WeatherFixtures, "world">>({
    async world({ mock, forecast }, use) {
      const world = await mock.fork();
      world.weather.set(forecast.weather(mock.platform.contracts));
      await use(world);
      if (isStruck(world)) struck.add(forecast);
      await world.end();
    },
  });
  for (const forecast of forecastsOf(weathers)) {
    describe(titleOf(forecast), () => {
      test.override({ forecast });
      define(test);
      if (forecast === forecasts[0]) return;
      // oxlint-disable-next-line vitest/expect-expect -- it tells what nothing was asserted of
      plain("strikes something", { concurrent: false }, ({ skip }) => {
        if (!struck.has(forecast)) skip(`No call and no delivery of these tests was struck: ${forecast.about}`);
      });
    });
  }
}

/** The fair weather is always among them: what fails there fails for no weather. */
function forecastsOf(weathers: WeatherOptions["weathers"]): readonly Forecast[] {
  if (weathers === undefined) return forecasts;
  if (weathers === "obliged") return forecasts.filter(({ name, isObliged }) => isObliged || name === "fair");
  const known = forecasts.map(({ name }) => name);
  for (const name of weathers)
    if (!known.includes(name)) {
      const [near] = nearestWords(name, known, 1);
      throw new RangeError(
        `Cannot test in the weather "${name}": there is none of that name${near === undefined ? "" : `; the nearest is "${near}"`}`,
      );
    }
  return forecasts.filter(({ name }) => name === "fair" || weathers.includes(name));
}

function titleOf({ name, section, isObliged }: Forecast): string {
  if (name === "fair") return "fair weather";
  return `${name} weather (${isObliged ? `obliged by §${section}` : "advice"})`;
}

function isStruck({ journal, deliveries }: Organization): boolean {
  const attempts = deliveries.list().flatMap((delivery) => delivery.attempts);
  return [...journal.entries(), ...attempts].some((each) => "weather" in each);
}
