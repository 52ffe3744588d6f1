import type { Operation } from "../../contracts/index.ts";
import type { Answer, Call, Handler } from "../calls/call.ts";
import type { Refusal } from "../model/problem.ts";
import type { Awaitable } from "../state/store.ts";

/** A request whose organization is known, and of which nothing has been read yet. */
export type Arrival = Omit<Call, "contract" | "input">;

/** A rule of a provider that its contract does not express, bound to operations by name. */
export interface Behaviour {
  readonly id: string;
  /** Section of the provider's specification that states the rule. */
  readonly section?: string;
  /** "<api>/<operationId>" of each operation that follows the rule. Where none of them is served, there is no rule. */
  readonly operations: readonly string[];
  /** Which operations follow it beside those that are named: of any API. */
  readonly others?: (operation: Operation) => boolean;
  /** Set where a protocol defines what the operations take, so that their constraints refuse though a contract assumes them. */
  readonly isProtocol?: true;
  /** Turns away a request to any operation, before it is read. Answers at once where it has nothing to look up. */
  readonly admit?: (arrival: Arrival) => Awaitable<Refusal | undefined>;
  /** Counts a request to one of its operations, and refuses it, before anything of it is read: invalid ones as well. */
  readonly arrive?: (arrival: Pick<Arrival, "operation" | "world" | "now">) => Refusal | undefined;
  /** Carries out a call, before, after or instead of what the operation would do by its role. */
  handle?(call: Call, next: Handler): Awaitable<Answer | Refusal>;
}

/** Whether an operation follows a behaviour's rule. */
export function follows({ operations, others }: Behaviour, operation: Operation): boolean {
  return operations.includes(`${operation.api}/${operation.id}`) || others?.(operation) === true;
}

/** Binds a behaviour's rule in front of a handler. */
export function following(behaviour: Behaviour, next: Handler): Handler {
  return behaviour.handle ? (call) => behaviour.handle?.(call, next) ?? next(call) : next;
}

/** Why a request is turned away, before it is read; answers at once where nobody has to look. */
export type Admission = (arrival: Arrival) => Awaitable<Refusal | undefined>;

/** By the first behaviour that turns a request away; nothing where none ever does. */
export function admission(behaviours: readonly Behaviour[]): Admission | undefined {
  const admits = behaviours.flatMap(({ admit }) => admit ?? []);
  if (admits.length < 2) return admits[0];
  return async (arrival) => {
    for (const admit of admits) {
      const refusal = await admit(arrival);
      if (refusal) return refusal;
    }
    return undefined;
  };
}
