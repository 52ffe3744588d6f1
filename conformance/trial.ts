import { setTimeout as wait } from "node:timers/promises";
import type { Contract, Operation, Router } from "../contracts/index.ts";
import { seededNumber } from "../contracts/values/index.ts";
import { arrange } from "./arrange.ts";
import type { Exchange, WireRequest } from "./exchange.ts";
import { type Explored, explore } from "./explore.ts";
import { failureOf } from "./failure.ts";
import { named } from "./items.ts";
import type { Property } from "./properties/index.ts";
import type { Failure, OperationReport, Report } from "./report.ts";
import { type ReplayOptions, replayOf } from "./reproduce.ts";
import { coverageOf } from "./requests/coverage.ts";
import { createRequests } from "./requests/requests.ts";
import type { Recorder } from "./recorder.ts";
import { rolesFor } from "./roles.ts";
import type { Tracker } from "./tracker.ts";
import { resourceOf } from "./resource.ts";
import type { Scope } from "./scope.ts";
import type { Target } from "./target.ts";

/** One operation that is about to be tried, and how. */
export interface Trial extends ReplayOptions {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly contracts: readonly Contract[];
  readonly router: Router;
  /** Remembers what is made. */
  readonly tracker: Tracker;
  /** Remembers what was exercised, and what was seen beyond the contracts. */
  readonly recorder: Recorder;
  readonly target: Target;
  readonly mode: Report["mode"];
  readonly seed: number;
  /** How many requests each property may send. */
  readonly runs: number;
  readonly chosen: readonly Property[];
  /** Which of the property's kinds of requests, and fast-check's path in it: "0:12:1". */
  readonly path?: string;
  readonly signal?: AbortSignal;
}

/** Findings of one check on one operation beyond this number say the same again. */
const MAX_OF_A_CHECK = 5;

export interface Tried {
  readonly report: OperationReport;
  readonly failures: readonly Failure[];
  /** How many properties were tried. */
  readonly tried: number;
  /** Why some property could not be tried. */
  readonly skipped: readonly string[];
}

/** Tries all chosen properties on one operation. */
export async function tryOperation(trial: Trial): Promise<Tried> {
  const { operation, mode, chosen } = trial;
  const statuses: Record<string, number> = {};
  const skipped = new Set<string>();
  const scope = await createScope(trial, {
    count: (status) => (statuses[status] = (statuses[status] ?? 0) + 1),
    inconclusive: (reason) => skipped.add(reason),
  });
  const failures: Failure[] = [];
  let properties = 0;
  for (const property of chosen) {
    if (!property.applies(scope) || (property.writes && mode === "read-only")) continue;
    const before = trial.target.requests();
    const tried = await tryProperty(property, scope, trial);
    trial.recorder.tried(operation, property.id, trial.target.requests() - before);
    failures.push(...tried.failures);
    if (tried.skipped === undefined) properties++;
    else skipped.add(tried.skipped);
  }
  const { api, name, basis } = operation;
  const requests = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const report = { api, operation: name, basis, requests, statuses };
  return { report, failures, tried: properties, skipped: [...skipped] };
}

/** Finds or makes what the operation needs, and compiles its requests. */
async function createScope(
  trial: Trial,
  { count, inconclusive }: { readonly count: (status: number) => void; readonly inconclusive: Scope["inconclusive"] },
): Promise<Scope> {
  const { contract, contracts, leave = {}, operation, router, target, tracker, recorder, mode, seed, signal } = trial;
  const exchange = async (request: WireRequest, sent: Operation = operation): Promise<Exchange> => {
    const response = await target.send(target.authorize(sent, request));
    if (sent === operation) count(response.status);
    const exchanged = { request, response, ...(target.showsToken(response.body) && { showsToken: true as const }) };
    const own = sent === operation ? contract : contracts.find((each) => each.operations.includes(sent));
    tracker.seen(exchanged, sent, own ?? contract);
    recorder.seen(exchanged, sent, own ?? contract);
    return exchanged;
  };
  const exchangeAs: Scope["exchangeAs"] = async (as, request, sent = operation) => {
    const authorized = as.authorize(sent, request);
    if (!authorized) return undefined;
    const response = await target.send(authorized);
    if (sent === operation) count(response.status);
    const exchanged = { request, response, as };
    recorder.seen(exchanged, sent, contract);
    // What somebody else is said to have deleted may well be there.
    if (rolesFor(contract).get(sent)?.kind === "create") tracker.seen(exchanged, sent, contract);
    return exchanged;
  };
  const mayWrite = mode === "sandbox";
  const known = await arrange(operation, { contract, roles: rolesFor(contract), router, seed, mayWrite, exchange });
  const beside = [...operation.path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name = ""]) => known[name] ?? []);
  const coverage = once(() => coverageOf(contract, operation, router, known));
  const resourceWith: Scope["resourceWith"] = (send, making = { operation, beside }) =>
    mayWrite
      ? resourceOf(making.operation, { contract, router, seed, beside: making.beside, exchange: send })
      : undefined;
  return {
    target,
    contract,
    contracts,
    known,
    leave,
    signal,
    operation,
    exchange,
    inconclusive,
    exchangeAs,
    requests: createRequests(contract, operation, router, known),
    get coverage() {
      return coverage();
    },
    resource: resourceWith(exchange),
    resourceWith,
    coverageAt: (other, values) => coverageOf(contract, other, router, named(other.path, values)),
    pause: async (milliseconds) => {
      if (!(await target.pass(milliseconds))) await wait(milliseconds, undefined, signal && { signal });
    },
  };
}

/** What costs something is worked out when it is first asked for, and then kept. */
function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => (done ??= { value: work() }).value;
}

async function tryProperty(
  property: Property,
  scope: Scope,
  trial: Trial,
): Promise<{ failures: Failure[]; skipped?: string }> {
  const found: (Explored & { readonly kind: number })[] = [];
  let skipped: string | undefined;
  for (const [kind, given] of property.given(scope, trial.runs).entries()) {
    const path = replayedPath(trial.path, kind);
    if (path === null) continue;
    const explored = await explore(property, given, scope, {
      seed: seededNumber(`${trial.seed} ${property.id} ${trial.operation.name} ${given.label}`),
      ...(path !== undefined && { path }),
      ...(trial.signal && { signal: trial.signal }),
    });
    found.push(...explored.found.map((one) => ({ ...labelled(one, property, given.label), kind })));
    // A fault that cannot be made is one that cannot be sent: nothing is lost.
    if (given.label === "") skipped ??= explored.skipped;
  }
  const failures = limited(found).map(({ finding, kind, path }) => ({
    ...failureOf(finding, trial),
    replay: replayOf(trial.operation, property.id, { ...trial, path: `${kind}:${path}` }),
  }));
  return skipped === undefined ? { failures } : { failures, skipped };
}

/** The path to replay in a kind of requests: undefined for a whole run, null where another kind is meant. */
function replayedPath(path: string | undefined, kind: number): string | undefined | null {
  if (path === undefined) return undefined;
  const at = path.indexOf(":");
  return Number(path.slice(0, at)) === kind ? path.slice(at + 1) : null;
}

/** What a property itself finds differs by what was sent; what a check finds does not. */
function labelled({ finding, path }: Explored, property: Property, label: string): Explored {
  if (finding.check !== property.id || label === "") return { finding, path };
  return { finding: { ...finding, key: `${label} ${finding.key}`, message: `${finding.message}: ${label}` }, path };
}

/** Each finding once, and not too many of one check. */
function limited<T extends Explored>(found: readonly T[]): T[] {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  return found.filter(({ finding: { check, key, operation } }) => {
    const count = (counts.get(check) ?? 0) + 1;
    const name = `${check} ${operation?.name ?? ""} ${key}`;
    if (seen.has(name) || count > MAX_OF_A_CHECK) return false;
    seen.add(name);
    counts.set(check, count);
    return true;
  });
}
