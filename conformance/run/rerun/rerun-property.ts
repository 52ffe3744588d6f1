import { saysConflict } from "../../model/refusal-words.ts";
import fc from "fast-check";
import { seededNumber } from "../../../contracts/generate/index.ts";
import { isObject } from "../../../contracts/index.ts";
import { refusesContent } from "../../items/fields.ts";
import { type Exchange, type WireRequest, jsonIn, memberKey } from "../../model/exchange.ts";
import { freshened } from "../../requests/freshened.ts";
import { judgeRequest } from "../explore.ts";
import { computeFindingId } from "../../findings/failure.ts";
import { withLabel } from "../with-label.ts";
import type { PropertyRequests, Property } from "../../scope/property.ts";
import type { Scope } from "../../scope/scope.ts";
import type { Finding } from "../../checks/finding.ts";

/** Most bodies that are made to find texts that do not exist yet, and most of them that are sent. */
const [MAX_ATTEMPTS, MAX_FRESH] = [20, 3];

/** Result of repeating a path. */
export interface RerunOutcome {
  /** The finding as it shows now. Absent if it does not. */
  readonly finding?: Finding | undefined;
  /** Latest response of the tested operation. */
  readonly latest?: Exchange | undefined;
  /** True if the item to create existed already. A missing finding then proves nothing. */
  readonly hasConflict: boolean;
}

/** Finding to look for, and its path. */
export interface SoughtFinding {
  readonly id: string;
  readonly path: string;
  readonly seed: number;
  readonly runs: number;
  /** True to repeat the path from its start, because a finding may need earlier requests. */
  readonly isWhole: boolean;
}

/**
 * Repeats the path to a finding on the current items of the scope: the property creates, reads and judges as it did
 * before. Recorded requests cannot be sent instead: their credentials are masked, their ids belong to removed items,
 * and a relation judges several responses together. Nothing is shrunk. Returns undefined if the path leads to no
 * request.
 */
export async function rerunProperty(
  property: Property,
  scope: Scope,
  sought: SoughtFinding,
): Promise<RerunOutcome | undefined> {
  const { path, seed, runs, isWhole } = sought;
  const at = path.indexOf(":");
  const givenRequests = property.given(scope, runs)[Number(path.slice(0, at))];
  if (!givenRequests) return undefined;
  let latest: Exchange | undefined;
  let found: Finding | undefined;
  let hasConflict = false;
  let repeated: { readonly request: WireRequest; readonly by: Set<string | undefined> } | undefined;
  const recordLatest = (exchange: Exchange, operation = scope.operation): void => {
    if (operation !== scope.operation) return;
    latest = exchange;
    const by = exchange.as?.id;
    if (exchange.request.body !== repeated?.request.body || repeated?.by.has(by)) return;
    repeated?.by.add(by);
    hasConflict ||= saysConflict(exchange.response);
  };
  const watched: Scope = {
    ...scope,
    exchange: async (request, operation) => {
      const exchange = await scope.exchange(request, operation);
      recordLatest(exchange, operation);
      return exchange;
    },
    exchangeAs: async (as, request, operation) => {
      const exchange = await scope.exchangeAs(as, request, operation);
      if (exchange) recordLatest(exchange, operation);
      return exchange;
    },
  };
  const repeatRequest = async (request: WireRequest): Promise<Exchange | undefined> => {
    repeated = { request, by: new Set() };
    latest = undefined;
    const findings = await judgeRequest(property, request, watched);
    found = findings
      .map((each) => withLabel(each, givenRequests))
      .find((each) => computeFindingId(each, scope.operation) === sought.id);
    return latest;
  };
  const look = async (request: WireRequest): Promise<boolean> => {
    const answered = await repeatRequest(request);
    const mayCreate = scope.operation.method === "POST";
    if (found || !answered || !refusesContent(answered) || !mayCreate) return found !== undefined;
    // The values of the request may exist since the first try, even if its refusal does not say so.
    for (const fresh of withFreshTexts(request, scope)) {
      const again = await repeatRequest(fresh);
      if (found || !again || !refusesContent(again)) break;
    }
    return found !== undefined;
  };
  const way = { path: path.slice(at + 1), seed: deriveSeed(seed, property, givenRequests, scope), isWhole };
  if (!(await walkRequests(givenRequests, way, look))) return undefined;
  return { finding: found, latest, hasConflict };
}

/** The request with other texts that were not accepted before, some times. None if its body has no texts. */
function* withFreshTexts(request: WireRequest, { contract, operation, seed, acceptedMembers }: Scope) {
  const body = jsonIn(request);
  if (!isObject(body)) return;
  for (let attempt = 0, sent = 0; attempt < MAX_ATTEMPTS && sent < MAX_FRESH; attempt++) {
    const name = `${seed} again ${attempt}`;
    const fresh = freshened(body, { contract, operation, kept: new Set(), name });
    if (!fresh) return;
    const changed = Object.entries(fresh).filter(([key, value]) => value !== body[key]);
    if (changed.some(([key, value]) => acceptedMembers.has(memberKey(key, value)))) continue;
    sent++;
    yield { ...request, body: JSON.stringify(fresh) };
  }
}

interface WayIn {
  readonly path: string;
  readonly seed: number;
  readonly isWhole: boolean;
}

/**
 * Tests the request at the end of a path, or every request on it until the finding shows. Returns false if the path
 * leads to no request.
 */
async function walkRequests(
  { requests, runs }: PropertyRequests,
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
  // A path that cannot be generated, or belongs to other contracts, leads to no request. fast-check throws at once then.
  try {
    await fc.check(trying, options);
  } catch {
    // No request was tried, or its finding is kept already.
  }
  return isMet;
}

/** Seed of one kind of requests. */
export function deriveSeed(
  seed: number,
  property: Property,
  { label }: PropertyRequests,
  { operation }: Pick<Scope, "operation">,
) {
  return seededNumber(`${seed} ${property.id} ${operation.name} ${label}`);
}
