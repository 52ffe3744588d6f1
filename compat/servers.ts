import { type Contract, type Json, isObject, valueAt } from "../contracts/index.ts";

/** A server as it is written, and where it is with each value that its variables list. */
export interface Server {
  readonly url: string;
  readonly places: readonly string[];
}

/** Where a document that lists no server has its own (OpenAPI 3.1, 4.8.1). */
const unlisted: readonly Server[] = [{ url: "/", places: ["/"] }];

/** Of a server with more places than these, only its URL is compared. */
const MOST_PLACES = 100;

/** The servers that a document lists. */
export function serversOf({ document }: Contract): readonly Server[] {
  return serversIn(document["servers"]) ?? [];
}

/** The path that all servers of a document have; undefined where they have different ones. */
export function basePathOf(contract: Contract): string | undefined {
  const [path = "", ...others] = new Set(serversOf(contract).map(({ url }) => halves(url)[1]));
  return others.length === 0 ? path : undefined;
}

/** Servers without their paths: where these stand in the paths of operations on the other side. */
export function withoutPaths(servers: readonly Server[]): readonly Server[] {
  const bare = (url: string): string => halves(url)[0] || "/";
  return servers.map(({ url, places }) => ({ url: bare(url), places: places.map(bare) }));
}

/** Those that an operation has in place of the document's, by itself or by its path. */
export function ownServersOf({ document }: Contract, pointer: string): readonly Server[] | undefined {
  const end = pointer.lastIndexOf("/");
  const item = valueAt(document, pointer.slice(0, end)) ?? null;
  const [own, ofPath] = [valueAt(item, pointer.slice(end)), item].map((node) =>
    serversIn(isObject(node) ? node["servers"] : undefined),
  );
  return own ?? ofPath;
}

/** What of some servers is not among others, however it is written. */
export function serversGone(servers: readonly Server[], others: readonly Server[]): string[] {
  const gone = servers.flatMap(({ url, places }) => {
    const twins = (others.length === 0 ? unlisted : others).filter((other) => plain(other.url) === plain(url));
    if (twins.length === 0) return [url];
    const known = new Set(twins.flatMap((twin) => [...twin.places, twin.url].map(plain)));
    // With a variable that takes anything, it is everywhere.
    return twins.some((twin) => twin.places.includes(twin.url))
      ? []
      : places.filter((place) => !known.has(plain(place)));
  });
  return [...new Set(gone)];
}

function serversIn(list: Json | undefined): readonly Server[] | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  return list.filter(isObject).map(({ url: said, variables }) => {
    const url = typeof said === "string" ? said : "/";
    return { url, places: placesOf(url, isObject(variables) ? variables : {}) };
  });
}

function placesOf(url: string, variables: Readonly<Record<string, Json>>): string[] {
  const places = Object.entries(variables).reduce<string[]>(
    (all, [name, variable]) => {
      const values = isObject(variable) && Array.isArray(variable["enum"]) ? variable["enum"] : [`{${name}}`];
      return all.length * values.length > MOST_PLACES
        ? all
        : all.flatMap((one) => values.map((value) => one.replaceAll(`{${name}}`, String(value))));
    },
    [url],
  );
  return [...new Set(places)];
}

/** Scheme and host, and the path without a slash at its end. */
function halves(url: string): readonly [host: string, path: string] {
  const host = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/]*/i.exec(url)?.[0] ?? "";
  return [host, url.slice(host.length).replace(/\/+$/, "")];
}

/** Scheme and host in lower case, but for the names of variables, and nothing that is the default of a scheme. */
function plain(url: string): string {
  const [host, path] = halves(url);
  const lower = host.replaceAll(/\{[^{}]*\}|[^{]/g, (part) => (part.startsWith("{") ? part : part.toLowerCase()));
  return lower.replace(/^(https:.*):443$|^(http:.*):80$/, "$1$2") + path;
}
