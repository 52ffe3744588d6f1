import type { WireResponse } from "../model/wire-message.ts";
import type { Contract, JsonObject, Operation } from "../../contracts/index.ts";
import type { Citations } from "../model/citations.ts";
import type { Control, PactWorld } from "../target/mock-control.ts";

/** Organizations that are written down, by name. */
interface NamedFixtures {
  readonly names: readonly string[];
  /** As the control API takes it. */
  stateOf(name: string): JsonObject;
}

/** What states can be about. */
export interface Known {
  readonly contracts: readonly Contract[];
  readonly fixtures: NamedFixtures;
  /** Ids of the faults that can be set. */
  readonly faults: readonly string[];
  /** Cites clauses in findings, and adds states. Default: neither. */
  readonly profile?: Citations & { readonly states?: readonly ProviderState[] };
  /** The type of the event that an operation is when it is called. */
  eventOf(operation: Operation): string;
}

/** Where a state is set up. */
export interface Setting extends Known {
  readonly world: PactWorld;
  readonly control: Control;
  /** Calls an operation in the world; parameters by name, and the body as `body`. What is needed and not given is made up. */
  call(contract: Contract, operation: Operation, given: JsonObject): Promise<WireResponse>;
}

/** A state that a provider can be brought into. */
export interface ProviderState {
  /** What it is called; words in braces stand for what differs. */
  readonly form: string;
  /** One line: what is so then. */
  readonly about: string;
  /** What its parameters are. */
  readonly params?: string;
  /** Whether something happens: it comes after all that merely is. */
  readonly happens?: true;
  /** Brings the world there. What it answers can stand in a request (a generator of the pact names it). */
  set(setting: Setting, words: Readonly<Record<string, string>>, params: JsonObject): Promise<JsonObject | void>;
  /** The type of the event that it is, where it is one. */
  event?(known: Known, words: Readonly<Record<string, string>>): string | undefined;
  /** What is wrong with the words, such as a collection that there is not; nothing where they mean something. */
  problem?(known: Known, words: Readonly<Record<string, string>>): string | undefined;
}

/** The words that a name has in the places of a form; nothing where it is of another one. */
export function wordsIn(form: string, name: string): Record<string, string> | undefined {
  const source = form.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{(\w+)\}/g, "(?<$1>.+)");
  const match = new RegExp(`^${source}$`, "i").exec(name.trim());
  return match ? { ...match.groups } : undefined;
}
