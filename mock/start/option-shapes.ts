import { MAX_DELAY, faultSettingShape } from "../faults/index.ts";
import { tenantSourceError } from "../calls/tenant-source.ts";
import { type Shape, atLeast, either, list, object, record, shape, text, truth, whole } from "../model/shape.ts";
import { isState, stateText } from "../state/open-state.ts";
import type { StartOptions } from "./start-options.ts";

const callable = shape("a function", (value) => typeof value === "function");

const fixtures = either(object, list(either(text, object), { expected: "a text, an object or a list" }));
/** Contracts of a mock: at least one. */
const someContracts = { expected: "a list of at least one", min: 1 };
const loaded = shape(
  "a path or a loaded contract",
  (value) => text(value) === undefined || object(value) === undefined,
);

const sourceOrFunction = shape(
  'a text such as "header:X-Tenant" or a function',
  (value) => typeof value === "string" || typeof value === "function",
);

/** Choice of tenants. */
const tenantFrom: Shape = (value, at = "it") => {
  if (typeof value !== "string") return sourceOrFunction(value, at);
  const error = tenantSourceError(value);
  return error && `${at} is ${JSON.stringify(value)}, and chooses no tenants: ${error}`;
};

const place = shape(
  '"memory", "sqlite:FILE" or "postgres://URL"',
  (value) => typeof value === "string" && isState(value),
);

/** Place of the state. A wrong one may contain a password, too. */
const state: Shape = (value, at) => place(typeof value === "string" && !isState(value) ? stateText(value) : value, at);

/** Shapes of the options. Behaviours, and operations that faults name, are checked once the contracts are known. */
export const startOptionShapes: Readonly<Record<keyof StartOptions, Shape>> = {
  contracts: list(loaded, someContracts),
  overlays: list(text),
  fixtures: either(text, fixtures),
  state,
  store: object,
  stateLimit: whole(),
  valueLimit: whole(),
  stepLimit: whole(),
  pendingLimit: whole(),
  behaviours: list(object),
  faults: list(faultSettingShape),
  rateLimit: record({ burst: whole(1), perSecond: atLeast(0) }, ["burst", "perSecond"]),
  graphql: record({ maxDepth: whole(), maxCost: whole() }),
  selfCheck: truth,
  seed: text,
  enums: shape('"open" or "closed"', (value) => value === "open" || value === "closed"),
  seedExamples: truth,
  missing: shape('"404" or "example"', (value) => value === "404" || value === "example"),
  warmUp: truth,
  clock: object,
  stopwatch: callable,
  tenantFrom,
  statedOnly: truth,
  strictAssumed: truth,
  journalLimit: whole(),
  journalDays: whole(),
  deliveryLimit: whole(),
  deliveryTimeout: whole(1, MAX_DELAY),
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
