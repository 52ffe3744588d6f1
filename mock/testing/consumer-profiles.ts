import type { Contract, Operation } from "../../contracts/index.ts";
import { servedRoutes } from "../graphql/index.ts";
import type { CallSetting, FaultSetting } from "../faults/catalogue.ts";

/** A named set of faults that consumers are tested under. */
export interface ConsumerProfile {
  readonly name: string;
  /** One-line description. */
  readonly about: string;
  /** Section of the provider's specification about these faults, if there is one. */
  readonly section?: string;
  /** True if the specification obliges consumers to survive them. The others happen in every network. */
  readonly isObliged: boolean;
  /** The fault settings, for a mock of these contracts. */
  faults(contracts: readonly Contract[]): readonly FaultSetting[];
}

/** The catalogue, with the profile without faults first. "Once" means once for each operation. */
export const consumerProfiles: readonly [ConsumerProfile, ...ConsumerProfile[]] = [
  { name: "none", about: "nothing goes wrong", isObliged: false, faults: () => [] },
  {
    name: "unknown-enum",
    about: "open enums have values that no contract lists",
    section: "9.6",
    isObliged: true,
    faults: () => [{ id: "unknown-enum" }],
  },
  {
    name: "unknown-field",
    about: "open objects have fields that no contract names",
    section: "9.2",
    isObliged: true,
    faults: () => [{ id: "unknown-field" }],
  },
  {
    name: "429-once",
    about: "each operation's first call gets 429, with Retry-After",
    section: "7",
    isObliged: false,
    faults: () => [{ id: "fail-nth", n: 1, status: 429 }],
  },
  {
    name: "409-once",
    about: "each operation's first call gets 409, if it documents that",
    section: "7",
    isObliged: false,
    faults: (contracts) => [{ id: "fail-nth", n: 1, status: 409, operations: withConflicts(contracts) }],
  },
  {
    name: "5xx-once",
    about: "each operation's first call gets 503 and is not carried out",
    isObliged: false,
    faults: () => [{ id: "fail-nth", n: 1, status: 503 }],
  },
  {
    name: "slow",
    about: "each operation's first response starts after one second and takes another second",
    isObliged: false,
    faults: (contracts) => [
      ...onceEach(contracts, { id: "latency", milliseconds: 1000 }),
      ...onceEach(contracts, { id: "slow", milliseconds: 1000 }),
    ],
  },
  {
    name: "reset",
    about: "each operation's first call is carried out, but a connection reset loses its response",
    isObliged: false,
    faults: (contracts) => onceEach(contracts, { id: "reset" }),
  },
  {
    name: "duplicate-webhooks",
    about: "each message to a webhook is delivered twice, with the same id",
    isObliged: false,
    faults: () => [{ id: "duplicate-deliveries" }],
  },
  {
    name: "reordered-webhooks",
    about: "two messages to a webhook are delivered in reverse order",
    isObliged: false,
    faults: () => [{ id: "reorder-deliveries", window: 2, milliseconds: 2000 }],
  },
];

/** One setting for each operation: `times` alone would count all calls of the run together. */
function onceEach(contracts: readonly Contract[], setting: CallSetting): readonly FaultSetting[] {
  return servedRoutes(contracts).map((route) => ({ ...setting, operations: [nameOf(route)], times: 1 }));
}

/** Operations that document 409. At others, consumers cannot expect a conflict. */
function withConflicts(contracts: readonly Contract[]): string[] {
  return contracts
    .flatMap(({ operations }) => operations)
    .filter(({ responses }) => responses.some(({ status }) => status === "409"))
    .map(nameOf);
}

function nameOf({ api, id }: Pick<Operation, "api" | "id">): string {
  return `${api}/${id}`;
}
