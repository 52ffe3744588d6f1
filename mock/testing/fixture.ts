import type { StartOptions } from "../start/start-options.ts";
import { type TestAPI, test as plain } from "vitest";
import type { Mock } from "../start/start.ts";
import type { Organization } from "../platform/organization.ts";

/** What each test is given. */
export interface MockFixtures {
  /** The mock of the test's file, started when the first test asks for it. */
  readonly mock: Mock;
  /** An organization of the test's own, which begins with all that "demo" has and ends with the test. */
  readonly world: Organization;
}

/**
 * Vitest's `test` with a mock, and with a world for each test. `start` starts the mock with the options.
 */
export function createTest<Options extends object = StartOptions>(
  options: Options,
  start: (options: Options) => Promise<Mock>,
): TestAPI<MockFixtures> {
  return plain.extend<MockFixtures>({
    mock: [
      // Vitest reads from this pattern what a fixture needs: nothing.
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        await using mock = await start(options);
        await use(mock);
      },
      { scope: "file" },
    ],
    async world({ mock }, use) {
      const world = await mock.fork();
      await use(world);
      await world.end();
    },
  });
}
