import type { Both } from "../model/pair.ts";
import type { Server } from "../model/server.ts";
import {
  type Contract,
  type Json,
  anonymousTemplate,
  isObject,
  valueAt,
  withoutTrailing,
} from "../../contracts/index.ts";

/** Server of a document that lists none (OpenAPI 3.1, 4.8.1). */
const defaultServers: readonly Server[] = [{ url: "/", places: ["/"] }];

/** Most URLs that the variables of a server are expanded to; with more, the lists of values are compared as a whole. */
const MAX_URLS = 100;

export function listServers({ document }: Contract): readonly Server[] {
  return readServerList(document["servers"]) ?? [];
}

/** Path that all servers of a document share; undefined if they differ. */
export function findBasePath(contract: Contract): string | undefined {
  const [path = "", ...others] = new Set(listServers(contract).map(({ url }) => splitUrl(url)[1]));
  return others.length === 0 ? path : undefined;
}

/** Removes the paths from server URLs, for a comparison with a side whose operation paths include them. */
export function withoutPaths(servers: readonly Server[]): readonly Server[] {
  const pathless = (url: string): string => splitUrl(url)[0] || "/";
  return servers.map(({ url, places }) => ({ url: pathless(url), places: places.map(pathless) }));
}

/** Splits off the common end of two paths: for "/v1/orders" and "/orders" the prefixes are "/v1" and "". */
export function pathPrefixes({ base, revision }: Both<string>): Both<string> {
  const [fromBase, fromRevision] = [base.split("/"), revision.split("/")];
  let common = 0;
  while (common < Math.min(fromBase.length, fromRevision.length) - 1) {
    if (anonymousTemplate(fromBase.at(-1 - common) ?? "") !== anonymousTemplate(fromRevision.at(-1 - common) ?? ""))
      break;
    common++;
  }
  const beginning = (segments: readonly string[]): string => segments.slice(0, segments.length - common).join("/");
  return { base: beginning(fromBase), revision: beginning(fromRevision) };
}

/** Appends the common prefix of operation paths to server URLs. */
export function withPathPrefix(servers: readonly Server[], beginning: string): readonly Server[] {
  if (beginning === "") return servers;
  const extended = (url: string): string => withoutTrailing(url, "/") + beginning;
  return (servers.length === 0 ? defaultServers : servers).map(({ url, places }) => ({
    url: extended(url),
    places: places.map(extended),
  }));
}

/** Servers of an operation or of its path item, which override those of the document. */
export function listOverridingServers({ document }: Contract, pointer: string): readonly Server[] | undefined {
  const end = pointer.lastIndexOf("/");
  const item = valueAt(document, pointer.slice(0, end)) ?? null;
  const [own, ofPath] = [valueAt(item, pointer.slice(end)), item].map((node) =>
    readServerList(isObject(node) ? node["servers"] : undefined),
  );
  return own ?? ofPath;
}

/** URLs of servers that the other list lacks. Spelling and unused variables do not count. */
export function removedServers(servers: readonly Server[], others: readonly Server[]): string[] {
  const listed = others.length === 0 ? defaultServers : others;
  const knownUrls = new Set(listed.flatMap((one) => [...one.places, one.url].map(normalizeUrl)));
  const removed = servers.flatMap(({ url, places }) => {
    const sameUrl = listed.filter((other) => normalizeUrl(other.url) === normalizeUrl(url));
    // A variable without an enum accepts any value, so every URL is covered.
    if (sameUrl.some((sameServer) => sameServer.places.includes(sameServer.url))) return [];
    const missingPlaces = places.filter((place) => !knownUrls.has(normalizeUrl(place)));
    if (sameUrl.length === 0 && missingPlaces.length === places.length) return [url];
    return missingPlaces;
  });
  return [...new Set(removed)];
}

/** Path of a removed server, if its host remains with another version in the path and no server has the old path. */
export function replacedVersionPath(url: string, others: readonly Server[]): string | undefined {
  const [host, path] = splitUrl(normalizeUrl(url));
  const missingPlaces = others.flatMap((one) => [one.url, ...one.places]).map((one) => splitUrl(normalizeUrl(one)));
  const isLeft = missingPlaces.some(([, other]) => other === path);
  if (isLeft || !missingPlaces.some((one) => one[0] === host && isOtherVersion(path, one[1]))) return undefined;
  return path.startsWith("/") ? path : `/${path}`;
}

/** Path segment of a version: "v1", "v2.1", "v3beta1". */
const versionSegment = /^v\d(?:[._-]?(?:\d|alpha|beta|rc|preview))*$/i;

/** Checks that two paths differ in one segment only, and that it is a version in both. */
function isOtherVersion(path: string, other: string): boolean {
  const [fromBase, fromRevision] = [path.split("/"), other.split("/")];
  const changed = fromBase.flatMap((one, index) =>
    one === fromRevision[index] ? [] : [[one, fromRevision[index] ?? ""] as const],
  );
  const [[before, after] = ["", ""], ...more] = changed;
  const isVersions =
    versionSegment.test(before) && versionSegment.test(after) && before.toLowerCase() !== after.toLowerCase();
  return fromBase.length === fromRevision.length && more.length === 0 && isVersions;
}

function readServerList(list: Json | undefined): readonly Server[] | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  return list.filter(isObject).map(({ url: written, variables }) => {
    const url = typeof written === "string" ? written : "/";
    return { url, places: expandVariables(url, isObject(variables) ? variables : {}) };
  });
}

function expandVariables(url: string, variables: Readonly<Record<string, Json>>): string[] {
  const places = Object.entries(variables).reduce<string[]>(
    (all, [name, variable]) => {
      const { enum: listed, default: usual = `{${name}}` } = isObject(variable) ? variable : {};
      const values = Array.isArray(listed) ? listed : [`{${name}}`, usual];
      // Too many URLs are compared as one: any difference in the list makes it another URL.
      const written = all.length * values.length > MAX_URLS ? [`{${name}: ${values.join("|")}}`] : values;
      return all.flatMap((one) => written.map((value) => one.replaceAll(`{${name}}`, String(value))));
    },
    [url],
  );
  return [...new Set(places)];
}

/** Splits a URL into scheme with host, and the path without a trailing slash. */
function splitUrl(url: string): readonly [host: string, path: string] {
  const host = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/]*/i.exec(url)?.[0] ?? "";
  return [host, withoutTrailing(url.slice(host.length), "/")];
}

/** Normalizes a URL: scheme and host in lower case, except for variable names, and no default port. */
function normalizeUrl(url: string): string {
  const [host, path] = splitUrl(url);
  const lower = host.replaceAll(/\{[^{}]*\}|[^{]/g, (part) => (part.startsWith("{") ? part : part.toLowerCase()));
  return lower.replace(/^(https:.*):443$|^(http:.*):80$/, "$1$2") + path;
}
