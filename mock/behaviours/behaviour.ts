import type { Operation } from "../../contracts/index.ts";
import type { Answer, Call, Handler } from "../calls/call.ts";
import type { Refusal } from "../model/problem.ts";
import type { Awaitable } from "../model/awaitable.ts";

/** A request whose organization is known. Its parameters and its body have not been read yet. */
export type UnreadCall = Omit<Call, "contract" | "input">;

/** A rule of a provider that its contract does not express, bound to operations by name. */
export interface Behaviour {
  readonly id: string;
  /** Section of the provider's specification that states the rule. */
  readonly section?: string;
  /** "<api>/<operationId>" of each operation that follows the rule. The rule does not apply if the mock serves none of them. */
  readonly operations: readonly string[];
  /** Selects further operations, of any API, that follow the rule. */
  readonly alsoFollows?: (operation: Operation) => boolean;
  /** Set if a protocol defines the requests of the operations. Violations of assumed constraints refuse them, too. */
  readonly isProtocol?: true;
  /** Refuses a request to any operation before it is read. Synchronous if no lookup is needed. */
  readonly admit?: (call: UnreadCall) => Awaitable<Refusal | undefined>;
  /** Counts a request to one of its operations before it is read, and may refuse it. Counts invalid requests, too. */
  readonly countArrival?: (call: Pick<UnreadCall, "operation" | "world" | "now">) => Awaitable<Refusal | undefined>;
  /** Handles a call before, after or instead of the default handler of the operation. */
  handle?(call: Call, next: Handler): Awaitable<Answer | Refusal>;
}

/** True if an operation follows the rule of a behaviour. */
export function follows({ operations, alsoFollows }: Behaviour, operation: Operation): boolean {
  return operations.includes(`${operation.api}/${operation.id}`) || alsoFollows?.(operation) === true;
}

/** Wraps a handler in a behaviour. */
export function withBehaviour(behaviour: Behaviour, next: Handler): Handler {
  if (behaviour.handle) return (call) => behaviour.handle?.(call, next) ?? next(call);
  return next;
}

/** Returns the refusal of a request, or undefined if the request is admitted. Synchronous if no lookup is needed. */
export type AdmitCall = (call: UnreadCall) => Awaitable<Refusal | undefined>;

/** Combines the `admit` methods of all behaviours: the first refusal applies. Undefined if no behaviour has one. */
export function combineAdmissions(behaviours: readonly Behaviour[]): AdmitCall | undefined {
  const admits = behaviours.flatMap(({ admit }) => admit ?? []);
  if (admits.length < 2) return admits[0];
  return async (call) => {
    for (const admit of admits) {
      const refusal = await admit(call);
      if (refusal) return refusal;
    }
    return undefined;
  };
}
