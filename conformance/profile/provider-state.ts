import type { WireResponse } from "../model/exchange.ts";
import type { Contract, EnumPolicy, JsonObject, Operation } from "../../contracts/index.ts";
import type { Citations } from "../model/citations.ts";
import type { Control, PactWorld } from "../target/mock-control.ts";

/** Fixtures by name. */
interface NamedFixtures {
  readonly names: readonly string[];
  /** State in the format of the control API. */
  stateOf(name: string): JsonObject;
}

/** Names that provider states can refer to. */
export interface KnownNames {
  readonly contracts: readonly Contract[];
  readonly fixtures: NamedFixtures;
  /** Ids of the faults. */
  readonly faults: readonly string[];
  /** Cites clauses in findings, adds states, and decides about enums. Default: no clauses and states, closed enums. */
  readonly profile?: Citations & { readonly enums?: EnumPolicy; readonly states?: readonly ProviderState[] };
  /** Event type that a call of the operation causes. */
  eventOf(operation: Operation): string;
}

/** Context in which a state is set up. */
export interface StateContext extends KnownNames {
  readonly world: PactWorld;
  readonly control: Control;
  /** Calls an operation, with parameters by name and the body as `body`. Missing required values are generated. */
  call(contract: Contract, operation: Operation, given: JsonObject): Promise<WireResponse>;
}

/** State that a provider can be put into. */
export interface ProviderState {
  /** Name of the state. Words in braces are variables. */
  readonly form: string;
  /** Description in one line. */
  readonly about: string;
  /** Description of the parameters. */
  readonly params?: string;
  /** Set for an event, which follows after all other states. */
  readonly isEvent?: true;
  /** Sets up the state. Its result is available to generators of the pact. */
  set(setting: StateContext, words: Readonly<Record<string, string>>, params: JsonObject): Promise<JsonObject | void>;
  /** Event type, if the state is an event. */
  event?(known: KnownNames, words: Readonly<Record<string, string>>): string | undefined;
  /** Problem with the variables, such as an unknown collection. Undefined if there is none. */
  problem?(known: KnownNames, words: Readonly<Record<string, string>>): string | undefined;
}

/** Variables of a form in a name. Undefined if the name has another form. */
export function matchStateForm(form: string, name: string): Record<string, string> | undefined {
  const source = form.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{(\w+)\}/g, "(?<$1>.+)");
  const match = new RegExp(`^${source}$`, "i").exec(name.trim());
  return match ? { ...match.groups } : undefined;
}
