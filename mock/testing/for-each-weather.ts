import type { StartOptions } from "../start-options.ts";
import { type SuiteCollector, type TestAPI, describe, test as plain } from "vitest";
import { theNearest } from "../../contracts/index.ts";
import type { OrganizationDeliveries } from "../deliveries/index.ts";
import type { Organization } from "../start.ts";
import { type Forecast, forecasts } from "../faults/consumer-profiles.ts";
import { type MockFixtures, createTest } from "./fixture.ts";
import { struckIn, struckText } from "./struck-text.ts";

/** What each test is given: its world has the weather of the forecast. */
export interface WeatherFixtures extends MockFixtures {
  readonly forecast: Forecast;
}

export interface WeatherOptions extends Omit<StartOptions, "weather"> {
  /** Those that §9 obliges consumers to survive, or some by name, each time after the fair one; all if not said. */
  readonly weathers?: "obliged" | readonly string[];
  /** With "warn", a test that fails in a weather that is advice, for what was struck, is skipped and says why. */
  readonly advice?: "fail" | "warn";
}

/**
 * Defines the same tests in each weather, the fair one first: the world of a test has that weather. The names of
 * the groups tell what a failure is: "unknown-enum weather (obliged by §9.6)" or "slow weather (advice)"; its message
 * ends with what was struck. What the weather holds back is let go by `world.deliveries.settled()`, so that a test
 * which waits for a message need not know of it. Where the tests of a group met nothing of its weather, a last one is skipped that says so.
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
  { weathers, advice = "fail", ...options }: WeatherOptions = {},
): void {
  const met = new Set<Forecast>();
  const withForecast = createTest(options).extend<Pick<WeatherFixtures, "forecast">>({ forecast: forecasts[0] });
  const test: TestAPI<WeatherFixtures> = withForecast.extend<Pick<WeatherFixtures, "world">>({
    async world({ mock, forecast, task, skip }, use) {
      const world = await mock.fork();
      world.weather.set(forecast.weather(mock.platform.contracts));
      await use(settlingAll(world));
      const struck = struckIn(world);
      await world.end();
      if (struck.length === 0) return;
      met.add(forecast);
      const error = task.result?.state === "fail" ? task.result.errors?.at(-1) : undefined;
      if (!error) return;
      const { message, stack } = error;
      const told = `${message}\n\n${struckText(struck)}`;
      if (advice === "warn" && !forecast.isObliged) skip(told);
      error.message = told;
      // Reports of other forms print it from here.
      if (stack !== undefined) error.stack = stack.replace(message, () => told);
    },
  });
  for (const forecast of forecastsOf(weathers)) {
    const group = describe(titleOf(forecast), () => {
      test.override({ forecast });
      define(test);
      if (forecast === forecasts[0]) return;
      // Vitest shuffles those that run one after the other, and those that run at once: in another way, this is the last.
      const concurrent = !isConcurrent(group.tasks.at(-1));
      // oxlint-disable-next-line vitest/expect-expect -- it tells what nothing was asserted of
      plain("strikes something", { concurrent }, ({ skip }) => {
        if (!met.has(forecast)) skip(`No call and no delivery of these tests was struck: ${forecast.about}`);
      });
    });
  }
}

/** A world in which nothing is held back any more once its deliveries are settled, if not said otherwise. */
function settlingAll(world: Organization): Organization {
  return Object.create(world, {
    deliveries: {
      enumerable: true,
      get(): OrganizationDeliveries {
        const { deliveries } = world;
        return { ...deliveries, settled: (options) => deliveries.settled({ held: true, ...options }) };
      },
    },
  }) as Organization;
}

/** Whether a test, or a group of tests, runs at once with those beside it. */
function isConcurrent(task: SuiteCollector["tasks"][number] | undefined): boolean {
  return (task?.type === "collector" ? task.options?.concurrent : task?.concurrent) === true;
}

/** The fair weather is always among them: what fails there fails for no weather. */
function forecastsOf(weathers: WeatherOptions["weathers"]): readonly Forecast[] {
  if (weathers === undefined) return forecasts;
  if (weathers === "obliged") return forecasts.filter(({ name, isObliged }) => isObliged || name === "fair");
  if (!Array.isArray(weathers))
    throw new RangeError(
      `Cannot test in the weathers "${String(weathers)}": it takes "obliged" or a list of names; without it, all are tried`,
    );
  const known = forecasts.map(({ name }) => name);
  for (const name of weathers)
    if (!known.includes(name)) {
      const reason = `there is none of that name${theNearest(name, known)}`;
      throw new RangeError(`Cannot test in the weather "${name}": ${reason}`);
    }
  return forecasts.filter(({ name }) => name === "fair" || weathers.includes(name));
}

function titleOf({ name, section, isObliged }: Forecast): string {
  if (name === "fair") return "fair weather";
  return `${name} weather (${isObliged ? `obliged by §${section}` : "advice"})`;
}
