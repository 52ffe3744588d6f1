import { type Contract, anonymousTemplate, joinPointer, valueAt } from "../../contracts/index.ts";
import { type EntryPlace, isSameApi, isSameSide, isReinstatement } from "../changelog/entry-places.ts";
import { slugOf } from "../changelog/slug.ts";
import { compareVersions } from "../changelog/compare-versions.ts";
import { type DatedPart, datedPlaces } from "./dated-parts.ts";
import { type PartRoot, type Side, partsOf } from "./parts.ts";

/** A deprecation as the changelog told of it. */
export interface Announcement {
  /** The day on which it was published: YYYY-MM-DD. */
  readonly date: string;
  readonly api: string;
  /** What its feed is called, where not by the API's name: what the API went by first. */
  readonly feed?: string;
  /** "request", "response" or another direction of a change; of both sides where it does not say. */
  readonly direction?: string;
  /** Every operation that has the part, the nearest first. */
  readonly operations: readonly string[];
  /** Where in the exchange; empty for the operations themselves. */
  readonly path: string;
  readonly sunset?: string;
  /** The version, or tag, that brought it. */
  readonly version?: string;
  /** Of a change its rule. */
  readonly rule?: string;
  /** Ids of the changes that it announces beside: what they are of, only they tell. */
  readonly covers?: readonly string[];
  /** What took something back later, where it covers any, or operations may have parts of their own by now. */
  readonly ends?: readonly TakenBack[];
}

/** That something is no longer deprecated. */
type TakenBack = Pick<Announcement, "api" | "feed" | "direction" | "operations" | "path">;

/** An entry of the changelog, as far as it may be an announcement. */
export interface PossibleAnnouncement extends Announcement {
  readonly kind: string;
  /** Of a reminder: what it reminds of. */
  readonly reminds?: string;
  readonly hidden?: boolean;
}

/**
 * The entries of a changelog that announce a deprecation: not those that nobody saw, nor reminders of one; each for the
 * operations for which no later entry takes it back.
 */
export function announcementsIn(entries: readonly PossibleAnnouncement[]): Announcement[] {
  const back = entries.filter(isReinstatement);
  return entries
    .filter(({ kind, reminds, hidden }) => kind === "deprecated" && reminds === undefined && !hidden)
    .flatMap((one) => {
      const later = back.filter((entry) => isLater(entry, one));
      const elsewhere = one.covers?.length ? later : later.filter((entry) => isOfCopy(entry, one));
      const told = elsewhere.length === 0 ? one : { ...one, ends: elsewhere };
      const ends = later.filter((entry) => isOfPart(entry, one));
      if (ends.length === 0) return [told];
      const operations = one.operations.filter((name) => !ends.some((entry) => entry.operations.includes(name)));
      return operations.length === 0 && !(one.covers?.length && told.ends) ? [] : [{ ...told, operations }];
    });
}

function isLater(entry: PossibleAnnouncement, one: PossibleAnnouncement): boolean {
  if (entry.date !== one.date) return entry.date > one.date;
  return compareVersions(entry.version ?? "", one.version ?? "") > 0;
}

function isOfPart(entry: EntryPlace, one: EntryPlace): boolean {
  return isSameApi(entry, one) && entry.path === one.path && isSameSide(entry, one);
}

/** Whether an entry may be of what one of several operations has of its own by now. */
function isOfCopy(entry: EntryPlace, one: Announcement): boolean {
  const isElsewhere = one.operations.length > 1 && entry.path !== one.path;
  return isElsewhere && isSameApi(entry, one) && isSameSide(entry, one) && isCalledAs(entry.path, one.path);
}

/** Whether something took back what was announced, for a part of a contract. */
export function isEnded(
  contract: Contract,
  { root, side, path }: DatedPart,
  one: EntryPlace & { readonly ends?: readonly TakenBack[] },
): boolean {
  const name = anonymousTemplate(root.name) + path;
  // A schema coordinate says all, and an operation has no sides.
  const isOneSided = contract.kind === "openapi" && side !== "operation";
  return (one.ends ?? []).some(
    (end) =>
      (isToldOf(contract, end) || isSameApi(end, one)) &&
      end.operations.some((operation) => anonymousTemplate(operation) + end.path === name) &&
      (!isOneSided || sidesOf(end.direction).includes(side)),
  );
}

/** What is said of the life of a part by something beside the document. */
export interface Told {
  readonly api: string;
  readonly direction?: string;
  readonly operations: readonly string[];
  readonly path: string;
  readonly ends?: readonly TakenBack[];
}

/** Whether something is told of an API: by its name or its title, or in the feed of its title where its file was renamed. */
export function isToldOf(
  { api, title }: Pick<Contract, "api" | "title">,
  one: Pick<Announcement, "api" | "feed">,
): boolean {
  return one.api === api || one.api === title || slugOf(one.feed ?? one.api) === slugOf(title);
}

/** What is told of the parts of a contract, by their pointers. */
export function toldByPart<T extends Told>(contract: Contract, told: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of told) {
    for (const pointer of pointersOf(contract, one)) {
      const known = found.get(pointer);
      if (known) known.push(one);
      else found.set(pointer, [one]);
    }
  }
  return found;
}

/** What of it is told of some operations; what is told of none of these is told by all others: they only refer to it. */
export function toldAmong<T extends Told>(
  told: ReadonlyMap<string, readonly T[]>,
  operations: readonly string[],
): Map<string, readonly T[]> {
  const names = new Set(operations.map(anonymousTemplate));
  return new Map(
    [...told].map(([pointer, all]) => {
      const own = all.filter((one) => one.operations.some((name) => names.has(anonymousTemplate(name))));
      return [pointer, own.length > 0 ? own : all];
    }),
  );
}

function pointersOf(contract: Contract, told: Told): readonly string[] {
  const { operations, path, direction } = told;
  // Operation and path of what is told of a schema are its schema coordinate in two parts.
  if (contract.kind === "graphql")
    return operations
      .flatMap((operation) => graphqlPointers(operation + path))
      .filter((pointer) => valueAt(contract.document, pointer) !== undefined);
  const parts = partsOf(contract);
  const roots = operations.map((name) => parts.root(name)).filter((root) => root !== undefined);
  if (path === "") return roots.map(({ pointer }) => pointer);
  const sides = sidesOf(direction);
  // The path is that of the nearest operation; where that is gone, of another one that has it.
  const nearest = roots
    .map((root) => sides.flatMap((side) => parts.at(root, side, path)))
    .find((pointers) => pointers.length > 0);
  return [...(nearest ?? []), ...(roots.length > 1 ? copiesIn(contract, told, { roots, shared: nearest ?? [] }) : [])];
}

/**
 * What operations have of their own by now, where they shared a part when that was announced: what alone is called so, of
 * all that is deprecated in them.
 */
function copiesIn(
  contract: Contract,
  told: Told,
  { roots, shared }: { readonly roots: readonly PartRoot[]; readonly shared: readonly string[] },
): string[] {
  const { path, direction } = told;
  const places = Map.groupBy(datedPlaces(contract), ({ root, side }) => `${side} ${root.name}`);
  return roots.flatMap((root) =>
    sidesOf(direction).flatMap((side) => {
      const own = places.get(`${side} ${root.name}`) ?? [];
      const there = [...own.map(({ pointer }) => pointer), ...partsOf(contract).at(root, side, path)];
      if (there.some((pointer) => shared.includes(pointer))) return [];
      const called = own.filter((place) => isCalledAs(place.path, path));
      const isAlone = new Set(called.map((place) => place.path)).size === 1;
      return isAlone ? called.filter((place) => !isEnded(contract, place, told)).map(({ pointer }) => pointer) : [];
    }),
  );
}

/** The last property of a path, and what is meant of it: ".tags[]". */
const lastName = /(?:\.[\w$@-]+|\["(?:\\.|[^"\\])*"\])(?:\[\d*\]|\.\*|\.\/.*\/)*$/s;

/** Whether two paths lead to what has one name, in the same part of an exchange. */
function isCalledAs(one: string, other: string): boolean {
  if (one === other) return true;
  const [place, name] = [/^\w+/, lastName].map((form) => form.exec(other)?.[0]);
  return place !== undefined && name !== undefined && one.startsWith(place) && one.endsWith(name);
}

/** The sides that a direction speaks of: what a webhook sends is its request. */
export function sidesOf(direction: string | undefined): readonly Side[] {
  return direction === "request" || direction === "response" ? [direction] : ["request", "response"];
}

/** Where the document of a GraphQL schema may have what a schema coordinate names: "Query.user", "Query.user(id:)". */
export function graphqlPointers(coordinate: string): string[] {
  const [, type = "", member, argument] = /^(\w+)(?:\.(\w+))?(?:\((\w+):\))?$/.exec(coordinate) ?? [];
  if (member === undefined) return [joinPointer("", "types", type)];
  const end = argument === undefined ? [] : ["arguments", argument];
  return ["fields", "values"].map((kind) => joinPointer("", "types", type, kind, member, ...end));
}
