import type { Contract, Operation } from "../../contracts/index.ts";
import type { MockRequest, MockResponse } from "../exchange.ts";
import type { Refusal } from "../problem.ts";
import type { WeatherParameter } from "./parameters.ts";

/** Which calls a weather strikes; all, always, if nothing is said. */
export interface Scope {
  /** Operations by "operationId", "api/operationId" or "METHOD /path/{template}". */
  readonly operations?: readonly string[];
  /** How likely it strikes a call, from 0 to 1. */
  readonly probability?: number;
  /** How often it strikes at most. */
  readonly times?: number;
}

/** A call that a weather strikes. */
export interface Moment<Setting> {
  readonly setting: Setting;
  readonly contract: Contract;
  readonly operation: Operation;
  readonly request: MockRequest;
  /** The how-manieth call of the operation it is, from 1. */
  readonly count: number;
  /** The platform's seed: for what shall be the same in every call. */
  readonly seed: string;
  /** A number from 0 up to 1 that is the same each time that the same calls are made; each name has its own. */
  chance(name: string): number;
}

/** Something that may go wrong on purpose. */
export interface Weather<Setting extends { readonly id: string }> {
  readonly id: Setting["id"];
  /** For the help of the command line: the form in which it is written there, and what it does. */
  readonly usage: readonly [form: string, summary: string];
  /** What may be set of it, beside its scope. */
  readonly parameters: Readonly<Record<Exclude<keyof Setting, "id">, WeatherParameter>>;
  /** What stands behind "=" on the command line; undefined where that makes no sense. */
  read(text: string | undefined): Omit<Setting, "id"> | undefined;
  /** What the call is refused with, before anything of it is carried out. */
  refuse?(moment: Moment<Setting>): Refusal | undefined;
  /** What is sent in place of a response; undefined where the weather finds nothing to do. */
  change?(response: MockResponse, moment: Moment<Setting>): MockResponse | undefined;
}
