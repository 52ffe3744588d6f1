import { expect } from "vitest";
import type { Expected } from "../journal/index.ts";
import { toHaveReceived } from "./to-have-received.ts";

export { type FaultFixtures, type FaultSelection, forEachFault } from "./for-each-fault.ts";
export { type MockFixtures, createTest } from "./fixture.ts";

// Importing this file adds the matchers to Vitest's expect.
expect.extend({ toHaveReceived });

declare module "vitest" {
  // The type parameters must equal those that Vitest declares.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * Passes if the mock or organization received the operation at least once, or exactly `times` times. A promise if
     * the mock shares its state in PostgreSQL.
     */
    toHaveReceived(operation: string, expected?: Omit<Expected, "operation">): R;
  }
}
