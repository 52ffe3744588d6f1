import { isState } from "../state/open-state.ts";
import type { StartOptions } from "../start.ts";
import { type Shape, atLeast, either, list, object, record, shape, text, truth, whole } from "../shape.ts";

/** What a project says once of how it uses Concord: the default export of its concord.config.ts. */
export interface Config {
  /** How `concord mock` runs where its command line says nothing else; `startMock` takes the same. */
  readonly mock?: MockConfig;
}

/** Paths are taken from the folder of the file. */
export interface MockConfig extends Omit<StartOptions, "contracts"> {
  /** Files and folders of contracts to serve. The platform's own if not said. */
  readonly contracts?: readonly string[];
}

/**
 * A configuration, typed.
 *
 * @example
 * export default defineConfig({ mock: { port: 4020, fixtures: "small", behaviours: [oneAtATime] } });
 */
export function defineConfig(config: Config): Config {
  return config;
}

const callable = shape("a function", (value) => typeof value === "function");

/** What behaviours and weathers are is looked at where they are used: they name operations. */
const mock: Readonly<Record<keyof MockConfig, Shape>> = {
  contracts: list(text),
  overlays: list(text),
  fixtures: either(text, list(either(text, object))),
  state: shape('"memory" or "sqlite:FILE"', (value) => typeof value === "string" && isState(value)),
  store: object,
  behaviours: list(object),
  weather: list(object),
  rateLimit: record({ burst: whole(1), perSecond: atLeast(0) }, ["burst", "perSecond"]),
  runSeconds: atLeast(0),
  imports: record({ chunkRows: whole(1), rowsPerSecond: atLeast(0) }),
  graphql: record({ maxDepth: whole(), maxCost: whole() }),
  selfCheck: truth,
  seed: text,
  clock: object,
  stopwatch: callable,
  statedOnly: truth,
  journalLimit: whole(),
  controlToken: text,
  deliverTo: shape('"loopback" or "anywhere"', (value) => value === "loopback" || value === "anywhere"),
  cors: truth,
  observe: callable,
  tls: record({ cert: text, key: text }, ["cert", "key"]),
  port: whole(0, 65_535),
  host: text,
};

/** In what something is no configuration; undefined where it is. */
export const faultOfConfig: Shape = record({ mock: record(mock) });
