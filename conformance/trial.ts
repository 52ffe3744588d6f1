import { setTimeout as wait } from "node:timers/promises";
import type { Contract, Operation, Router } from "../contracts/index.ts";
import { goAgain, seedOf } from "./again.ts";
import { arrange } from "./arrange.ts";
import type { Confirmation } from "./confirm.ts";
import type { Exchange, WireRequest } from "./exchange.ts";
import { type Explored, explore } from "./explore.ts";
import { type FoundFailure, failureOf, shownExchange } from "./failure.ts";
import type { Pace } from "./in-time.ts";
import { labelledAll, plainNameOf } from "./labelled.ts";
import { named } from "./items.ts";
import type { Property } from "./properties/index.ts";
import type { Failure, OperationReport, Report } from "./report.ts";
import { type ReplayOptions, replayOf } from "./reproduce.ts";
import type { During, Recorder } from "./recorder.ts";
import { coverageOf } from "./requests/coverage.ts";
import { createRequests } from "./requests/requests.ts";
import { rolesFor } from "./roles.ts";
import type { Tracker } from "./tracker.ts";
import { resourceOf } from "./resource.ts";
import type { Finding, Scope } from "./scope.ts";
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
  /** Tries again what was found. */
  readonly confirmation: Confirmation;
  /** Remembers what was slow. */
  readonly pace: Pace;
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
  let current: Property | undefined;
  const scope = await createScope(trial, {
    count: (status) => (statuses[status] = (statuses[status] ?? 0) + 1),
    inconclusive: (reason) => skipped.add(reason),
    property: () => current?.id,
  });
  const failures: Failure[] = [];
  const plain = new Set<string>();
  let properties = 0;
  for (const property of chosen) {
    if (!property.applies(scope) || (property.writes && mode === "read-only")) continue;
    const before = trial.target.requests();
    current = property;
    const tried = await tryProperty(property, scope, { ...trial, plain });
    trial.recorder.tried(operation, property.id, trial.target.requests() - before);
    failures.push(...tried.failures);
    if (tried.skipped === undefined) properties++;
    else skipped.add(tried.skipped);
  }
  const confirmed = await trial.confirmation.confirm(failures, async (failure, isWhole) => {
    if (chosen.find((property) => property.id === failure.tried.property)?.isOnce) return undefined;
    const again = await tryAgain(trial, { ...failure.tried, id: failure.id, isWhole });
    return again && again.found !== undefined;
  });
  const slow = await slowIn(scope, trial);
  const { api, name, basis } = operation;
  const requests = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const report = { api, operation: name, basis, requests, statuses };
  return { report, failures: [...confirmed, ...slow], tried: properties, skipped: [...skipped] };
}

/** How far apart the seeds of items are that are made to try something again. */
const OTHER_ITEMS = 1000;

/** What leads to a finding, and which. */
interface Sought extends Pick<Failure["tried"], "property" | "path"> {
  readonly id: string;
  /** Whether the whole way is gone, and not its end alone. */
  readonly isWhole: boolean;
}

/** What trying a finding again came to, as reports show it. */
export interface TriedAgain {
  /** As it shows now; nothing where it does not. */
  readonly found?: FoundFailure;
  /** The last answer of the operation that was tried. */
  readonly latest?: Pick<Failure, "request" | "response">;
}

/** Goes the way back to a finding of an operation, on items of its own; nothing where that could not be done. */
export async function tryAgain(
  trial: Trial,
  { property: name, path, id, isWhole }: Sought,
): Promise<TriedAgain | undefined> {
  const property = trial.chosen.find((each) => each.id === name);
  if (!property || path === null || (property.writes && trial.mode === "read-only")) return undefined;
  try {
    // Other items than those of the run: what is unique may be there once.
    const other = { ...trial, seed: trial.seed + (isWhole ? 2 : 1) * OTHER_ITEMS };
    const scope = await createScope(other, {
      count: () => {},
      inconclusive: () => {},
      property: () => name ?? undefined,
    });
    if (!property.applies(scope)) return undefined;
    const go = (isAll: boolean) =>
      goAgain(property, scope, { id, path, isWhole: isAll, seed: trial.seed, runs: trial.runs });
    let again = await go(isWhole);
    // What shows the second time alone shows now: all was done once.
    if (isWhole && again && !again.finding) again = (await go(false)) ?? again;
    // Where there is no item to try it on, it is not gone.
    const isArranged = [...trial.operation.path.matchAll(/\{([^{}]+)\}/g)].every(([, key = ""]) => key in scope.known);
    if (!again || trial.signal?.aborted || (!again.finding && !isArranged)) return undefined;
    return {
      ...(again.finding && { found: failureOf(again.finding, trial) }),
      ...(again.latest && { latest: shownExchange(again.latest, trial) }),
    };
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") return undefined;
    throw error;
  }
}

/** The answers of an operation that took too long, confirmed. */
async function slowIn(scope: Scope, trial: Trial): Promise<readonly Failure[]> {
  if (trial.signal?.aborted) return [];
  const found = await trial.pace
    .settle(trial.operation, (request) => scope.exchange(request))
    .catch((): readonly Finding[] => []);
  return found.map((finding) => whole(finding, trial));
}

/** A finding of no property: it is tried again with the whole operation. */
export function whole(finding: Finding, trial: ReplayOptions & Pick<Trial, "operation">): Failure {
  return {
    ...failureOf(finding, trial),
    first: null,
    flaky: null,
    patch: null,
    tried: { operation: trial.operation.name, property: null, path: null },
    replay: replayOf(trial.operation, undefined, trial),
  };
}

/** Who is told of what happens while an operation is tried. */
interface Watching {
  readonly count: (status: number) => void;
  readonly inconclusive: Scope["inconclusive"];
  /** The one that is being tried. */
  readonly property: () => string | undefined;
}

/** Finds or makes what the operation needs, and compiles its requests. */
async function createScope(trial: Trial, { count, inconclusive, property }: Watching): Promise<Scope> {
  const { contract, contracts, leave = {}, operation, router, target, tracker, recorder, mode, seed, signal } = trial;
  const during = (started: number): During => {
    const id = property();
    return {
      ...(id !== undefined && { property: id }),
      startedAt: performance.timeOrigin + started,
      durationMs: performance.now() - started,
    };
  };
  // What is asked for to have something to try is not judged.
  let isArranged = false;
  const exchange = async (request: WireRequest, sent: Operation = operation): Promise<Exchange> => {
    const started = performance.now();
    const response = await target.send(target.authorize(sent, request));
    if (sent === operation) count(response.status);
    const exchanged = { request, response, ...(target.showsToken(response.body) && { showsToken: true as const }) };
    const own = sent === operation ? contract : contracts.find((each) => each.operations.includes(sent));
    tracker.seen(exchanged, sent, own ?? contract);
    recorder.seen(exchanged, sent, own ?? contract, during(started));
    trial.pace.seen(exchanged, sent);
    if (isArranged) recorder.judged(exchanged, sent);
    return exchanged;
  };
  const exchangeAs: Scope["exchangeAs"] = async (as, request, sent = operation) => {
    const authorized = as.authorize(sent, request);
    if (!authorized) return undefined;
    const started = performance.now();
    const response = await target.send(authorized);
    if (sent === operation) count(response.status);
    const exchanged = { request, response, as };
    recorder.seen(exchanged, sent, contract, during(started));
    recorder.judged(exchanged, sent);
    // What somebody else is said to have deleted may well be there.
    if (rolesFor(contract).get(sent)?.kind === "create") tracker.seen(exchanged, sent, contract);
    return exchanged;
  };
  const mayWrite = mode === "sandbox";
  const known = await arrange(operation, { contract, roles: rolesFor(contract), router, seed, mayWrite, exchange });
  isArranged = true;
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
  trial: Trial & { readonly plain: Set<string> },
): Promise<{ failures: Failure[]; skipped?: string }> {
  const { plain } = trial;
  const found: (Explored & { readonly kind: number })[] = [];
  let skipped: string | undefined;
  for (const [kind, given] of property.given(scope, trial.runs).entries()) {
    const path = replayedPath(trial.path, kind);
    if (path === null) continue;
    const explored = await explore(property, given, scope, {
      seed: seedOf(trial.seed, property, given, scope),
      known: plain,
      ...(path !== undefined && { path }),
      ...(trial.signal && { signal: trial.signal }),
    });
    // What shows without anything odd in a request is not another thing where there is.
    const fresh = explored.found.filter(({ finding }) => !plain.has(plainNameOf(finding)));
    for (const { finding } of fresh) if (given.label === "" || !finding.isOfRequest) plain.add(plainNameOf(finding));
    found.push(...labelledAll(fresh, given).map((one) => ({ ...one, kind })));
    // A fault that cannot be made is one that cannot be sent: nothing is lost.
    if (given.label === "") skipped ??= explored.skipped;
  }
  const { operation } = trial;
  const failures = limited(found).map(({ finding, first, kind, path }): Failure => ({
    ...archived(failureOf(finding, trial), finding, property, trial),
    first: first
      ? shownExchange(first.exchange, { operation: first.operation ?? operation, target: trial.target })
      : null,
    flaky: null,
    patch: null,
    tried: { operation: operation.name, property: property.id, path: `${kind}:${path}` },
    replay: replayOf(operation, property.id, { ...trial, path: `${kind}:${path}` }),
  }));
  return skipped === undefined ? { failures } : { failures, skipped };
}

/** The same, when its exchanges were kept. */
function archived<T extends { readonly id: string }>(
  failure: T,
  finding: Finding,
  property: Property,
  trial: Trial,
): T {
  const { contract, operation, recorder } = trial;
  const during = { property: property.id, startedAt: performance.timeOrigin + performance.now(), durationMs: 0 };
  const about = { contract, operation: finding.operation ?? operation, during };
  recorder.found(failure.id, [...(finding.steps ?? []), finding.exchange], about);
  return failure;
}

/** The path to replay in a kind of requests: undefined for a whole run, null where another kind is meant. */
function replayedPath(path: string | undefined, kind: number): string | undefined | null {
  if (path === undefined) return undefined;
  const at = path.indexOf(":");
  return Number(path.slice(0, at)) === kind ? path.slice(at + 1) : null;
}

/** Each finding once, and not too many of one check. */
function limited<T extends Explored>(found: readonly T[]): T[] {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  return found.filter(({ finding }) => {
    const { check } = finding;
    const count = (counts.get(check) ?? 0) + 1;
    const name = plainNameOf(finding);
    if (seen.has(name) || count > MAX_OF_A_CHECK) return false;
    seen.add(name);
    counts.set(check, count);
    return true;
  });
}
