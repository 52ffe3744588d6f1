import type { Json, JsonObject, Operation } from "../../../contracts/index.ts";
import type { Clock } from "../../model/clock.ts";
import type { MockRequest } from "../../model/exchange.ts";
import type { Refusal } from "../../model/problem.ts";
import type { Input } from "../../calls/input.ts";
import type { Awaitable } from "../../model/awaitable.ts";

/** A behaviour that the user of the mock defines. It wraps the default handlers of operations. */
export interface CustomBehaviour {
  /** Name of the behaviour in messages. */
  readonly id: string;
  /** Operations that the behaviour handles: "operationId", "api/operationId" or "METHOD /path/{template}". */
  readonly operations: readonly string[];
  /** Handles a valid call. Call `next` for the mock's own reply, or return another one. */
  handle(call: CustomCall, next: Next): Awaitable<Reply | Refusal>;
}

/** Returns the mock's own reply, for the input of the call or for another input. */
export type Next = (input?: Input) => Promise<Reply | Refusal>;

/** Request that was read, validated and admitted. */
export interface CustomCall {
  readonly operation: Operation;
  readonly request: MockRequest;
  /** Parameters by name, and the body of the request. */
  readonly input: Input;
  /** Name of the organization that the request acts for. */
  readonly organization: string;
  /** Clock of the organization. Do not use any other clock. */
  readonly clock: Clock;
  /** Seed of the platform. Derive generated values from it, so that the same seed gives the same values. */
  readonly seed: string;
  /** Resources of the organization. */
  readonly state: CustomState;
  /** Memory of the behaviour for the organization. A reset of the organization clears it. */
  readonly memory: Map<string, unknown>;
}

/**
 * The resources of one organization. A collection is a path without the id: "/v1/entity/contact". Returned resources
 * are frozen, and stored resources are copied.
 */
export interface CustomState {
  read(collection: string, id: string): Promise<JsonObject | undefined>;
  /** All resources of a collection, in the order of creation. */
  list(collection: string): Promise<readonly JsonObject[]>;
  /** Replaces a resource by the result of `step`, atomically. Null deletes the resource. */
  change(
    collection: string,
    id: string,
    step: (current: JsonObject | undefined) => JsonObject | null,
  ): Promise<JsonObject | null>;
}

/**
 * Reply to a call. The contract determines its status code and media type, and undocumented properties are omitted.
 * A reply of `next` is frozen.
 */
export interface Reply {
  readonly value?: Json;
  /** Resources of a list, instead of `value`. */
  readonly items?: readonly JsonObject[];
  /** Members of a list's body beside the items, such as a total. */
  readonly envelope?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Returns the behaviour unchanged. TypeScript infers its types.
 *
 * @example
 * const oneAtATime = behaviour({
 *   id: "one-order-at-a-time",
 *   operations: ["createOrder"],
 *   async handle({ state }, next) {
 *     const orders = await state.list("/v1/order");
 *     return orders.length > 0 ? { refused: "An order already exists", status: 409 } : next();
 *   },
 * });
 */
export function behaviour(custom: CustomBehaviour): CustomBehaviour {
  return custom;
}
