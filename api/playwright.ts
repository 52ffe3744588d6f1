// Public entry point `concord-toolkit/playwright`: tests of pages, with a world for each test.
import { type MockWorkerFixtures, type WorldTest, createTest } from "../mock/testing/playwright.ts";
import type { MockOptions } from "./config/index.ts";
import { startMock } from "./mock.ts";

export type { RemoteWorld, WorldFixtures } from "../mock/testing/playwright.ts";

/** Options of the workers, for `defineConfig<WorldFixtures, WorkerFixtures>`. */
export interface WorkerFixtures extends MockWorkerFixtures<MockOptions> {}

/**
 * `test` of Playwright with a world for each test. Pages of the test, and services that forward `baggage`, call that
 * world. The mock is the one at `concordUrl`, or each worker starts one with the options `concordMock`.
 *
 * @example
 * test.use({ concordMock: { contracts: ["openapi.yaml"] } });
 * test("lists no books", async ({ request, mockUrl }) => {
 *   const response = await request.get(`${mockUrl}/books`);
 *   expect(await response.json()).toEqual({ items: [], total: 0 });
 * });
 */
export const test: WorldTest<MockOptions> = createTest(startMock);
