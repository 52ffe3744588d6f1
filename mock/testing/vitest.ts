import { expect } from "vitest";
import type { Expected } from "../journal/index.ts";
import { toHaveReceived } from "./to-have-received.ts";

export { type FaultFixtures, type FaultSelection, forEachFault } from "./for-each-fault.ts";
export { type MockFixtures, createTest } from "./fixture.ts";

// Importing this file adds the matchers to Vitest's expect.
expect.extend({ toHaveReceived });

declare global {
  // Vitest adds these to what `expect()` returns. Its own interface for matchers has other type parameters in each
  // major version.
  namespace Chai {
    interface Assertion {
      /**
       * Passes if the mock or organization received the operation at least once, or exactly `times` times, in requests
       * with the members that `query`, `headers` and `body` name. A promise if the mock shares its state in PostgreSQL.
       */
      toHaveReceived(operation: string, expected?: Omit<Expected, "operation">): void;
    }
  }
}
