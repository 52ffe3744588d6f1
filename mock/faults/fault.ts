import type { Contract, EnumPolicy, Json, JsonObject, Operation, Route } from "../../contracts/index.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { Refusal } from "../model/problem.ts";
import type { Message } from "./deliveries/message.ts";
import type { FaultOption } from "./option.ts";
import { type FaultTarget, scopeOptions } from "./scope.ts";

/** Options of a fault by name, apart from those of its scope. */
export type FaultOptions = Readonly<Record<string, FaultOption>>;

type ValueOf<Option> = Option extends FaultOption<infer Value> ? Value : never;

type WithPresence<Options, Presence> = {
  readonly [
    Name in keyof Options as Options[Name] extends FaultOption<unknown, infer Its>
      ? Its extends Presence
        ? Name
        : never
      : never
  ]: ValueOf<Options[Name]>;
};

/** Setting with these options, as a user writes it. */
export type SettingWith<Id, Options> = { readonly id: Id } & WithPresence<Options, "required"> &
  Partial<WithPresence<Options, "default" | "optional">>;

/** The same setting with its default values. */
type CompleteSetting<Id, Options> = { readonly id: Id } & WithPresence<Options, "required" | "default"> &
  Partial<WithPresence<Options, "optional">>;

/** Setting of any fault, before it is checked. */
export interface AnySetting {
  readonly id: string;
  readonly [option: string]: unknown;
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
  /** Decides about enums that do not say whether values may be added. */
  readonly enums: EnumPolicy;
}

/** A call that a fault affects. */
export interface AffectedCall<Setting> extends AffectedDelivery<Setting> {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly request: MockRequest;
  /** Time of the operation's first call since the fault was set, and that of this one, by the organization's clock. */
  readonly firstAt: number;
  readonly now: number;
  /** Counts something, such as the uses of a token, across all operations. Returns its ordinal, from 1. */
  countOf(name: string): number;
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

/** Effects of a fault on calls. */
export interface CallEffects<Setting> {
  /** Refuses the call before any of it is carried out. */
  refuse?(call: AffectedCall<Setting>): Refusal | undefined;
  /** Returns the changed response, or undefined if there is nothing to change. */
  change?(response: MockResponse, call: AffectedCall<Setting>): MockResponse | undefined;
  /** Id of a new item in place of the generated one. */
  idOf?(id: string): string;
  /** Restores the original of a request value that this fault had replaced. The schema's pointer is in the contract. */
  restore?(contract: Contract, pointer: string, sent: Json, seed: string): Json;
}

/** Effects of a fault on deliveries. The endpoint always receives the correct message in the end. */
interface MessageEffects<Setting> {
  /** Returns the changed event, before it is signed, or undefined if there is nothing to change. */
  alter?(message: Message, delivery: AffectedDelivery<Setting>): JsonObject | undefined;
  /** Delays the first attempt. */
  hold?(delivery: AffectedDelivery<Setting>): Hold;
  /** Sends an attempt signed with foreign keys first. */
  readonly isForged?: true;
  /** Sends copies after the endpoint has accepted the message. */
  repeat?(delivery: AffectedDelivery<Setting>): Repeat;
}

/** The operations of the mock that a consumer is tested against. */
export interface Served {
  readonly contracts: readonly Contract[];
  readonly routes: readonly Route[];
}

/** A run of a consumer's tests under the fault, for `concord consumer`. */
interface ConsumerRun {
  readonly name: string;
  readonly about: string;
  /** Set if a correct client may fail its tests: then its calls alone are judged. */
  readonly isJudgedByCalls?: true;
  settings(served: Served): readonly AnySetting[];
}

/** Definition of a fault, apart from its effects. */
interface FaultDefinition<Id extends string, Options extends FaultOptions> {
  readonly id: Id;
  /** Examples of the form on the command line. */
  readonly forms: readonly [string, ...string[]];
  /** One sentence for `--help` and the reference. */
  readonly summary: string;
  readonly options: Options;
  /** Option that the value after "=" on the command line sets. */
  readonly argument?: keyof Options & string;
  /** Parses the value after "=", where it sets more than one option. Returns undefined if the value is invalid. */
  parseArgument?(text: string): AnyOptions | undefined;
  /** Reason why the fault changes nothing that the contracts describe. Undefined if it may change something. */
  idleReason?(contracts: readonly Contract[], enums: EnumPolicy): string | undefined;
  /** Runs of `concord consumer` under this fault. */
  readonly consumerRuns?: readonly ConsumerRun[];
}

type AnyOptions = Readonly<Record<string, unknown>>;

/** A fault of calls. */
export interface CallFault<Id extends string = string, Options extends FaultOptions = FaultOptions>
  extends FaultDefinition<Id, Options>, CallEffects<CompleteSetting<Id, Options>> {
  readonly affects: "calls";
}

/** A fault of deliveries. */
export interface DeliveryFault<Id extends string = string, Options extends FaultOptions = FaultOptions>
  extends FaultDefinition<Id, Options>, MessageEffects<CompleteSetting<Id, Options>> {
  readonly affects: "deliveries";
}

/** A fault that changes the contents of responses and of events. */
export interface ContentFault<Id extends string = string, Options extends FaultOptions = FaultOptions>
  extends
    FaultDefinition<Id, Options>,
    CallEffects<CompleteSetting<Id, Options>>,
    MessageEffects<CompleteSetting<Id, Options>> {
  readonly affects: "both";
}

export type Fault = CallFault | DeliveryFault | ContentFault;

/** Defines a fault of calls. */
export function callFault<const Id extends string, Options extends FaultOptions>(
  fault: Omit<CallFault<Id, Options>, "affects">,
): CallFault<Id, Options> {
  return { ...fault, affects: "calls" };
}

/** Defines a fault of deliveries. */
export function deliveryFault<const Id extends string, Options extends FaultOptions>(
  fault: Omit<DeliveryFault<Id, Options>, "affects">,
): DeliveryFault<Id, Options> {
  return { ...fault, affects: "deliveries" };
}

/** Defines a fault of the contents of responses and of events. */
export function contentFault<const Id extends string, Options extends FaultOptions>(
  fault: Omit<ContentFault<Id, Options>, "affects">,
): ContentFault<Id, Options> {
  return { ...fault, affects: "both" };
}

/** All options of a fault, those of its scope included. */
export function mergeOptions({ options, affects }: { options: FaultOptions; affects: FaultTarget }): FaultOptions {
  return { ...options, ...scopeOptions[affects] };
}

/** One setting for each operation: `times` alone would count all calls of a run together. */
export function onceEach({ routes }: Served, setting: AnySetting): readonly AnySetting[] {
  return routes.map(({ api, id }) => ({ ...setting, operations: [`${api}/${id}`], times: 1 }));
}
