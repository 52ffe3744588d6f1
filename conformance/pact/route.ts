import {
  type Contract,
  type Operation,
  type RemovedOperation,
  createRouter,
  decodeSegment,
  foldedName,
  byRouterPriority,
  nearestHint,
  routedPlaces,
} from "../../contracts/index.ts";

/** Operation of an interaction, or the reason why there is none. */
export type Routed = Found | Unrouted;

interface Found {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
  /** True if the path belongs to another API, which the pact does not name. */
  readonly isHidden: boolean;
}

export interface Unrouted {
  readonly unknown: string;
  readonly removed?: RemovedOperation;
}

/** Parts of a request that select its operation. */
interface RoutedRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
}

/**
 * Finds operations as the mock does: the most specific path of all contracts wins. An API with the provider's name or
 * title comes first, and a path may begin with such a name.
 */
export function createRoutes(contracts: readonly Contract[]) {
  const all = contracts.filter(({ kind }) => kind === "openapi");
  const router = createRouter(byRouterPriority(routedPlaces(all)));
  const removed = createRouter(all.flatMap((contract) => contract.removed));
  const matchAny = createMatcher(all, router);
  const matchers = new Map<Contract, ReturnType<typeof createMatcher>>();

  return (provider: string, { method, path, query = "" }: RoutedRequest): Routed => {
    const url = query === "" ? path : `${path}?${query}`;
    const found = matchAny(method, url);
    for (const contract of all.filter((each) => isProviderName(each, provider))) {
      const ownMatch = getContractMatcher(contract)(method, url);
      if (ownMatch) return { ...ownMatch, isHidden: found?.contract !== contract };
    }
    if (found) return { ...found, isHidden: false };
    const below = belowName(method, url);
    if (below) return { ...below, isHidden: false };
    return explainUnrouted(method, path);
  };

  function belowName(method: string, path: string): Omit<Found, "isHidden"> | undefined {
    const [, prefix = "", rest] = /^\/([^/]*)(\/.*)$/.exec(path) ?? [];
    const contract = all.find(({ api }) => api === decodeSegment(prefix));
    if (contract && rest !== undefined) return getContractMatcher(contract)(method, rest);
    return undefined;
  }

  function getContractMatcher(contract: Contract): ReturnType<typeof createMatcher> {
    let matcher = matchers.get(contract);
    if (!matcher) matchers.set(contract, (matcher = createMatcher([contract])));
    return matcher;
  }

  function explainUnrouted(method: string, path: string): Unrouted {
    const removedMatch = removed.match(method, path);
    if (removedMatch && "operation" in removedMatch)
      return { unknown: `${removedMatch.operation.name} was removed`, removed: removedMatch.operation };
    const other = router.match(method, path);
    if (other && "allow" in other) return { unknown: `${path} has no ${method}, but ${other.allow.join(", ")}` };
    const names = all.flatMap(({ routes }) => routes.map(({ name }) => name));
    const closestName = nearestHint(`${method} ${path}`, names, (name) => name);
    return { unknown: `no contract has ${method} ${path}${closestName}` };
  }
}

function isProviderName({ api, title }: Contract, provider: string): boolean {
  return [api, title].some((name) => foldedName(name) === foldedName(provider));
}

function createMatcher(
  contracts: readonly Contract[],
  router = createRouter(byRouterPriority(routedPlaces(contracts))),
) {
  return (method: string, path: string): Omit<Found, "isHidden"> | undefined => {
    const match = router.match(method, path);
    if (!match || "allow" in match) return undefined;
    const { route } = match.operation;
    const contract = contracts.find(({ routes }) => routes.includes(route));
    const operation = contract?.operations.find(({ id }) => id === route.id);
    if (contract && operation) return { contract, operation, parameters: match.parameters };
    return undefined;
  };
}
