import type { Json, JsonObject, Operation } from "../../../contracts/index.ts";
import type { Clock } from "../../model/clock.ts";
import type { MockRequest } from "../../model/exchange.ts";
import type { Refusal } from "../../model/problem.ts";
import type { Input } from "../../calls/input.ts";
import type { Awaitable } from "../../state/store.ts";

/** A rule of somebody's own, in front of what operations do by themselves. */
export interface CustomBehaviour {
  /** What it is called where something is said of it. */
  readonly id: string;
  /** Which operations follow it: "operationId", "api/operationId" or "METHOD /path/{template}". */
  readonly operations: readonly string[];
  /** Answers a call that the contract allows: in place of the mock, or before and after `next`, which is the mock. */
  handle(call: CustomCall, next: Next): Awaitable<Reply | Refusal>;
}

/** What the mock does by itself, with the input that came or another one. */
export type Next = (input?: Input) => Promise<Reply | Refusal>;

/** A request that has been read, checked and admitted. */
export interface CustomCall {
  readonly operation: Operation;
  readonly request: MockRequest;
  /** Parameters by name, and the body. */
  readonly input: Input;
  /** Whose call it is. */
  readonly organization: string;
  /** The organization's time; nothing else may be asked what time it is. */
  readonly clock: Clock;
  /** The platform's seed: what is made up shall be the same for the same seed. */
  readonly seed: string;
  /** What the mock keeps for the organization. */
  readonly state: CustomState;
  /** What the behaviour itself remembers of the organization, until that is reset. */
  readonly memory: Map<string, unknown>;
}

/**
 * The resources of one organization. A collection is a path without the id: "/v1/entity/contact". What is handed
 * out is frozen; what is given is copied.
 */
export interface CustomState {
  read(collection: string, id: string): Promise<JsonObject | undefined>;
  /** All resources of a collection, in the order of creation. */
  list(collection: string): Promise<readonly JsonObject[]>;
  /** Replaces a resource by what becomes of it, at once; null takes it away. */
  change(
    collection: string,
    id: string,
    step: (current: JsonObject | undefined) => JsonObject | null,
  ): Promise<JsonObject | null>;
}

/** What a call is answered with, frozen where `next` answers it; the contract decides on status and form, and what it has no place for is left out. */
export interface Reply {
  readonly value?: Json;
  /** The resources that a list shows, in place of a value. */
  readonly items?: readonly JsonObject[];
  /** What stands beside them. */
  readonly envelope?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A behaviour, typed.
 *
 * @example
 * const oneAtATime = behaviour({
 *   id: "one-order-at-a-time",
 *   operations: ["createOrder"],
 *   async handle({ state }, next) {
 *     const orders = await state.list("/v1/order");
 *     return orders.length > 0 ? { refused: "There already is an order", status: 409 } : next();
 *   },
 * });
 */
export function behaviour(custom: CustomBehaviour): CustomBehaviour {
  return custom;
}
