import type { Contract, Json, JsonObject, Operation } from "../../contracts/index.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { Refusal } from "../model/problem.ts";
import type { Message } from "./deliveries/message.ts";
import type { FaultParameter } from "./parameters.ts";

interface Frequency {
  /** Probability that the fault affects a call or a delivery, from 0 to 1. */
  readonly probability?: number;
  /** Maximum number of calls and deliveries that the fault affects. */
  readonly times?: number;
}

/** Selects the calls that a fault affects. Without a scope, it affects every call. */
export interface CallScope extends Frequency {
  /** Operations by "operationId", "api/operationId" or "METHOD /path/{template}". */
  readonly operations?: readonly string[];
}

/** Selects the deliveries that a fault affects. Without a scope, it affects every delivery. */
export interface DeliveryScope extends Frequency {
  /** Event types, such as "meter.created". */
  readonly events?: readonly string[];
  /** The ids of webhooks. */
  readonly webhooks?: readonly string[];
}

/** One occurrence of a fault. */
export interface Occurrence {
  /** Ordinal of the call of its operation, or of the delivery to its webhook, from 1. */
  readonly count: number;
  /** A number from 0 up to 1. It is the same for the same seed and the same calls; each name has its own. */
  chance(name: string): number;
}

/** A delivery that a fault affects. */
export interface AffectedDelivery<Setting> extends Occurrence {
  readonly setting: Setting;
  /** The platform's seed. Generated values derive from it. */
  readonly seed: string;
}

/** A call that a fault affects. */
export interface AffectedCall<Setting> extends AffectedDelivery<Setting> {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly request: MockRequest;
}

/** Delay of a message before its first attempt. */
export interface Hold {
  /** Maximum delay, by the organization's clock. */
  readonly milliseconds: number;
  /** Messages held for one endpoint are sent once there are `size` of them, ordered by rank. */
  readonly window?: { readonly size: number; readonly rank: number };
}

/** Copies of a message that its endpoint has accepted. */
export interface Repeat {
  readonly copies: number;
  /** Delay of each copy after the attempt before it, by the organization's clock. */
  readonly milliseconds: number;
}

/** A kind of fault: an entry of the catalogue. */
interface FaultKind<Setting extends { readonly id: string }> {
  readonly id: Setting["id"];
  /** Form on the command line and a one-line summary, for --help. */
  readonly usage: readonly [form: string, summary: string];
  /** Parameters of the fault, apart from its scope. */
  readonly parameters: Readonly<Record<Exclude<keyof Setting, "id">, FaultParameter>>;
  /** Parses the value after "=" on the command line. Returns undefined if the value is invalid. */
  read(text: string | undefined): Omit<Setting, "id"> | undefined;
}

/** A fault of calls. */
export interface CallFault<Setting extends { readonly id: string }> extends FaultKind<Setting> {
  readonly affects: "calls" | "both";
  /** Refuses the call before any of it is carried out. */
  refuse?(call: AffectedCall<Setting>): Refusal | undefined;
  /** Returns the changed response, or undefined if there is nothing to change. */
  change?(response: MockResponse, call: AffectedCall<Setting>): MockResponse | undefined;
  /** Restores the original of a request value that this fault had replaced. The schema's pointer is in the contract. */
  restore?(contract: Contract, pointer: string, sent: Json, seed: string): Json;
}

/** A fault of deliveries. The endpoint always receives the correct message in the end. */
export interface DeliveryFault<Setting extends { readonly id: string }> extends FaultKind<Setting> {
  readonly affects: "deliveries" | "both";
  /** Returns the changed event, before it is signed, or undefined if there is nothing to change. */
  alter?(message: Message, delivery: AffectedDelivery<Setting>): JsonObject | undefined;
  /** Delays the first attempt. */
  hold?(delivery: AffectedDelivery<Setting>): Hold;
  /** Sends an attempt signed with foreign keys first. */
  readonly isForged?: true;
  /** Sends copies after the endpoint has accepted the message. */
  repeat?(delivery: AffectedDelivery<Setting>): Repeat;
}

/** A fault that changes the contents of responses and of events. */
export type ContentFault<Setting extends { readonly id: string }> = CallFault<Setting> &
  DeliveryFault<Setting> & { readonly affects: "both" };

export type Fault<Setting extends { readonly id: string }> = CallFault<Setting> | DeliveryFault<Setting>;
