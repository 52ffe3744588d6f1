import type { Contract, Operation } from "../../contracts/index.ts";
/** When an exchange took place. */
export interface During {
  /** The property that was tried; nothing where it was on the way to one. */
  readonly property?: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
}

export interface About {
  readonly operation: Operation;
  readonly contract: Contract;
  readonly during: During;
}
