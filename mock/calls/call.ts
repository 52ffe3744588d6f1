import type { SentFile } from "../model/sent-file.ts";
import type { Stored } from "../state/stored.ts";
import type { Contract, Json, JsonObject, Operation } from "../../contracts/index.ts";
import type { StoredClock } from "../model/clock.ts";
import type { Deliveries } from "./deliveries.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { WritableJournal } from "../journal/index.ts";
import type { Limits } from "./limits.ts";
import type { Refusal } from "../model/problem.ts";
import type { Input } from "./input.ts";
import type { Store } from "../state/store.ts";
import type { Awaitable } from "../model/awaitable.ts";
import type { FaultController } from "../faults/index.ts";

/** Everything of one organization except its resources. A reset clears it. */
export interface World {
  readonly organization: string;
  /** Clock of the organization: the platform's, unless it was advanced or stopped for this organization. */
  readonly clock: StoredClock;
  /** Exchanges of the organization. */
  readonly journal: WritableJournal;
  /** Memory of behaviours. */
  readonly memory: Map<string, unknown>;
  /** Values that were read from the state, by name. Dropped when the organization changes. */
  readonly cache: Map<string, unknown>;
  /**
   * Runs a change of the clock, the faults or the limits on what all processes share, one at a time. Undefined if no
   * other process shares the organization: then it can be changed at once.
   */
  readonly exclusively: (<T>(change: () => T) => Promise<T>) | undefined;
  /** Faults of the organization. */
  readonly faults: FaultController;
  /** Rate limits of the organization. */
  readonly limits: Limits;
  /** Deliveries of its webhooks. Created on first use, because most organizations have no webhooks. */
  deliveries(): Deliveries;
}

/** Request that was read, validated and admitted. */
export interface Call {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly request: MockRequest;
  /** Path of the request, without the query. */
  readonly path: string;
  readonly world: World;
  readonly input: Input;
  readonly store: Store;
  /** Time of the call by the organization's clock, in milliseconds since 1970. */
  readonly now: number;
  readonly seed: string;
}

/** Outcome of a call. The contract decides its status and form. */
export interface Answer {
  /** Value of the body. It is made to fit the documented schema. */
  readonly value?: Json | undefined;
  /** True if an operation that usually replaces an item created it: PUT of a new item. */
  readonly isNew?: boolean;
  /** Form of a body that can show the value as it is. Undefined if the value has to be made to fit. */
  readonly fitting?: FittingValue | undefined;
  /** Resource in the body, so that an unchanged one need not be serialized again. */
  readonly stored?: Stored;
  /** Example item in the body, which is not stored: an unchanged one need not be serialized again, either. */
  readonly shown?: Stored;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Note for the client about the answer: value of the header Concord-Note. */
  readonly note?: string;
  /** Resources that the body lists, instead of `value`. */
  readonly page?: ListPage;
  /** Body that is not JSON, instead of `value`. */
  readonly content?: Pick<SentFile, "type" | "bytes">;
  /** Complete response of another protocol, such as GraphQL. It replaces all other members. */
  readonly whole?: MockResponse;
  /** Default time of timestamps in the body, in milliseconds since 1970. */
  readonly now?: number;
}

/** Value that is valid against the schema of a body. */
export interface FittingValue {
  readonly value: Json;
  /** Identity of the schema: the target of its `$ref`, or its own pointer. */
  readonly form: string;
}

/** Page of a collection, and its envelope. */
export interface ListPage {
  readonly items: readonly Stored[];
  /** Members beside the items. */
  readonly envelope: JsonObject;
}

/** Handles a call, or refuses it. */
export type Handler = (call: Call) => Awaitable<Answer | Refusal>;
