import type { Pair, Both } from "../model/pair.ts";
import {
  type Header,
  type MediaType,
  type Method,
  type Operation,
  type Parameter,
  type Response,
  type Webhook,
  anonymousTemplate,
} from "../../contracts/index.ts";

import { acceptsMediaType, mediaNames } from "./media-types.ts";
import { coveringStatus } from "./statuses.ts";

/**
 * Pairs operations by method and path template, without parameter names. If two templates of one document match the
 * same paths, neither counts as added or removed.
 */
export function pairOperations(base: readonly Operation[], revision: readonly Operation[]): Pair<Operation>[] {
  const routeKey = ({ method, path }: Operation): string => `${method} ${normalTemplate(path)}`;
  const byRoute = new Map(revision.toReversed().map((operation) => [routeKey(operation), operation]));
  const known = new Set(base.map(routeKey));
  return pairBy(base, revision, routeKey, ({ path }) => path).flatMap((pair): Pair<Operation>[] => {
    const sameRoute = pair.base && !pair.revision ? byRoute.get(routeKey(pair.base)) : undefined;
    if (pair.base && sameRoute) return [{ base: pair.base, revision: sameRoute }];
    if (!pair.base && pair.revision && known.has(routeKey(pair.revision))) return [];
    return [pair];
  });
}

/** Checks that the templates of two operations match the same paths. */
function isAtSamePath(one: Operation, other: Operation): boolean {
  return normalTemplate(one.path) === normalTemplate(other.path);
}

/** Checks whether any paired operation has a different path. */
export function havePathChanges(pairs: readonly Pair<Operation>[]): boolean {
  return pairs.some(({ base, revision }) => base && revision && !isAtSamePath(base, revision));
}

/** Normal form of a path template: no parameter names, one percent-encoding, query parts sorted. */
function normalTemplate(path: string): string {
  const template = anonymousTemplate(path).replace(/(?<=[?#]).*$/s, (query) => query.split("&").toSorted().join("&"));
  try {
    return decodeURI(template).replaceAll(/%[\da-f]{2}/gi, (octet) => octet.toUpperCase());
  } catch {
    return template;
  }
}

/** Pairs remaining operations by server path plus operation path, because a base path can be in either. */
export function pairByServerPath(pairs: readonly Pair<Operation>[], serverPaths: Both<string>): Pair<Operation>[] {
  if (serverPaths.base === serverPaths.revision) return [...pairs];
  const fullRoute = ({ method, path }: Operation, before: string): string =>
    `${method} ${normalTemplate(before + path)}`;
  const unpaired = new Map(
    pairs.flatMap(({ base, revision }) =>
      revision && !base ? [[fullRoute(revision, serverPaths.revision), revision]] : [],
    ),
  );
  const moved = new Map(
    pairs.flatMap(({ base, revision }) => {
      const other = base && !revision ? unpaired.get(fullRoute(base, serverPaths.base)) : undefined;
      return base && other ? [[base, other]] : [];
    }),
  );
  const movedTargets = new Set(moved.values());
  return pairs.flatMap((pair): Pair<Operation>[] => {
    const other = pair.base && moved.get(pair.base);
    if (pair.base && other) return [{ base: pair.base, revision: other }];
    if (!pair.base && pair.revision && movedTargets.has(pair.revision)) return [];
    return [pair];
  });
}

/** Webhooks by name and method. */
export function pairWebhooks<T extends { readonly name: string; readonly method: Method }>(
  base: readonly T[],
  revision: readonly T[],
): Both<T>[] {
  return onBothSides(pairBy(base, revision, ({ name, method }) => `${method} ${name}`));
}

/** Pairs callbacks by name and method, the remaining ones by their URL expression. */
export function pairCallbacks(base: readonly Webhook[], revision: readonly Webhook[]): Pair<Webhook>[] {
  const pairs = pairBy(base, revision, ({ name, method }) => `${method} ${name}`);
  const unpaired = pairBy(
    pairs.flatMap((pair) => (pair.base && !pair.revision ? [pair.base] : [])),
    pairs.flatMap((pair) => (pair.revision && !pair.base ? [pair.revision] : [])),
    ({ expression = "", method }) => `${method} ${expression}`,
  );
  return [...onBothSides(pairs), ...unpaired];
}

/** Identity of a parameter: location and name. Header names are in lower case; path parameters count by position. */
export function parameterKey({ name, in: place }: Parameter, path: string): string {
  if (place === "header") return `header ${name.toLowerCase()}`;
  const position = [...path.matchAll(/\{([^{}]*)\}/g)].findIndex(([, inner]) => inner === name);
  if (place === "path" && position >= 0) return `path ${position}`;
  return `${place} ${name}`;
}

/** Pairs bodies by media type. A media type also pairs with a range that covers it. */
export function pairMedia(base: readonly MediaType[], revision: readonly MediaType[]): Both<MediaType>[] {
  const nameOf = mediaNames(base, revision);
  const findCovering = (types: readonly MediaType[], type: string): MediaType | undefined =>
    types.find((one) => nameOf(one) === type) ?? types.find((one) => acceptsMediaType([nameOf(one)], type));
  return pairWithCovering(base, revision, nameOf, findCovering);
}

/** Pairs responses by status. A status also pairs with a range, or "default", that covers it. */
export function pairResponses(base: readonly Response[], revision: readonly Response[]): Both<Response>[] {
  const findCovering = (responses: readonly Response[], status: string): Response | undefined => {
    const known = new Map(responses.map((one) => [one.status, one]));
    return known.get(coveringStatus(known, status) ?? "");
  };
  return pairWithCovering(
    base,
    revision,
    ({ status }) => status,
    findCovering,
    ({ content }) => content.length > 0,
  );
}

/** Pairs each part of the base, and each added part of the revision, with the part that covers it on the other side. */
function pairWithCovering<T>(
  base: readonly T[],
  revision: readonly T[],
  keyOf: (item: T) => string,
  findCovering: (items: readonly T[], key: string) => T | undefined,
  hasContent: (item: T) => boolean = () => true,
): Both<T>[] {
  const [known, kept] = [new Set(base.map(keyOf)), new Set(revision.map(keyOf))];
  const pairs = base.flatMap((fromBase) => {
    const fromRevision = findCovering(revision, keyOf(fromBase));
    if (fromRevision === undefined) return [];
    return [{ base: fromBase, revision: fromRevision }];
  });
  const unpaired = revision.flatMap((fromRevision) => {
    const fromBase = known.has(keyOf(fromRevision)) ? undefined : findCovering(base, keyOf(fromRevision));
    // A range that remains still covers an added part that has no content of its own.
    if (fromBase === undefined || (kept.has(keyOf(fromBase)) && !hasContent(fromRevision))) return [];
    return [{ base: fromBase, revision: fromRevision }];
  });
  return [...pairs, ...unpaired];
}

/** Response headers by name. */
export function pairHeaders(base: readonly Header[], revision: readonly Header[]): Both<Header>[] {
  return onBothSides(pairBy(base, revision, ({ name }) => name));
}

/** Pairs items by key. Among items with the same key, those with the same detail pair first, then by order. */
function pairBy<T>(
  base: readonly T[],
  revision: readonly T[],
  keyOf: (item: T) => string,
  detailOf: (item: T) => string = () => "",
): Pair<T>[] {
  const unpaired = Map.groupBy(revision, keyOf);
  const partners = new Map<T, T>();
  for (const exact of [true, false]) {
    for (const fromBase of base) {
      if (partners.has(fromBase)) continue;
      const candidates = unpaired.get(keyOf(fromBase)) ?? [];
      const index = candidates.findIndex((fromRevision) => !exact || detailOf(fromRevision) === detailOf(fromBase));
      const [fromRevision] = index < 0 ? [] : candidates.splice(index, 1);
      if (fromRevision !== undefined) partners.set(fromBase, fromRevision);
    }
  }
  return [
    ...base.map((fromBase): Pair<T> => {
      const fromRevision = partners.get(fromBase);
      if (fromRevision === undefined) return { base: fromBase };
      return { base: fromBase, revision: fromRevision };
    }),
    ...[...unpaired.values()].flat().map((fromRevision): Pair<T> => ({ revision: fromRevision })),
  ];
}

function onBothSides<T>(pairs: readonly Pair<T>[]): Both<T>[] {
  return pairs.filter((pair): pair is Both<T> => pair.base !== undefined && pair.revision !== undefined);
}
