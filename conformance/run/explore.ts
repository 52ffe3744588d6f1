import { omitUndefined } from "../../contracts/index.ts";
import type { Explored } from "./explored.ts";
import type { WireRequest } from "../model/exchange.ts";
import fc from "fast-check";
import { Unsatisfiable } from "../../contracts/generate/index.ts";
import { nameFinding } from "./with-label.ts";
import type { PropertyRequests, Property } from "../scope/property.ts";
import type { Scope } from "../scope/scope.ts";
import type { Finding } from "../checks/finding.ts";
import { Endless, Unfinished } from "../target/unfinished.ts";
import { CheckError } from "../checks/check-error.ts";
import { getFailedRequest } from "./sending/failed-requests.ts";
import { LostTarget } from "./sending/lost-connections.ts";
import { Unsendable } from "../target/unsendable.ts";

export interface Exploration {
  readonly found: readonly Explored[];
  /** Reason why nothing was tested. */
  readonly skipped?: string;
}

/** Most findings of a property on an operation. Further ones would repeat them. */
const MAX_FINDINGS = 5;

/** Most attempts to shrink a counterexample, and most requests after which no further one begins. */
const [MAX_SHRINKS, MAX_SHRINK_REQUESTS] = [60, 120];
/** Number of passes after which an equal request is not sent again. */
const MAX_SAME = 3;

/** Number of passes in a row without a new aspect, after which random requests end. */
const MAX_STALE = 3;

interface ExploreOptions {
  readonly seed: number;
  /** Plain names of known findings, which are not searched for. */
  readonly known?: ReadonlySet<string>;
  /** Starts with this counterexample. */
  readonly path?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Number of different aspects that the trial has exercised. Without it, all random requests are sent. */
  readonly aspects?: () => number;
}

/** Tests a property with its requests. Each failing request is shrunk, and does not hide the next finding. */
export async function explore(
  property: Property,
  given: PropertyRequests,
  scope: Scope,
  { seed, known: knownBefore = new Set(), path, signal, aspects }: ExploreOptions,
): Promise<Exploration> {
  if (Array.isArray(given.requests))
    return testInOrder(property, given.requests as readonly WireRequest[], scope, { path, signal });
  const requests = given.requests as fc.Arbitrary<WireRequest>;
  const found: Explored[] = [];
  const known = new Set(knownBefore);
  const remembered = createMemory((request) => judgeRequest(property, request, scope));
  const staleness = createStaleness(path === undefined ? aspects : undefined);
  while (found.length < MAX_FINDINGS) {
    let pinned: string | undefined;
    let latest: Finding | undefined;
    let otherFindings: readonly Finding[] = [];
    let first: Finding | undefined;
    let shrinks = 0;
    let before = 0;
    const isSpent = (): boolean => ++shrinks > MAX_SHRINKS || scope.target.requests() - before > MAX_SHRINK_REQUESTS;
    const holds = async (request: WireRequest): Promise<boolean> => {
      if (signal?.aborted || (pinned !== undefined && isSpent())) return true;
      if (pinned === undefined && staleness.isStale()) return true;
      const findings = await remembered(request);
      staleness.passed();
      // During shrinking, a counterexample must keep the same finding.
      const finding = findings.find((each) =>
        pinned === undefined ? !known.has(nameFinding(each)) : nameFinding(each) === pinned,
      );
      if (!finding) return true;
      if (pinned === undefined) before = scope.target.requests();
      pinned = nameFinding(finding);
      latest = finding;
      otherFindings = findings;
      first ??= finding;
      return false;
    };
    try {
      const run = await fc.check(
        fc.asyncProperty(requests, holds),
        omitUndefined({
          seed,
          numRuns: given.runs,
          path,
        }),
      );
      if (!run.failed || !latest) return { found };
      const way = run.counterexamplePath ?? "";
      known.add(nameFinding(latest));
      found.push({ finding: latest, path: way, ...(first && first !== latest && { first }) });
      // Further findings of the same request need no shrinking of their own.
      for (const finding of otherFindings) {
        if (known.has(nameFinding(finding))) continue;
        known.add(nameFinding(finding));
        found.push({ finding, path: way });
      }
    } catch (error) {
      if (error instanceof Unsatisfiable) return { found, skipped: error.message };
      if (path !== undefined && /Unable to replay/.test(String(error))) return { found, skipped: leadsNowhere(path) };
      throw error;
    }
    if (path !== undefined) return { found };
  }
  return { found };
}

/** Tells when random requests exercise nothing new any more. */
function createStaleness(aspects: () => number = createCounter()) {
  let before = aspects();
  let stale = 0;
  return {
    isStale: () => stale >= MAX_STALE,
    passed(): void {
      const now = aspects();
      stale = now > before ? 0 : stale + 1;
      before = now;
    },
  };
}

/** Counter that grows with each call. */
function createCounter(): () => number {
  let count = 0;
  return () => ++count;
}

/**
 * Remembers the findings of requests, so that shrinking and the search for the next finding send no known request
 * again. A pass counts as known after a few tries.
 */
function createMemory(ask: (request: WireRequest) => Promise<readonly Finding[]>) {
  const memory = new Map<string, { readonly findings: readonly Finding[]; readonly times: number }>();
  return async (request: WireRequest): Promise<readonly Finding[]> => {
    const name = JSON.stringify(request);
    const before = memory.get(name);
    if (before && (before.findings.length > 0 || before.times >= MAX_SAME)) return before.findings;
    const findings = await ask(request);
    memory.set(name, { findings, times: (before?.times ?? 0) + 1 });
    return findings;
  };
}

/** Tests a list of requests without shrinking, because its order says which is simplest. */
async function testInOrder(
  property: Property,
  requests: readonly WireRequest[],
  scope: Scope,
  { path, signal }: Pick<ExploreOptions, "path" | "signal">,
): Promise<Exploration> {
  const found = new Map<string, Explored>();
  for (const [index, request] of requests.entries()) {
    if (signal?.aborted || (path === undefined && found.size >= MAX_FINDINGS)) break;
    if (path !== undefined && path !== String(index)) continue;
    for (const finding of await judgeRequest(property, request, scope))
      if (!found.has(nameFinding(finding))) found.set(nameFinding(finding), { finding, path: String(index) });
  }
  return { found: [...found.values()] };
}

/** Findings of a property for a request. A missing response is a finding, too. */
export function judgeRequest(property: Property, request: WireRequest, scope: Scope): Promise<readonly Finding[]> {
  return property.holds(request, scope).catch((error: unknown) => unanswered(request, scope, error));
}

function leadsNowhere(path: string): string {
  return `The path "${path}" leads to no request: it belongs to another seed, or to other contracts`;
}

/** A missing or incomplete response is a finding of the request that it belongs to, unless the run has ended. */
function unanswered(given: WireRequest, scope: Scope, error: unknown): readonly Finding[] {
  if (error instanceof Error && error.name === "AbortError") return [];
  if (error instanceof CheckError) throw error;
  if (error instanceof Unsendable) {
    scope.inconclusive(`A request was not sent: ${error.message}`);
    return [];
  }
  const { request, operation } = getFailedRequest(error) ?? { request: given, operation: scope.operation };
  const isOfGiven = operation === scope.operation && request.method === given.method;
  const broken = {
    check: "no-answer",
    basis: operation.basis,
    ...(operation !== scope.operation && { operation }),
    ...(isOfGiven && { isOfRequest: "value" as const }),
  };
  if (error instanceof Unfinished) {
    const endless = error.cause instanceof Endless ? error.cause : undefined;
    const key = endless ? "endless" : "ended early";
    return [{ ...broken, key, message: (endless ?? error).message, exchange: { request, response: error.response } }];
  }
  const message = `The request was not answered: ${error instanceof Error ? error.message : String(error)}`;
  const exchange = { request, response: { status: 0, headers: {}, body: "" } };
  if (!(error instanceof LostTarget)) return [{ ...broken, key: "no-answer", message, exchange }];
  const suspicion = "The target stopped. The cause is this request or one of the answered requests before it";
  return [{ ...broken, key: "no-answer", message: `${message}. ${suspicion}`, exchange, steps: error.suspects }];
}
