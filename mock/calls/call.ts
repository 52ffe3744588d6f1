import type { SentFile } from "../model/sent-file.ts";
import type { Stored } from "../state/stored.ts";
import type { Contract, Json, JsonObject, Operation } from "../../contracts/index.ts";
import type { Clock } from "../model/clock.ts";
import type { Deliveries } from "../model/organization-deliveries.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { WritableJournal } from "../journal/index.ts";
import type { Limits } from "./limits.ts";
import type { Refusal } from "../model/problem.ts";
import type { Input } from "./input.ts";
import type { Awaitable, Store } from "../state/store.ts";
import type { FaultController } from "../faults/index.ts";

/** What one organization has beside its resources, forgotten when it is reset. */
export interface World {
  readonly organization: string;
  /** Its time: the platform's, unless it was turned forward or stopped for this organization alone. */
  readonly clock: Clock;
  /** What went between it and the mock. */
  readonly journal: WritableJournal;
  /** What behaviours remember. */
  readonly memory: Map<string, unknown>;
  /** What goes wrong for it on purpose. */
  readonly faults: FaultController;
  /** How fast it may call. */
  readonly limits: Limits;
  /** What its webhooks are told; made when it is first asked for, since most worlds have no webhooks. */
  deliveries(): Deliveries;
}

/** A request that has been read, checked and admitted. */
export interface Call {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly request: MockRequest;
  /** The path as it came, without the query. */
  readonly path: string;
  readonly world: World;
  readonly input: Input;
  readonly store: Store;
  /** Milliseconds since 1970, by the world's clock. */
  readonly now: number;
  readonly seed: string;
}

/** What a call is answered with; the contract decides on status and form. */
export interface Answer {
  /** The body; it is made to fit what the contract documents. */
  readonly value?: Json;
  /** Whether it was made by what mostly changes what is there: PUT of something new. */
  readonly isNew?: boolean;
  /** Form of a body that can show the value as it is. Undefined if the value has to be made to fit. */
  readonly fitting?: FittingValue | undefined;
  /** The resource that the body shows, so that an unchanged one need not be written again. */
  readonly stored?: Stored;
  readonly headers?: Readonly<Record<string, string>>;
  /** The resources that the body lists, in place of a value. */
  readonly page?: ListPage;
  /** What the body is where that is no JSON, in place of a value. */
  readonly content?: Pick<SentFile, "type" | "bytes">;
  /** A response that is written already, in place of all else: by a protocol of its own, such as GraphQL. */
  readonly whole?: MockResponse;
  /** When it was given, in milliseconds since 1970: for times in the body that nobody set. */
  readonly now?: number;
}

/** A value that matches the schema of a body. */
export interface FittingValue {
  readonly value: Json;
  /** Identifies the schema: where it refers to, or its own pointer. */
  readonly form: string;
}

/** A page of a collection, and the envelope that it goes into. */
export interface ListPage {
  readonly items: readonly Stored[];
  /** The members beside the items. */
  readonly envelope: JsonObject;
}

/** Carries out a call, or refuses it. */
export type Handler = (call: Call) => Awaitable<Answer | Refusal>;
