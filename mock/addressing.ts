import { type Contract, type Match, type Method, type Route, createRouter, decodeSegment } from "../contracts/index.ts";
import type { MockRequest, MockResponse } from "./exchange.ts";
import type { Refusal } from "./problem.ts";
import { type RefuseUnmatched, createUnmatched } from "./unmatched.ts";

/** The operation that a request names. */
interface Addressed {
  readonly route: Route;
  /** The path parameters as they came: still percent-encoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The documented path with its values. */
  readonly path: string;
  /** What the request's path has before that: the API's name, the path of a server; mostly nothing. */
  readonly prefix: string;
}

/** An operation that another one hides: same method and path, in another document. */
export interface Shadowed extends Route {
  /** How it is reached all the same: "/entity" before its path, or the host "entity.localhost". */
  readonly ways: { readonly prefix?: string; readonly host?: string };
}

/** How requests name operations: by their path, and where two documents have the same, by the API's name too. */
export interface Addressing {
  find(request: MockRequest, path: string): Addressed | Refusal;
  readonly shadowed: readonly Shadowed[];
}

/** Documents among which a path is looked for. */
interface Scope {
  match(method: string, path: string): Match<Place> | { readonly allow: readonly Method[] } | undefined;
  readonly unmatched: RefuseUnmatched;
  /** Operations that no path leads to. */
  readonly shadowed: readonly Route[];
}

/** A path that leads to an operation. */
interface Place {
  readonly method: Method;
  readonly path: string;
  /** What of that path is a server's. */
  readonly base: string;
  readonly route: Route;
}

/** Names that lead back to this machine in every browser, and nowhere else (RFC 6761, section 6.3). */
const LOCAL = ".localhost";

/**
 * An operation answers at its path, below the paths of its document's servers, and below the name of
 * its API, unless those are another operation's paths. The Host `entity.localhost` means that API alone.
 */
export function createAddressing(contracts: readonly Contract[]): Addressing {
  const whole = createScope(contracts);
  const names = new Set(contracts.map(({ api }) => api));
  const hosts = new Map([...names].map((api) => [`${api.toLowerCase()}${LOCAL}`, api]));
  const scopes = new Map<string, Scope>();
  return {
    find(request, path) {
      const api = apiOfHost(request.headers["host"]);
      if (api !== undefined) return search(scopeOf(api), request.method, path);
      const found = whole.match(request.method, path);
      if (found) return "allow" in found ? whole.unmatched(request.method, path, found.allow) : addressed(found, path);
      return belowName(request.method, path) ?? whole.unmatched(request.method, path, undefined);
    },
    get shadowed() {
      return whole.shadowed.map((route) => ({ ...route, ways: waysTo(route) }));
    },
  };

  function apiOfHost(host: string | undefined): string | undefined {
    const at = host === undefined ? -1 : host.indexOf(LOCAL);
    if (host === undefined || at < 0) return undefined;
    return hosts.get(host.replace(/:\d+$/, "").toLowerCase());
  }

  /** What begins with the name of an API means that API alone, but for what was withdrawn from this very path. */
  function belowName(method: string, path: string): Addressed | Refusal | undefined {
    const end = path.indexOf("/", 1);
    const prefix = end < 0 ? path : path.slice(0, end);
    const api = decodeSegment(prefix.slice(1));
    if (api === undefined || !names.has(api)) return undefined;
    const found = search(scopeOf(api), method, path.slice(prefix.length) || "/");
    if (!("refused" in found)) return { ...found, prefix: prefix + found.prefix };
    const gone = whole.unmatched(method, path, undefined);
    return gone.status === 410 ? gone : found;
  }

  function scopeOf(api: string): Scope {
    let scope = scopes.get(api);
    if (!scope) {
      const its = contracts.filter((contract) => contract.api === api);
      scopes.set(api, (scope = createScope(its, api)));
    }
    return scope;
  }

  function waysTo(route: Route): Shadowed["ways"] {
    const { api, method, path } = route;
    if (scopeOf(api).shadowed.includes(route)) return {};
    const prefix = `/${encodeURIComponent(api)}`;
    return {
      ...(!whole.match(method, prefix + path) && { prefix }),
      ...(/^[a-z\d-]+(\.[a-z\d-]+)*$/i.test(api) && { host: `${api.toLowerCase()}${LOCAL}` }),
    };
  }
}

/** A response whose places are below the prefix by which the request came. */
export function below(prefix: string, response: MockResponse): MockResponse {
  const location = prefix === "" ? undefined : response.headers["location"];
  if (!location?.startsWith("/")) return response;
  return { ...response, headers: { ...response.headers, location: prefix + location } };
}

function createScope(contracts: readonly Contract[], api?: string): Scope {
  const routed = contracts.flatMap(({ basePaths, routes }) =>
    routes.map((route) => {
      const bare = placeOf(route, "");
      return basePaths.length > 0
        ? { route, full: basePaths.map((base) => placeOf(route, base)), bare: [bare] }
        : { route, full: [bare], bare: [] };
    }),
  );
  // Where a document names the paths of its servers, those without are a convenience, and come last.
  const { match, shadowed } = createRouter([
    ...routed.flatMap(({ full }) => full),
    ...routed.flatMap(({ bare }) => bare),
  ]);
  const routes = routed.map(({ route }) => route);
  return {
    match,
    unmatched: createUnmatched(contracts, routes, api),
    get shadowed() {
      const hidden = new Set(shadowed);
      return routed
        .filter(({ full, bare }) => [...full, ...bare].every((place) => hidden.has(place)))
        .map(({ route }) => route);
    },
  };
}

function placeOf(route: Route, base: string): Place {
  return { method: route.method, path: base + route.path, base, route };
}

function search({ match, unmatched }: Scope, method: string, path: string): Addressed | Refusal {
  const found = match(method, path);
  return found && !("allow" in found) ? addressed(found, path) : unmatched(method, path, found?.allow);
}

function addressed({ operation: { route, base }, parameters }: Match<Place>, path: string): Addressed {
  if (base === "") return { route, parameters, path, prefix: "" };
  // By segments: a server's path may come percent-encoded otherwise than it is written.
  const at = base.split("/").length;
  const rest = `/${path.split("/").slice(at).join("/")}`;
  return { route, parameters, path: rest, prefix: path.slice(0, path.length - rest.length) };
}
