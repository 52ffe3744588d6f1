import { expect } from "vitest";
import type { Expected } from "../journal/index.ts";
import { toHaveReceived } from "./to-have-received.ts";

export { type FaultFixtures, type FaultSelection, forEachFault } from "./for-each-fault.ts";
export { type MockFixtures, createTest } from "./fixture.ts";

// To be imported also for what it does: from then on, Vitest's expect has the matchers.
expect.extend({ toHaveReceived });

declare module "vitest" {
  // Its parameters must be those that Vitest declares.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** That the mock, or an organization of it, received an operation: at least once, or `times` times. */
    toHaveReceived(operation: string, expected?: Omit<Expected, "operation">): R;
  }
}
