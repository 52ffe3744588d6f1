// Public entry point `concord-toolkit/vitest`: tests with a mock, and with a world for each test.
import type { TestAPI } from "vitest";
import { mistakeInCalls } from "../conformance/consumer/mistake-in-calls.ts";
import {
  type FaultFixtures,
  type FaultSelection,
  type MockFixtures,
  createTest as createTestWith,
  forEachFault as forEachFaultWith,
} from "../mock/testing/vitest.ts";
import { checkVitest } from "./check-vitest.ts";
import type { MockOptions } from "./config/index.ts";
import { startMock } from "./mock.ts";

export type { FaultFixtures, MockFixtures } from "../mock/testing/vitest.ts";

/** Options of `forEachFault`: those of the mock, and a selection of faults. */
export interface FaultOptions extends Omit<MockOptions, "faults">, FaultSelection {}

/**
 * Creates a Vitest `test` with the fixtures `mock` and `world`. It needs Vitest 3.2 or later.
 * @throws ToolError "missing-package" for an earlier version.
 *
 * @example
 * const test = createTest({ fixtures: "small", seed: "shop" });
 * test("starts empty", async ({ mock, world }) => {
 *   const headers = { authorization: `Bearer ${world.token}` };
 *   const response = await fetch(`${mock.url}/v1/entity/contact`, { headers });
 *   expect(response.status).toBe(200);
 * });
 */
export function createTest(options: MockOptions = {}): TestAPI<MockFixtures> {
  checkVitest();
  return createTestWith(options, startMock);
}

/** `test` with a mock of the bundled contracts. */
export const test: TestAPI<MockFixtures> = createTest();

/**
 * Defines the same tests under each fault, and first without faults. The world of a test has that fault. The name of a
 * test group explains its fault, and the message of a failed test ends with the affected calls and deliveries.
 * `world.deliveries.settled()` also sends messages that a fault holds, so that a test which waits for a message works
 * under every fault. If a fault affected no test of its group, the last test is skipped with this reason. A test also
 * fails if its calls show a mistake, such as a call that is repeated before the time in `Retry-After`.
 * @throws RangeError if a name is unknown.
 *
 * @example
 * forEachFault((test) => {
 *   test("shows all contacts", async ({ mock, world }) => {
 *     const app = createApp({ baseUrl: mock.url, token: world.token });
 *     expect(await app.contacts()).toHaveLength(5);
 *   });
 * }, { fixtures: "small", faults: "obliged" });
 */
export function forEachFault(define: (test: TestAPI<FaultFixtures>) => void, options: FaultOptions = {}): void {
  forEachFaultWith<FaultOptions>(define, options, { start: startMock, mistakeIn: mistakeInCalls });
}
