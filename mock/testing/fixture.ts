import type { StartOptions } from "../start/start-options.ts";
import { type TestAPI, test as plain } from "vitest";
import { type Mock, startMock } from "../start/start.ts";
import type { Organization } from "../platform/organization.ts";

/** Fixtures of each test. */
export interface MockFixtures {
  /** Mock of the test file. It starts when the first test uses it. */
  readonly mock: Mock;
  /** Organization for this test alone: a fork of "demo" that ends with the test. */
  readonly world: Organization;
}

/**
 * Creates a Vitest `test` with the fixtures `mock` and `world`.
 *
 * @example
 * const test = createTest({ fixtures: "small", seed: "shop" });
 * test("starts empty", async ({ mock, world }) => {
 *   const headers = { authorization: `Bearer ${world.token}` };
 *   const response = await fetch(`${mock.url}/v1/entity/contact`, { headers });
 *   expect(response.status).toBe(200);
 * });
 */
export function createTest(options: StartOptions = {}): TestAPI<MockFixtures> {
  return plain.extend<MockFixtures>({
    mock: [
      // Vitest derives from this pattern that the fixture depends on no other.
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        await using mock = await startMock(options);
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

/** `test` with a mock of the bundled contracts. */
export const test = createTest();
