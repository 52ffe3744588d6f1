import type { WireRequest } from "../../model/wire-message.ts";
import fc from "fast-check";
import { seededNumber } from "../../../contracts/generate/index.ts";
import type { Exchange } from "../../model/exchange.ts";
import { findingsOf } from "../explore.ts";
import { idOf } from "../../findings/failure.ts";
import { labelled } from "../labelled.ts";
import type { Given, Property } from "../../scope/property.ts";
import type { Scope } from "../../scope/scope.ts";
import type { Finding } from "../../checks/finding.ts";

/** What trying a finding again came to. */
export interface Again {
  /** As it shows now; nothing where it does not. */
  readonly finding?: Finding;
  /** The last answer of the operation that was tried. */
  readonly latest?: Exchange;
  /** Whether what it would make was there already: then that it does not show says nothing. */
  readonly isTaken: boolean;
}

/** Which finding, and the way back to it. */
export interface Sought {
  readonly id: string;
  readonly path: string;
  readonly seed: number;
  readonly runs: number;
  /** Whether the way is gone from its beginning: a finding may need what was sent before it. */
  readonly isWhole: boolean;
}

/**
 * Goes the way back to a finding on the items that the scope has now: the property makes, reads and judges as it did
 * then. Requests that were recorded could not be sent instead: their credentials are masked, their ids are those of
 * items that are gone, and what a relation says of several answers is in none of them. Nothing is shrunk. Answers
 * nothing where the way leads nowhere.
 */
export async function goAgain(property: Property, scope: Scope, sought: Sought): Promise<Again | undefined> {
  const { path, seed, runs, isWhole } = sought;
  const at = path.indexOf(":");
  const given = property.given(scope, runs)[Number(path.slice(0, at))];
  if (!given) return undefined;
  let latest: Exchange | undefined;
  let found: Finding | undefined;
  let isTaken = false;
  let met: { readonly request: WireRequest; readonly by: Set<string | undefined> } | undefined;
  const seen = (exchange: Exchange, operation = scope.operation): void => {
    if (operation !== scope.operation) return;
    latest = exchange;
    const by = exchange.as?.id;
    if (exchange.request.body !== met?.request.body || met?.by.has(by)) return;
    met?.by.add(by);
    isTaken ||= exchange.response.status === 409;
  };
  const watched: Scope = {
    ...scope,
    exchange: async (request, operation) => {
      const exchange = await scope.exchange(request, operation);
      seen(exchange, operation);
      return exchange;
    },
    exchangeAs: async (as, request, operation) => {
      const exchange = await scope.exchangeAs(as, request, operation);
      if (exchange) seen(exchange, operation);
      return exchange;
    },
  };
  const look = async (request: WireRequest): Promise<boolean> => {
    met = { request, by: new Set() };
    const findings = await findingsOf(property, request, watched);
    found = findings.map((each) => labelled(each, given)).find((each) => idOf(each, scope.operation) === sought.id);
    return found !== undefined;
  };
  const way = { path: path.slice(at + 1), seed: seedOf(seed, property, given, scope), isWhole };
  if (!(await walk(given, way, look))) return undefined;
  return { ...(found && { finding: found }), ...(latest && { latest }), isTaken };
}

interface WayIn {
  readonly path: string;
  readonly seed: number;
  readonly isWhole: boolean;
}

/** Looks at the request that a way leads to, or at each on the way until it is found; false where it leads to none. */
async function walk(
  { requests, runs }: Given,
  { path, seed, isWhole }: WayIn,
  look: (request: WireRequest) => Promise<boolean>,
): Promise<boolean> {
  if (Array.isArray(requests)) {
    const list = requests as readonly WireRequest[];
    const last = Number(path);
    for (const request of list.slice(isWhole ? 0 : last, last + 1)) if (await look(request)) break;
    return last < list.length;
  }
  let isMet = false;
  const trying = fc.asyncProperty(requests as fc.Arbitrary<WireRequest>, async (request) => {
    isMet = true;
    const isFound = await look(request);
    return isWhole && !isFound;
  });
  const options = { seed, endOnFailure: true, ...(isWhole ? { numRuns: runs } : { path, numRuns: 1 }) };
  // What cannot be generated, or belongs to other contracts, leads nowhere.
  await fc.check(trying, options).catch(() => undefined);
  return isMet;
}

/** Each kind of requests has chance of its own. */
export function seedOf(seed: number, property: Property, { label }: Given, { operation }: Pick<Scope, "operation">) {
  return seededNumber(`${seed} ${property.id} ${operation.name} ${label}`);
}
