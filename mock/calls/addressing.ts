import {
  type Contract,
  type RouteMatch,
  type Route,
  type RoutedPlace,
  type Router,
  createRouter,
  decodeSegment,
  byRouterPriority,
  routedPlaces,
} from "../../contracts/index.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { Refusal } from "../model/problem.ts";
import { type Citation, type RefuseUnmatched, createUnmatched } from "./unmatched.ts";

/** Operation that a request names, with its path parameters still percent-encoded. */
interface Addressed extends RouteMatch<RoutedPlace> {
  /** Part of the path before the documented one: the API's name, or the path of a server. Usually absent. */
  readonly prefix?: string;
}

/** Operation whose path alone leads to another one, because another document has the same method and path. */
export interface Shadowed extends Route {
  /** API that the path alone leads to. */
  readonly by: string;
  /** Prefix of the path, or host, that reaches the operation: the path of a server, "/entity", or "entity.localhost". */
  readonly ways: { readonly prefix?: string; readonly host?: string };
}

/** Finds the operation of a request by its path, and by the API's name if two documents have the same path. */
export interface Addressing {
  find(request: MockRequest, path: string): Addressed | Refusal;
  readonly shadowed: readonly Shadowed[];
}

/** Documents in which a path is searched. */
interface Scope {
  readonly match: Router<RoutedPlace>["match"];
  readonly unmatched: RefuseUnmatched;
  readonly shadowed: readonly Hidden[];
}

/** Operation whose path alone leads to another document. */
interface Hidden {
  readonly route: Route;
  /** Path of a server. Below this path, the operation is still found. */
  readonly base: string | undefined;
}

/** Host names that every browser resolves to this machine (RFC 6761, section 6.3). */
const LOCAL_SUFFIX = ".localhost";

/**
 * An operation is found at its path, below the paths of its document's servers, and below the name of its API, unless
 * another operation has that path. The host `entity.localhost` limits the search to that API.
 */
export function createAddressing(contracts: readonly Contract[], citation: Citation = citedSection): Addressing {
  const allApis = createRouteScope(contracts, citation);
  const names = new Set(contracts.map(({ api }) => api));
  const hosts = new Map([...names].map((api) => [`${api.toLowerCase()}${LOCAL_SUFFIX}`, api]));
  const scopes = new Map<string, Scope>();
  /** Last host that names no API. Most requests have the same host. */
  let lastOtherHost: string | undefined;
  return {
    find(request, path) {
      const api = apiOfHost(request.headers["host"]);
      if (api !== undefined) return searchScope(openScope(api), request, path);
      const found = allApis.match(request.method, request.url, request.headers);
      // This runs for each request, so the result is not copied.
      if (found) {
        if ("allow" in found) return allApis.unmatched(request.method, path, found.allow);
        return withServerPrefix(found, path);
      }
      return (
        findBelowApiName(request, path) ??
        findBesideSlash(request, path) ??
        allApis.unmatched(request.method, path, undefined)
      );
    },
    get shadowed() {
      return allApis.shadowed.map((hidden) => ({
        ...hidden.route,
        by: shadowingApi(hidden),
        ways: listOtherWays(hidden),
      }));
    },
  };

  function apiOfHost(host: string | undefined): string | undefined {
    if (host === lastOtherHost || host === undefined) return undefined;
    const api = host.includes(LOCAL_SUFFIX) ? hosts.get(host.replace(/:\d+$/, "").toLowerCase()) : undefined;
    if (api === undefined) lastOtherHost = host;
    return api;
  }

  /** Searches one API if the path begins with its name. An operation that was removed from the whole path comes first. */
  function findBelowApiName(request: MockRequest, path: string): Addressed | Refusal | undefined {
    const end = path.indexOf("/", 1);
    const prefix = end < 0 ? path : path.slice(0, end);
    const api = decodeSegment(prefix.slice(1));
    if (api === undefined || !names.has(api)) return undefined;
    const rest = path.slice(prefix.length) || "/";
    const found = searchScope(openScope(api), { ...request, url: rest + request.url.slice(path.length) }, rest);
    if (!("refused" in found)) return { ...found, prefix: prefix + (found.prefix ?? "") };
    const removal = allApis.unmatched(request.method, path, undefined);
    return removal.status === 410 ? removal : found;
  }

  /**
   * Finds the operation at the path without its trailing slash, or with one: servers and clients often add or drop it.
   * The path of an item with an empty id has none.
   */
  function findBesideSlash({ method, url, headers }: MockRequest, path: string): Addressed | undefined {
    if (path.endsWith("//")) return undefined;
    const other = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
    if (path.endsWith("/") && allApis.match(method, `${path}x`)) return undefined;
    const found = allApis.match(method, other + url.slice(path.length), headers);
    if (found && !("allow" in found)) return withServerPrefix(found, other);
    return undefined;
  }

  function openScope(api: string): Scope {
    let scope = scopes.get(api);
    if (!scope) {
      const apiContracts = contracts.filter((contract) => contract.api === api);
      scopes.set(api, (scope = createRouteScope(apiContracts, citation, api)));
    }
    return scope;
  }

  function shadowingApi({ route: { api, method, path } }: Hidden): string {
    const found = allApis.match(method, path);
    if (found && !("allow" in found)) return found.operation.route.api;
    return api;
  }

  function listOtherWays({ route, base }: Hidden): Shadowed["ways"] {
    const { api, method, path } = route;
    if (openScope(api).shadowed.some((hidden) => hidden.route === route))
      return base === undefined ? {} : { prefix: base };
    const name = `/${encodeURIComponent(api)}`;
    const prefix = base ?? (allApis.match(method, name + path) ? undefined : name);
    return {
      ...(prefix !== undefined && { prefix }),
      ...(/^[a-z\d-]+(\.[a-z\d-]+)*$/i.test(api) && { host: `${api.toLowerCase()}${LOCAL_SUFFIX}` }),
    };
  }
}

function citedSection(section: string): string {
  return `section ${section} of the specification`;
}

/** Response whose `Location` has the prefix of the request. */
export function withPrefixedLocation(prefix: string | undefined, response: MockResponse): MockResponse {
  const location = prefix === undefined ? undefined : response.headers["location"];
  if (!location?.startsWith("/")) return response;
  return { ...response, headers: { ...response.headers, location: prefix + location } };
}

function createRouteScope(contracts: readonly Contract[], citation: Citation, api?: string): Scope {
  const routed = routedPlaces(contracts);
  const { match, shadowed } = createRouter(byRouterPriority(routed));
  const routes = routed.map(({ route }) => route);
  return {
    match,
    unmatched: createUnmatched(contracts, routes, { api, citation }),
    get shadowed() {
      const hidden = new Set(shadowed);
      return routed
        .filter(({ full, bare }) => hidden.has(bare[0] ?? (full[0] as RoutedPlace)))
        .map(({ route, full }) => ({ route, base: full.find((place) => !hidden.has(place))?.base }));
    },
  };
}

function searchScope({ match, unmatched }: Scope, request: MockRequest, path: string): Addressed | Refusal {
  const found = match(request.method, request.url, request.headers);
  if (found && !("allow" in found)) return withServerPrefix(found, path);
  return unmatched(request.method, path, found?.allow);
}

/** Compares segments, because a request may percent-encode a server's path in another way. */
function withServerPrefix(found: RouteMatch<RoutedPlace>, path: string): Addressed {
  const { base } = found.operation;
  if (base === "") return found;
  return { ...found, prefix: path.split("/").slice(0, base.split("/").length).join("/") };
}
