import type { Both } from "../model/pair.ts";
import type { Server } from "../model/server.ts";
import { type Contract, type Json, anonymous, isObject, valueAt, withoutTrailing } from "../../contracts/index.ts";

/** Where a document that lists no server has its own (OpenAPI 3.1, 4.8.1). */
const unlisted: readonly Server[] = [{ url: "/", places: ["/"] }];

/** Of a server with more places than these, what its variables list is compared as a whole. */
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

/** What comes in either path before that which both end with. */
export function beginningsOf({ base, revision }: Both<string>): Both<string> {
  const [ours, theirs] = [base.split("/"), revision.split("/")];
  let common = 0;
  while (common < Math.min(ours.length, theirs.length) - 1) {
    if (anonymous(ours.at(-1 - common) ?? "") !== anonymous(theirs.at(-1 - common) ?? "")) break;
    common++;
  }
  const beginning = (segments: readonly string[]): string => segments.slice(0, segments.length - common).join("/");
  return { base: beginning(ours), revision: beginning(theirs) };
}

/** Servers with what paths begin with below them. */
export function below(servers: readonly Server[], beginning: string): readonly Server[] {
  if (beginning === "") return servers;
  const extended = (url: string): string => withoutTrailing(url, "/") + beginning;
  return (servers.length === 0 ? unlisted : servers).map(({ url, places }) => ({
    url: extended(url),
    places: places.map(extended),
  }));
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
  const listed = others.length === 0 ? unlisted : others;
  const known = new Set(listed.flatMap((one) => [...one.places, one.url].map(plain)));
  const gone = servers.flatMap(({ url, places }) => {
    const twins = listed.filter((other) => plain(other.url) === plain(url));
    // With a variable that takes anything, it is everywhere.
    if (twins.some((twin) => twin.places.includes(twin.url))) return [];
    const left = places.filter((place) => !known.has(plain(place)));
    return twins.length === 0 && left.length === places.length ? [url] : left;
  });
  return [...new Set(gone)];
}

/**
 * The path of a server that is gone, where its host goes on under another version and no server has that path:
 * what was there is gone with it.
 */
export function versionGone(url: string, others: readonly Server[]): string | undefined {
  const [host, path] = halves(plain(url));
  const left = others.flatMap((one) => [one.url, ...one.places]).map((one) => halves(plain(one)));
  const isLeft = left.some(([, other]) => other === path);
  if (isLeft || !left.some((one) => one[0] === host && isOtherVersion(path, one[1]))) return undefined;
  return path.startsWith("/") ? path : `/${path}`;
}

/** "v1", "v2.1", "v3beta1". */
const version = /^v\d(?:[._-]?(?:\d|alpha|beta|rc|preview))*$/i;

/** Whether two paths differ in nothing but one segment, which is a version in both. */
function isOtherVersion(path: string, other: string): boolean {
  const [ours, theirs] = [path.split("/"), other.split("/")];
  const changed = ours.flatMap((one, index) => (one === theirs[index] ? [] : [[one, theirs[index] ?? ""] as const]));
  const [[before, after] = ["", ""], ...more] = changed;
  const isVersions = version.test(before) && version.test(after) && before.toLowerCase() !== after.toLowerCase();
  return ours.length === theirs.length && more.length === 0 && isVersions;
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
      const { enum: listed, default: usual = `{${name}}` } = isObject(variable) ? variable : {};
      const values = Array.isArray(listed) ? listed : [`{${name}}`, usual];
      // Too many are compared as one list: a place that differs in any of them is another one.
      const written = all.length * values.length > MOST_PLACES ? [`{${name}: ${values.join("|")}}`] : values;
      return all.flatMap((one) => written.map((value) => one.replaceAll(`{${name}}`, String(value))));
    },
    [url],
  );
  return [...new Set(places)];
}

/** Scheme and host, and the path without a slash at its end. */
function halves(url: string): readonly [host: string, path: string] {
  const host = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/]*/i.exec(url)?.[0] ?? "";
  return [host, withoutTrailing(url.slice(host.length), "/")];
}

/** Scheme and host in lower case, but for the names of variables, and nothing that is the default of a scheme. */
function plain(url: string): string {
  const [host, path] = halves(url);
  const lower = host.replaceAll(/\{[^{}]*\}|[^{]/g, (part) => (part.startsWith("{") ? part : part.toLowerCase()));
  return lower.replace(/^(https:.*):443$|^(http:.*):80$/, "$1$2") + path;
}
