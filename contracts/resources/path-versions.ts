import type { Contract, Operation } from "../model/contract.ts";
import { withoutQuery } from "../model/template.ts";

/** Path without a trailing slash, ".json" and query, which do not identify the resource, and with "{id}" for "${id}". */
export function canonicalPath(path: string): string {
  return withoutQuery(path)
    .replace(/(\.json|\/)$/, "")
    .replaceAll("/${", "/{");
}

const versionForm = /^v\d+([._]\d+)*(-?(alpha|beta|rc|preview)\d*)?$/i;

/** Segments of a path, and the index of the one that is its version: 2 of "/api/v2/orders/{id}". */
interface VersionedPath {
  readonly segments: readonly string[];
  readonly index: number;
}

/** Undefined for a path without a version, or one with a parameter right behind it. */
function versionIn(path: string): VersionedPath | undefined {
  const segments = path.split("/");
  const index = segments.findIndex((segment) => versionForm.test(segment));
  const root = segments[index + 1];
  return index < 0 || root === undefined || /[{}:]/.test(root) ? undefined : { segments, index };
}

/** A path without the segment of its version, in any of which it is about the same resource. */
export function unversionedPath(path: string): string {
  const { segments, index } = versionIn(path) ?? {};
  return segments ? segments.filter((_, place) => place !== index).join("/") : path;
}

/**
 * Compiles the path of an operation's resource. Where operations on one resource have versions of their own
 * (`POST /v10/projects`, `GET /v9/projects/{id}`), it has the version of the one that reads an item. Two versions that
 * both read items are two resources.
 */
export function createResourcePaths({ operations }: Contract): (operation: Operation) => string {
  const homes = new Map<string, string>();
  const groups = Map.groupBy(operations, ({ path }) => rootOf(canonicalPath(path)));
  for (const [root, members] of groups) {
    if (root === undefined) continue;
    const readers = versionsOfItems(members.filter(({ method }) => method === "GET"));
    const [home, other] = readers.length > 0 ? readers : versionsOfItems(members);
    if (home !== undefined && other === undefined) homes.set(root, home);
  }
  return ({ path }) => {
    const canonical = canonicalPath(path);
    const { segments, index } = versionIn(canonical) ?? {};
    const home = homes.get(rootOf(canonical) ?? "");
    return segments && index !== undefined && home !== undefined ? segments.with(index, home).join("/") : canonical;
  };
}

/** Path up to the word behind the version, without the version: "/api/orders". */
function rootOf(path: string): string | undefined {
  const { segments, index } = versionIn(path) ?? {};
  return segments && index !== undefined ? [...segments.slice(0, index), segments[index + 1]].join("/") : undefined;
}

/** Versions in which operations are on an item: "v2" of "/v2/orders/{id}". */
function versionsOfItems(operations: readonly Operation[]): readonly string[] {
  const versions = operations.flatMap(({ path }) => {
    const { segments = [], index = 0 } = versionIn(canonicalPath(path)) ?? {};
    const [item = "", ...rest] = segments.slice(index + 2);
    return rest.length === 0 && /^\{[^{}]+\}$/.test(item) ? [segments[index] as string] : [];
  });
  return [...new Set(versions)];
}
