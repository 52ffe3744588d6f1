import type { Contract, Json, JsonObject, Operation } from "../../contracts/index.ts";
import type { MockRequest, MockResponse } from "../messages/exchange.ts";
import type { Refusal } from "../messages/problem.ts";
import type { Message } from "./deliveries/message.ts";
import type { WeatherParameter } from "./parameters.ts";

interface Odds {
  /** How likely it strikes a call or a delivery, from 0 to 1. */
  readonly probability?: number;
  /** How often it strikes at most. */
  readonly times?: number;
}

/** Which calls a weather strikes; all, always, if nothing is said. */
export interface CallScope extends Odds {
  /** Operations by "operationId", "api/operationId" or "METHOD /path/{template}". */
  readonly operations?: readonly string[];
}

/** Which deliveries a weather strikes; all, always, if nothing is said. */
export interface DeliveryScope extends Odds {
  /** Event types, such as "meter.created". */
  readonly events?: readonly string[];
  /** The ids of webhooks. */
  readonly webhooks?: readonly string[];
}

/** The how-manieth call of its operation, or delivery to its webhook, a weather strikes. */
export interface Encounter {
  /** From 1. */
  readonly count: number;
  /** A number from 0 up to 1 that is the same each time that the same happens; each name has its own. */
  chance(name: string): number;
}

/** A delivery that a weather strikes. */
export interface DeliveryMoment<Setting> extends Encounter {
  readonly setting: Setting;
  /** The platform's seed: for what shall be the same each time. */
  readonly seed: string;
}

/** A call that a weather strikes. */
export interface Moment<Setting> extends DeliveryMoment<Setting> {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly request: MockRequest;
}

/** How a message is held back. */
export interface Hold {
  /** How long at most, by the organization's clock. */
  readonly milliseconds: number;
  /** The messages that are held back for one endpoint go on once there are `size` of them, by rank. */
  readonly window?: { readonly size: number; readonly rank: number };
}

/** How a message that its endpoint has taken comes again. */
export interface Repeat {
  readonly copies: number;
  /** How long after the one before, by the organization's clock. */
  readonly milliseconds: number;
}

/** Something that may go wrong on purpose. */
interface Kind<Setting extends { readonly id: string }> {
  readonly id: Setting["id"];
  /** For the help of the command line: the form in which it is written there, and what it does. */
  readonly usage: readonly [form: string, summary: string];
  /** What may be set of it, beside its scope. */
  readonly parameters: Readonly<Record<Exclude<keyof Setting, "id">, WeatherParameter>>;
  /** What stands behind "=" on the command line; undefined where that makes no sense. */
  read(text: string | undefined): Omit<Setting, "id"> | undefined;
}

/** What may go wrong with a call. */
export interface CallWeather<Setting extends { readonly id: string }> extends Kind<Setting> {
  readonly strikes: "calls" | "both";
  /** What the call is refused with, before anything of it is carried out. */
  refuse?(moment: Moment<Setting>): Refusal | undefined;
  /** What is sent in place of a response; undefined where the weather finds nothing to do. */
  change?(response: MockResponse, moment: Moment<Setting>): MockResponse | undefined;
  /** What a value of a request stands for that is as this weather had shown it; the schema's pointer is of the contract. */
  meant?(contract: Contract, pointer: string, sent: Json, seed: string): Json;
}

/** What may go wrong with a delivery. Whatever it is, in the end the endpoint is sent the message as it should be. */
export interface DeliveryWeather<Setting extends { readonly id: string }> extends Kind<Setting> {
  readonly strikes: "deliveries" | "both";
  /** What the event is in place of itself, before it is signed; undefined where the weather finds nothing to do. */
  alter?(message: Message, moment: DeliveryMoment<Setting>): JsonObject | undefined;
  /** Before its first attempt. */
  hold?(moment: DeliveryMoment<Setting>): Hold;
  /** Whether an attempt that is signed with keys of somebody else goes before it. */
  readonly isForged?: true;
  /** After the endpoint has taken it. */
  repeat?(moment: DeliveryMoment<Setting>): Repeat;
}

/** What may be otherwise in responses and events alike. */
export type ContentWeather<Setting extends { readonly id: string }> = CallWeather<Setting> &
  DeliveryWeather<Setting> & { readonly strikes: "both" };

export type Weather<Setting extends { readonly id: string }> = CallWeather<Setting> | DeliveryWeather<Setting>;
