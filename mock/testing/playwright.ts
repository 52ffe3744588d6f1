import {
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
  test as plain,
} from "@playwright/test";
import type { StartOptions } from "../start/start-options.ts";
import type { Mock } from "../start/start.ts";
import { type RemoteWorld, createRemoteWorld } from "./remote-world.ts";

export type { RemoteWorld } from "./remote-world.ts";

/** Fixtures and options of each test. */
export interface WorldFixtures {
  /**
   * Organization for this test alone, which ends with the test. All requests of its pages and of `request` select it by
   * their header `baggage`.
   */
  readonly world: RemoteWorld;
  /** Option: organization whose state the world begins with. Default: "demo". */
  readonly worldFrom: string;
}

/** Fixtures and options of each worker. */
export interface MockWorkerFixtures<Options extends object = StartOptions> {
  /** Option: address of a mock that runs already, such as "http://127.0.0.1:4010". */
  readonly concordUrl: string | undefined;
  /** Option: control token of that mock. */
  readonly concordControlToken: string | undefined;
  /** Option: options of a mock that each worker starts. They have precedence over `concordUrl`. */
  readonly concordMock: Options | undefined;
  /** Address of the mock: that of the worker's own mock, or `concordUrl`. */
  readonly mockUrl: string;
}

/** The `test` of Playwright with a world for each test. */
export type WorldTest<Options extends object = StartOptions> = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & WorldFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & MockWorkerFixtures<Options>
>;

/** Creates a Playwright `test` with the fixtures `world` and `mockUrl`. `start` starts the mock of a worker. */
export function createTest<Options extends object = StartOptions>(
  start: (options: Options) => Promise<Mock>,
): WorldTest<Options> {
  return plain.extend<WorldFixtures, MockWorkerFixtures<Options>>({
    concordUrl: [undefined, { scope: "worker", option: true }],
    concordControlToken: [undefined, { scope: "worker", option: true }],
    concordMock: [undefined, { scope: "worker", option: true }],
    mockUrl: [
      async ({ concordUrl, concordMock, concordControlToken }, use) => {
        if (concordMock === undefined) {
          if (concordUrl !== undefined) return use(concordUrl);
          throw new Error(
            "Cannot make a world without a mock: set concordUrl, or concordMock with its contracts, in `use` of the configuration",
          );
        }
        const controlToken = concordControlToken === undefined ? {} : { controlToken: concordControlToken };
        await using mock = await start({ ...concordMock, ...controlToken });
        await use(mock.url);
      },
      { scope: "worker" },
    ],
    worldFrom: ["demo", { option: true }],
    async world({ mockUrl, concordControlToken, worldFrom }, use, info) {
      const world = await createRemoteWorld(mockUrl, { from: worldFrom, controlToken: concordControlToken });
      try {
        await use(world);
        if (info.status !== info.expectedStatus) {
          const body = JSON.stringify(await world.journal(), undefined, 2);
          await info.attach("concord-journal.json", { body, contentType: "application/json" });
        }
      } finally {
        await world.end();
      }
    },
    async extraHTTPHeaders({ extraHTTPHeaders, world }, use) {
      await use(withBaggage(extraHTTPHeaders, world.headers.baggage));
    },
  });
}

/** Headers with a further member of their `baggage`. */
function withBaggage(headers: Readonly<Record<string, string>> = {}, member: string): Record<string, string> {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "baggage");
  const own = Object.entries(headers).filter(([name]) => name.toLowerCase() === "baggage");
  return { ...Object.fromEntries(others), baggage: [...own.map(([, value]) => value), member].join(",") };
}
