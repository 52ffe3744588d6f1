import type { Pair, Both } from "../model/pair.ts";
import {
  type Header,
  type MediaType,
  type Method,
  type Operation,
  type Parameter,
  type Response,
  type Webhook,
  anonymous,
} from "../../contracts/index.ts";

import { acceptsMediaType, mediaNames } from "./media-types.ts";
import { coveringStatus } from "./statuses.ts";

/**
 * Operations by method and template, parameter names ignored. Where two templates of one document
 * match the same paths, either of them stands for both: nothing is gone from the wire, nothing new.
 */
export function pairOperations(base: readonly Operation[], revision: readonly Operation[]): Pair<Operation>[] {
  const keyOf = ({ method, path }: Operation): string => `${method} ${onWire(path)}`;
  const twins = new Map(revision.toReversed().map((operation) => [keyOf(operation), operation]));
  const known = new Set(base.map(keyOf));
  return pairBy(base, revision, keyOf, ({ path }) => path).flatMap((pair): Pair<Operation>[] => {
    const twin = pair.base && !pair.revision ? twins.get(keyOf(pair.base)) : undefined;
    if (pair.base && twin) return [{ base: pair.base, revision: twin }];
    return !pair.base && pair.revision && known.has(keyOf(pair.revision)) ? [] : [pair];
  });
}

/** Whether the templates of two operations match the same paths. */
function isAtSamePath(one: Operation, other: Operation): boolean {
  return onWire(one.path) === onWire(other.path);
}

/** Whether some operations are at other paths than they were. */
export function areMoved(pairs: readonly Pair<Operation>[]): boolean {
  return pairs.some(({ base, revision }) => base && revision && !isAtSamePath(base, revision));
}

/**
 * A template as requests have it: without the names of its parameters, its letters in one spelling of URLs, and the parts of
 * a query in one order.
 */
function onWire(path: string): string {
  const template = anonymous(path).replace(/(?<=[?#]).*$/s, (query) => query.split("&").toSorted().join("&"));
  try {
    return decodeURI(template).replaceAll(/%[\da-f]{2}/gi, (octet) => octet.toUpperCase());
  } catch {
    return template;
  }
}

/**
 * What is left of both sides, by where servers and paths put it together: a base path may stand in either. `at` are the
 * paths of the servers.
 */
export function pairAtServers(pairs: readonly Pair<Operation>[], at: Both<string>): Pair<Operation>[] {
  if (at.base === at.revision) return [...pairs];
  const whole = ({ method, path }: Operation, before: string): string => `${method} ${onWire(before + path)}`;
  const left = new Map(
    pairs.flatMap(({ base, revision }) => (revision && !base ? [[whole(revision, at.revision), revision]] : [])),
  );
  const moved = new Map(
    pairs.flatMap(({ base, revision }) => {
      const other = base && !revision ? left.get(whole(base, at.base)) : undefined;
      return base && other ? [[base, other]] : [];
    }),
  );
  const taken = new Set(moved.values());
  return pairs.flatMap((pair): Pair<Operation>[] => {
    const other = pair.base && moved.get(pair.base);
    if (pair.base && other) return [{ base: pair.base, revision: other }];
    return !pair.base && pair.revision && taken.has(pair.revision) ? [] : [pair];
  });
}

/** Webhooks by name and method. */
export function pairWebhooks<T extends { readonly name: string; readonly method: Method }>(
  base: readonly T[],
  revision: readonly T[],
): Both<T>[] {
  return both(pairBy(base, revision, ({ name, method }) => `${method} ${name}`));
}

/** Callbacks by name and method; what is left by where they are sent: the key before that is the document's own. */
export function pairCallbacks(base: readonly Webhook[], revision: readonly Webhook[]): Pair<Webhook>[] {
  const pairs = pairBy(base, revision, ({ name, method }) => `${method} ${name}`);
  const left = pairBy(
    pairs.flatMap((pair) => (pair.base && !pair.revision ? [pair.base] : [])),
    pairs.flatMap((pair) => (pair.revision && !pair.base ? [pair.revision] : [])),
    ({ expression = "", method }) => `${method} ${expression}`,
  );
  return [...both(pairs), ...left];
}

/** What makes a parameter the same one: place and name; header names in lower case, path parameters by position. */
export function parameterKey({ name, in: place }: Parameter, path: string): string {
  if (place === "header") return `header ${name.toLowerCase()}`;
  const position = [...path.matchAll(/\{([^{}]*)\}/g)].findIndex(([, inner]) => inner === name);
  return place === "path" && position >= 0 ? `path ${position}` : `${place} ${name}`;
}

/** Bodies by media type; one that a range took the place of belongs to it, and so does what is left of a range. */
export function pairMedia(base: readonly MediaType[], revision: readonly MediaType[]): Both<MediaType>[] {
  const nameOf = mediaNames(base, revision);
  const tells = (types: readonly MediaType[], type: string): MediaType | undefined =>
    types.find((one) => nameOf(one) === type) ?? types.find((one) => acceptsMediaType([nameOf(one)], type));
  return pairCovered(base, revision, nameOf, tells);
}

/** Responses by status; one that a range or "default" took the place of belongs to it, and so does what is left of them. */
export function pairResponses(base: readonly Response[], revision: readonly Response[]): Both<Response>[] {
  const tells = (responses: readonly Response[], status: string): Response | undefined => {
    const known = new Map(responses.map((one) => [one.status, one]));
    return known.get(coveringStatus(known, status) ?? "");
  };
  return pairCovered(
    base,
    revision,
    ({ status }) => status,
    tells,
    ({ content }) => content.length > 0,
  );
}

/** Pairs each part with what tells of it on the other side: of the base's, and of the revision's that is new. */
function pairCovered<T>(
  base: readonly T[],
  revision: readonly T[],
  keyOf: (item: T) => string,
  tells: (items: readonly T[], key: string) => T | undefined,
  isTold: (item: T) => boolean = () => true,
): Both<T>[] {
  const [known, kept] = [new Set(base.map(keyOf)), new Set(revision.map(keyOf))];
  const pairs = base.flatMap((ours) => {
    const theirs = tells(revision, keyOf(ours));
    return theirs === undefined ? [] : [{ base: ours, revision: theirs }];
  });
  const left = revision.flatMap((theirs) => {
    const ours = known.has(keyOf(theirs)) ? undefined : tells(base, keyOf(theirs));
    // A range that is still there goes on to tell of what is singled out without a word.
    return ours === undefined || (kept.has(keyOf(ours)) && !isTold(theirs)) ? [] : [{ base: ours, revision: theirs }];
  });
  return [...pairs, ...left];
}

/** Response headers by name. */
export function pairHeaders(base: readonly Header[], revision: readonly Header[]): Both<Header>[] {
  return both(pairBy(base, revision, ({ name }) => name));
}

/** Pairs by key; of several with one key, first those of the same detail, then in order. */
function pairBy<T>(
  base: readonly T[],
  revision: readonly T[],
  keyOf: (item: T) => string,
  detailOf: (item: T) => string = () => "",
): Pair<T>[] {
  const left = Map.groupBy(revision, keyOf);
  const taken = new Map<T, T>();
  for (const exact of [true, false]) {
    for (const ours of base) {
      if (taken.has(ours)) continue;
      const candidates = left.get(keyOf(ours)) ?? [];
      const at = candidates.findIndex((theirs) => !exact || detailOf(theirs) === detailOf(ours));
      const [theirs] = at < 0 ? [] : candidates.splice(at, 1);
      if (theirs !== undefined) taken.set(ours, theirs);
    }
  }
  return [
    ...base.map((ours): Pair<T> => {
      const theirs = taken.get(ours);
      return theirs === undefined ? { base: ours } : { base: ours, revision: theirs };
    }),
    ...[...left.values()].flat().map((theirs): Pair<T> => ({ revision: theirs })),
  ];
}

function both<T>(pairs: readonly Pair<T>[]): Both<T>[] {
  return pairs.filter((pair): pair is Both<T> => pair.base !== undefined && pair.revision !== undefined);
}
