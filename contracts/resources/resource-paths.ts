import type { Contract, Operation } from "../model/contract.ts";
import { oncePer } from "../model/once-per.ts";
import { anonymousTemplate, withoutQuery } from "../model/template.ts";
import { foldedName } from "../text/folded.ts";
import { singular } from "../text/nouns.ts";

/** A key in parentheses (OData): "Orders({id})", "Orders('{id}')", "Orders(ID={id})". */
const keyInParentheses = /(\/[^/(]+)\((?:\w+=)?'?(\{[^{}]+\})'?\)(?=\/|$)/g;

/**
 * Path without a trailing slash, ".json" and query, which do not identify the resource, and with "{id}" for "${id}" and
 * for a key in parentheses.
 */
export function canonicalPath(path: string): string {
  return withoutQuery(path)
    .replace(/(\.json|\/)$/, "")
    .replaceAll("/${", "/{")
    .replaceAll(keyInParentheses, "$1/$2");
}

const versionForm = /^v\d+([._]\d+)*(-?(alpha|beta|rc|preview)\d*)?$/i;

/** Segments of a path, and the index of the one that is its version: 2 of "/api/v2/orders/{id}". */
interface VersionedPath {
  readonly segments: readonly string[];
  readonly index: number;
}

/** Undefined for a path without a version, or one with a parameter right behind it. */
function parseVersion(path: string): VersionedPath | undefined {
  const segments = path.split("/");
  const index = segments.findIndex((segment) => versionForm.test(segment));
  const root = segments[index + 1];
  if (index < 0 || root === undefined || /[{}:]/.test(root)) return undefined;
  return { segments, index };
}

/** A path without the segment of its version, in any of which it is about the same resource. */
export function unversionedPath(path: string): string {
  const { segments, index } = parseVersion(path) ?? {};
  if (segments) return segments.filter((_, place) => place !== index).join("/");
  return path;
}

/** Compiles the path of an operation's resource: in its version, and in the spelling of its collection. */
export function createResourcePaths({ operations }: Contract): (operation: Operation) => string {
  const inVersion = withoutItemNouns(operations, createVersionedPaths(operations));
  const listPathsByMethod = (methods: RegExp): string[] =>
    operations.filter((each) => methods.test(each.method)).map(inVersion);
  const posted = new Set(listPathsByMethod(/^POST$/));
  const ofOne = new Set(listPathsByMethod(/^GET$/).filter((path) => !posted.has(path)));
  const spellings = findOtherSpellings(new Set(listPathsByMethod(/./)), ofOne);
  return oncePer((operation) => {
    const path = inVersion(operation);
    const spelling = spellings.find(({ items }) => path.startsWith(`${items}/`));
    if (spelling) return spelling.collection + path.slice(spelling.items.length);
    return path;
  });
}

/**
 * Leaves out the noun of one item behind that of its collection: "/roles/{role}" for "/roles/role/{role}", and
 * "/projects/{project}/members" for "/projects/project/members" with the key of the project in the query.
 */
function withoutItemNouns(
  operations: readonly Operation[],
  pathOf: (operation: Operation) => string,
): (operation: Operation) => string {
  const paths = new Set(operations.map(pathOf));
  const templates = new Set([...paths].map(anonymousTemplate));
  const keys = new Map<string, string>();
  for (const operation of operations) {
    const segments = pathOf(operation).split("/");
    const asked = operation.parameters.filter((each) => each.in === "query").map(({ name }) => name);
    for (const place of nounsOfItems(segments, paths)) {
      const noun = foldedName(segments[place] ?? "");
      const key = asked.find((name) => [noun, `${noun}id`, `${noun}slug`].includes(foldedName(name)));
      if (key !== undefined) keys.set(segments.slice(0, place + 1).join("/"), key);
    }
  }
  return oncePer((operation) => {
    const path = pathOf(operation);
    const segments = path.split("/");
    for (const place of nounsOfItems(segments, paths).toReversed()) {
      const key = keys.get(segments.slice(0, place + 1).join("/"));
      if (/^\{[^{}]+\}$/.test(segments[place + 1] ?? "")) segments.splice(place, 1);
      else if (key !== undefined) segments[place] = `{${key}}`;
    }
    const shorter = segments.join("/");
    if (shorter !== path && templates.has(anonymousTemplate(shorter))) return path;
    return shorter;
  });
}

/** Indexes of segments that are the singular of the one before, which ends the path of a collection. */
function nounsOfItems(segments: readonly string[], paths: ReadonlySet<string>): readonly number[] {
  return segments.flatMap((segment, index) => {
    const plural = segments[index - 1] ?? "";
    const isNoun = segment !== "" && segment !== plural && foldedName(segment) === foldedName(singular(plural));
    if (isNoun && paths.has(segments.slice(0, index).join("/"))) return [index];
    return [];
  });
}

/** Path before the parameter of an item, and the path of the collection that spells it otherwise. */
interface OtherSpelling {
  readonly items: string;
  readonly collection: string;
}

/**
 * Finds the items whose path spells the word of their collection otherwise: "/order/{id}" of "/orders", "/api-key/{id}"
 * of "/apiKeys". Nothing else is at either path: no operation at "/order", no item below "/orders". "/user" that is
 * only read or changed beside "/users/{id}" is no other spelling: it is the user of the caller.
 */
function findOtherSpellings(paths: ReadonlySet<string>, ofOne: ReadonlySet<string>): readonly OtherSpelling[] {
  const ofItems = [...paths].flatMap((path) => /^(.*\/[^/{}:]+)\/\{[^{}]+\}$/.exec(path)?.[1] ?? []);
  const withItems = new Set(ofItems.map(anonymousTemplate));
  const collections = Map.groupBy(
    [...paths].filter((path) => !withItems.has(anonymousTemplate(path))),
    withoutSpelling,
  );
  return [...new Set(ofItems)].flatMap((items) => {
    if (paths.has(items)) return [];
    const isOfCaller = (path: string): boolean => ofOne.has(path) && isSingular(path) && !isSingular(items);
    const [collection, other] = (collections.get(withoutSpelling(items)) ?? []).filter((path) => !isOfCaller(path));
    if (collection !== undefined && other === undefined) return { items, collection };
    return [];
  });
}

function isSingular(path: string): boolean {
  return path.endsWith(`/${singular(path)}`);
}

/** A path whose last word is singular, without its capitals and separators, and whose parameters have no names. */
export function withoutSpelling(path: string): string {
  const place = path.lastIndexOf("/");
  return `${anonymousTemplate(path.slice(0, place))}/${foldedName(singular(path.slice(place)))}`;
}

/**
 * Compiles the path of an operation in the version of its resource. Where operations on one resource have versions of
 * their own (`POST /v10/projects`, `GET /v9/projects/{id}`), it has the version of the one that reads an item. Of two
 * versions that read items, one that alone changes them is that of both, else they are two resources. The items of a
 * collection may have another spelling of its word.
 */
function createVersionedPaths(operations: readonly Operation[]): (operation: Operation) => string {
  const placed = operations.flatMap((operation) => placeInVersion(operation) ?? []);
  const homes = new Map<string, string>();
  const bySpelling = Map.groupBy(placed, ({ collection }) => withoutSpelling(collection));
  for (const [collection, members] of Map.groupBy(placed, (each) => each.collection)) {
    const isOfCaller = isSingular(collection) && members.every(({ method }) => method === "GET");
    const isAlone = isOfCaller || members.some(({ isItem }) => isItem);
    const home = findHomeVersion(isAlone ? members : (bySpelling.get(withoutSpelling(collection)) ?? members));
    if (home !== undefined) homes.set(collection, home);
  }
  return ({ path }) => {
    const canonical = canonicalPath(path);
    const { segments, index } = parseVersion(canonical) ?? {};
    if (!segments || index === undefined) return canonical;
    const home = collectionsAround(segments, index)
      .map((each) => homes.get(each))
      .find((each) => each !== undefined);
    if (home === undefined) return canonical;
    return segments.with(index, home).join("/");
  };
}

/** An operation at a collection without parameters, or at one of its items. */
interface VersionedPlace {
  readonly version: string;
  /** Path of the collection, without the version: "/api/orders". */
  readonly collection: string;
  readonly isItem: boolean;
  readonly method: Operation["method"];
}

function placeInVersion({ method, path }: Operation): VersionedPlace | undefined {
  const { segments, index } = parseVersion(canonicalPath(path)) ?? {};
  if (!segments || index === undefined) return undefined;
  const isItem = /^\{[^{}]+\}$/.test(segments.at(-1) ?? "");
  const front = isItem ? segments.slice(0, -1) : segments;
  const hasParameters = front.some((segment) => segment.includes("{"));
  if (hasParameters || front.length <= index + 1) return undefined;
  return { version: segments[index] as string, collection: front.toSpliced(index, 1).join("/"), isItem, method };
}

/** Version in which the items of a collection are read, or else changed. Undefined if there are several. */
function findHomeVersion(places: readonly VersionedPlace[]): string | undefined {
  const atItems = places.filter(({ isItem }) => isItem);
  const listDistinctVersions = (some: readonly VersionedPlace[]): readonly string[] => [
    ...new Set(some.map(({ version }) => version)),
  ];
  const readers = listDistinctVersions(atItems.filter(({ method }) => method === "GET"));
  if (readers.length === 0) return onlyOne(listDistinctVersions(atItems));
  const writers = listDistinctVersions(places.filter(({ method }) => method !== "GET"));
  return onlyOne(readers) ?? onlyOne(writers.filter((version) => readers.includes(version)));
}

function onlyOne(versions: readonly string[]): string | undefined {
  if (versions.length === 1) return versions[0];
  return undefined;
}

/** Collections that a path can be about, without the version, the longest first: "/teams/members", "/teams". */
function collectionsAround(segments: readonly string[], index: number): readonly string[] {
  const parameter = segments.findIndex((segment) => segment.includes("{"));
  const front = segments.slice(0, parameter === -1 ? segments.length : parameter).toSpliced(index, 1);
  const words = front.map((segment) => segment.split(":", 1)[0]);
  const known = words.map((_, end) => words.slice(0, end + 1).join("/"));
  return known.slice(index).toReversed();
}
