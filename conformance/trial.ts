import { setTimeout as wait } from "node:timers/promises";
import type { Contract, Operation, Router } from "../contracts/index.ts";
import { seededNumber } from "../contracts/values/index.ts";
import { arrange } from "./arrange.ts";
import { judge } from "./checks/index.ts";
import type { Exchange, WireRequest } from "./exchange.ts";
import { type Explored, explore } from "./explore.ts";
import { failureOf } from "./failure.ts";
import { named } from "./items.ts";
import { organizationIn } from "./organization.ts";
import { type Patience, createPatience } from "./patience.ts";
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
import type { Tagging } from "./tagged.ts";
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
  /** Where another operation is asked for. */
  targetOf(operation: Operation): Target;
  /** Marks what is made. */
  readonly tagging?: Tagging;
  /** The organization that the token acts in, where that was said. */
  readonly organization?: string;
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
  const refusals: Finding[] = [];
  const patience = createPatience();
  let current: Property | undefined;
  const scope = await createScope(trial, {
    count: (status) => (statuses[status] = (statuses[status] ?? 0) + 1),
    inconclusive: (reason) => skipped.add(reason),
    patience,
    refused: (findings) => void refusals.push(...findings),
    during: (started) => ({
      ...(current && { property: current.id }),
      startedAt: performance.timeOrigin + started,
      durationMs: performance.now() - started,
    }),
  });
  const failures: Failure[] = [];
  let properties = 0;
  for (const property of chosen) {
    if (!property.applies(scope) || (property.writes && mode === "read-only")) continue;
    const before = trial.target.requests();
    current = property;
    const tried = await tryProperty(property, scope, trial);
    failures.push(...refusals.splice(0).map((finding) => failureWith(finding, property, trial)));
    trial.recorder.tried(operation, property.id, trial.target.requests() - before);
    failures.push(...tried.failures);
    if (tried.skipped === undefined) properties++;
    else skipped.add(tried.skipped);
  }
  if (patience.isOver()) skipped.add("It is refused with 429 again and again: what else there is was not tried");
  const { api, name, basis } = operation;
  const requests = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const report = { api, operation: name, basis, requests, statuses };
  return { report, failures, tried: properties, skipped: [...skipped] };
}

/** What is told of what happens while an operation is tried. */
interface Watch extends Pick<Scope, "inconclusive"> {
  readonly count: (status: number) => void;
  readonly patience: Patience;
  /** What is wrong with an answer that only refuses a request for how often one asks: no property sees it. */
  readonly refused: (findings: readonly Finding[]) => void;
  /** What is known of an exchange that has begun then. */
  readonly during: (started: number) => During;
}

/** Finds or makes what the operation needs, and compiles its requests. */
async function createScope(trial: Trial, { count, inconclusive, patience, refused, during }: Watch): Promise<Scope> {
  const { contract, contracts, leave = {}, operation, router, target, tracker, recorder, mode, seed, signal } = trial;
  const contractOf = (sent: Operation): Contract =>
    sent === operation ? contract : (contracts.find((each) => each.operations.includes(sent)) ?? contract);
  const isLater = (exchanged: Exchange, sent: Operation): boolean => {
    if (!trial.targetOf(sent).isLater(exchanged.response)) return false;
    refused(judge(exchanged, contractOf(sent), sent).map((finding) => ({ ...finding, operation: sent })));
    return true;
  };
  const once = async (request: WireRequest, sent: Operation, isAtOnce = false): Promise<Exchange> => {
    const to = trial.targetOf(sent);
    const authorized = to.authorize(sent, request);
    let started = performance.now();
    // What it waits for its turn is not the target's time.
    const begins = (): void => void (started = performance.now());
    const response = await (isAtOnce ? to.sendAtOnce(authorized) : to.send(authorized, begins));
    if (sent === operation) count(response.status);
    const exchanged = { request, response, ...(to.showsToken(response.body) && { showsToken: true as const }) };
    tracker.seen(exchanged, sent, contractOf(sent));
    recorder.seen(exchanged, sent, contractOf(sent), during(started));
    return exchanged;
  };
  const patiently = (request: WireRequest, sent: Operation): Promise<Exchange> =>
    patience.until(
      () => once(request, sent),
      (exchanged) => isLater(exchanged, sent),
    );
  const { tagging } = trial;
  const exchange = async (request: WireRequest, sent: Operation = operation): Promise<Exchange> => {
    const marked = tagging?.marked(request, sent, contractOf(sent)) ?? request;
    const answered = await patiently(marked, sent);
    if (!tagging || marked === request) return answered;
    return tagging.withoutIt(answered, () => patiently(request, sent), sent);
  };
  const exchangeAs: Scope["exchangeAs"] = async (as, request, sent = operation) => {
    const authorized = as.authorize(sent, request);
    if (!authorized) return undefined;
    return patience.until(
      async () => {
        let started = performance.now();
        const response = await trial.targetOf(sent).send(authorized, () => (started = performance.now()));
        if (sent === operation) count(response.status);
        const exchanged = { request, response, as };
        recorder.seen(exchanged, sent, contract, during(started));
        // What somebody else is said to have deleted may well be there.
        if (rolesFor(contract).get(sent)?.kind === "create") tracker.seen(exchanged, sent, contract);
        return exchanged;
      },
      (exchanged) => isLater(exchanged, sent),
    );
  };
  const mayWrite = mode === "sandbox";
  const known = {
    ...(await arrange(operation, { contract, roles: rolesFor(contract), router, seed, mayWrite, exchange })),
    ...(trial.organization !== undefined && organizationIn(operation, trial.organization)),
  };
  const beside = [...operation.path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name = ""]) => known[name] ?? []);
  const coverage = kept(() => coverageOf(contract, operation, router, known));
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
    exchangeAtOnce: (request) => once(tagging?.marked(request, operation, contract) ?? request, operation, true),
    inconclusive,
    exchangeAs,
    requests: createRequests(contract, operation, router, known),
    get coverage() {
      return coverage();
    },
    resource: resourceWith(exchange),
    resourceWith,
    coverageAt: (other, values) => coverageOf(contract, other, router, named(other.path, values)),
    pause: (milliseconds) => wait(milliseconds, undefined, signal && { signal }),
  };
}

/** What costs something is worked out when it is first asked for, and then kept. */
function kept<T>(work: () => T): () => T {
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
    ...failureWith(finding, property, { ...trial, path: `${kind}:${path}` }),
  }));
  return skipped === undefined ? { failures } : { failures, skipped };
}

function failureWith(finding: Finding, property: Property, trial: Trial): Failure {
  const target = trial.targetOf(finding.operation ?? trial.operation);
  const failure = failureOf(finding, { ...trial, target });
  return { ...archived(failure, finding, property, trial), replay: replayOf(trial.operation, property.id, trial) };
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
