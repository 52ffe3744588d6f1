import type { Contract, Operation } from "../../contracts/index.ts";
import { servedRoutes } from "../graphql/index.ts";
import type { CallSetting, WeatherSetting } from "./catalogue.ts";

/** A weather that consumers are tried in. */
export interface Forecast {
  readonly name: string;
  /** What happens in it, in one line. */
  readonly about: string;
  /** Of the specification, where that tells of it. */
  readonly section?: string;
  /** Whether the specification obliges consumers to survive it; else it is what happens in every network. */
  readonly isObliged: boolean;
  /** The settings that make it, where these contracts are served. */
  weather(contracts: readonly Contract[]): readonly WeatherSetting[];
}

/** The catalogue: one entry for each weather, the fair one first. What comes once comes once for each operation. */
export const forecasts: readonly [Forecast, ...Forecast[]] = [
  { name: "fair", about: "nothing goes wrong", isObliged: false, weather: () => [] },
  {
    name: "unknown-enum",
    about: "open enums have values that no contract lists",
    section: "9.6",
    isObliged: true,
    weather: () => [{ id: "unknown-enum" }],
  },
  {
    name: "unknown-field",
    about: "open objects have fields that no contract names",
    section: "9.2",
    isObliged: true,
    weather: () => [{ id: "unknown-field" }],
  },
  {
    name: "429-once",
    about: "each operation's first call is answered 429, with Retry-After",
    section: "7",
    isObliged: false,
    weather: () => [{ id: "fail-nth", n: 1, status: 429 }],
  },
  {
    name: "409-once",
    about: "each operation's first call is answered 409, where it documents that",
    section: "7",
    isObliged: false,
    weather: (contracts) => [{ id: "fail-nth", n: 1, status: 409, operations: withConflicts(contracts) }],
  },
  {
    name: "5xx-once",
    about: "each operation's first call is answered 503, and nothing of it is done",
    isObliged: false,
    weather: () => [{ id: "fail-nth", n: 1, status: 503 }],
  },
  {
    name: "slow",
    about: "each operation's first answer begins after a second, and takes another one",
    isObliged: false,
    weather: (contracts) => [
      ...onceEach(contracts, { id: "latency", milliseconds: 1000 }),
      ...onceEach(contracts, { id: "slow", milliseconds: 1000 }),
    ],
  },
  {
    name: "reset",
    about: "each operation's first call is carried out, but its answer is lost in a reset",
    isObliged: false,
    weather: (contracts) => onceEach(contracts, { id: "reset" }),
  },
  {
    name: "duplicate-webhooks",
    about: "each message to a webhook comes twice, under the same id",
    isObliged: false,
    weather: () => [{ id: "duplicate-deliveries" }],
  },
  {
    name: "reordered-webhooks",
    about: "of two messages to a webhook, the later one comes first",
    isObliged: false,
    weather: () => [{ id: "reorder-deliveries", window: 2, milliseconds: 2000 }],
  },
];

/** The same for each operation: `times` alone would count all calls of the run together. */
function onceEach(contracts: readonly Contract[], setting: CallSetting): readonly WeatherSetting[] {
  return servedRoutes(contracts).map((route) => ({ ...setting, operations: [nameOf(route)], times: 1 }));
}

/** At others, a conflict would be no answer that a consumer can be prepared for. */
function withConflicts(contracts: readonly Contract[]): string[] {
  return contracts
    .flatMap(({ operations }) => operations)
    .filter(({ responses }) => responses.some(({ status }) => status === "409"))
    .map(nameOf);
}

function nameOf({ api, id }: Pick<Operation, "api" | "id">): string {
  return `${api}/${id}`;
}
