import type { StartOptions } from "./start-options.ts";
import { LONGEST_WAIT, faultSettingShape } from "../faults/index.ts";
import { isState } from "../state/open-state.ts";
import { type Shape, atLeast, either, list, object, record, shape, text, truth, whole } from "../model/shape.ts";

/** What a project says once of how it uses Concord: the default export of its concord.config.ts. */
export interface Config {
  /** How `concord mock` runs where its command line says nothing else; `startMock` takes it from `loadConfig`. */
  readonly mock?: MockConfig;
  /** How `concord webhooks test-receiver` tests a receiver, where its command line says nothing else. */
  readonly receiver?: ReceiverConfig;
}

/** The options of `concord webhooks test-receiver`, by the same names and in the same form. */
export interface ReceiverConfig {
  readonly url?: string;
  readonly policy?: "v1" | "v1a" | "both";
  readonly secret?: string;
  readonly secretEnv?: string;
  /** A file in PEM. */
  readonly privateKey?: string;
  readonly organization?: string;
  readonly seed?: string;
  readonly keyPort?: number;
  readonly probe?: string;
  /** A file with an event as JSON. */
  readonly body?: string;
  readonly event?: string;
  readonly apiKey?: string;
  readonly basic?: string;
  readonly oauth?: string;
  readonly tokenUrl?: string;
  readonly scope?: string;
  readonly timeoutSeconds?: number;
  readonly waitSeconds?: number;
  readonly probeWaitSeconds?: number;
  /** A file in PEM. */
  readonly ca?: string;
  readonly insecure?: boolean;
}

/**
 * In a file, paths mean the folder of that file: so `concord mock` and `loadConfig` read them. Handed to
 * `startMock` as they are written, they mean the working folder.
 */
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

const fixtures = list(either(text, object), { expected: "a text or a list" });
/** None at all would answer nothing. */
const someContracts = { expected: "a list of at least one", min: 1 };
const loaded = shape(
  "a path or a loaded contract",
  (value) => text(value) === undefined || object(value) === undefined,
);

/** Behaviours, and the operations that faults name, are checked where the contracts are known. */
const mock: Readonly<Record<keyof MockConfig, Shape>> = {
  contracts: list(text, someContracts),
  overlays: list(text),
  fixtures: either(text, fixtures),
  state: shape('"memory" or "sqlite:FILE"', (value) => typeof value === "string" && isState(value)),
  store: object,
  behaviours: list(object),
  faults: list(faultSettingShape),
  rateLimit: record({ burst: whole(1), perSecond: atLeast(0) }, ["burst", "perSecond"]),
  runSeconds: atLeast(0),
  imports: record({ chunkRows: whole(1), rowsPerSecond: atLeast(0) }),
  graphql: record({ maxDepth: whole(), maxCost: whole() }),
  selfCheck: truth,
  seed: text,
  clock: object,
  stopwatch: callable,
  statedOnly: truth,
  strictAssumed: truth,
  journalLimit: whole(),
  deliveryLimit: whole(),
  deliveryTimeout: whole(1, LONGEST_WAIT),
  controlToken: text,
  deliverTo: shape('"loopback" or "anywhere"', (value) => value === "loopback" || value === "anywhere"),
  allowDelivery: list(text),
  cors: truth,
  observe: callable,
  notice: callable,
  tls: record({ cert: text, key: text }, ["cert", "key"]),
  port: whole(0, 65_535),
  host: text,
  profile: object,
};

const receiver: Readonly<Record<keyof ReceiverConfig, Shape>> = {
  url: text,
  policy: shape('"v1", "v1a" or "both"', (value) => ["v1", "v1a", "both"].includes(String(value))),
  secret: text,
  secretEnv: text,
  privateKey: text,
  organization: text,
  seed: text,
  keyPort: whole(0, 65_535),
  probe: text,
  body: text,
  event: text,
  apiKey: text,
  basic: text,
  oauth: text,
  tokenUrl: text,
  scope: text,
  timeoutSeconds: whole(1),
  waitSeconds: whole(0),
  probeWaitSeconds: whole(1),
  ca: text,
  insecure: shape("true or false", (value) => typeof value === "boolean"),
};

/** In what something is no configuration; undefined where it is. */
export const faultOfConfig: Shape = record({ mock: record(mock), receiver: record(receiver) });

/** In what something is not what `startMock` takes: there, contracts may be loaded already. */
export const faultOfOptions: Shape = record({ ...mock, contracts: list(loaded, someContracts) });
