import type { Answer, Call, Handler } from "../call.ts";
import type { Refusal } from "../problem.ts";
import type { Awaitable } from "../state/store.ts";

/** A rule of the platform that its contract alone does not tell, bound to operations by name. */
export interface Behaviour {
  readonly id: string;
  /** The section of the specification that states it. */
  readonly section: string;
  /** "<api>/<operationId>" of each operation that follows the rule. */
  readonly operations: readonly string[];
  /** Carries out a call, before, after or instead of what the operation would do by its role. */
  handle(call: Call, next: Handler): Awaitable<Answer | Refusal>;
}

/** Binds a behaviour's rule in front of a handler. */
export function following(behaviour: Behaviour, next: Handler): Handler {
  return (call) => behaviour.handle(call, next);
}
