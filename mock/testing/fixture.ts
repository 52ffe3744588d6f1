import type { StartOptions } from "../start/start-options.ts";
import { type TestAPI, test as plain } from "vitest";
import type { Mock } from "../start/start.ts";
import type { Organization } from "../platform/organization.ts";

/** Fixtures of each test. */
export interface MockFixtures {
  /** Mock of the test file. It starts when the first test uses it. */
  readonly mock: Mock;
  /** Organization for this test alone: a fork of "demo" that ends with the test. */
  readonly world: Organization;
}

/**
 * Creates a Vitest `test` with the fixtures `mock` and `world`. `start` starts the mock with the options.
 */
export function createTest<Options extends object = StartOptions>(
  options: Options,
  start: (options: Options) => Promise<Mock>,
): TestAPI<MockFixtures> {
  return plain.extend<MockFixtures>({
    mock: [
      // Vitest derives from this pattern that the fixture depends on no other.
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
