import { type Contract, joinPointer, valueAt } from "../../contracts/index.ts";
import { type Spoken, isOfApi, isOfSide, isTakenBack } from "../changelog/places.ts";
import { slugOf } from "../changelog/slug.ts";
import { compareVersions } from "../changelog/versions.ts";
import { type Side, partsOf } from "./parts.ts";

/** A deprecation as the changelog told of it (§9.4). */
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
  /** Ids of the changes that it announces beside: what they are of, only they tell. */
  readonly covers?: readonly string[];
  /** What took something back later, where it covers any. */
  readonly ends?: readonly TakenBack[];
}

/** That something is no longer deprecated. */
type TakenBack = Pick<Announcement, "api" | "feed" | "direction" | "operations" | "path">;

/** An entry of the changelog, as far as it may be an announcement. */
export interface PossibleAnnouncement extends Announcement {
  readonly kind: string;
  readonly rule?: string;
  /** Of a reminder: what it reminds of. */
  readonly reminds?: string;
  readonly hidden?: boolean;
}

/**
 * The entries of a changelog that announce a deprecation: not those that nobody saw, nor reminders of one; each for the
 * operations for which no later entry takes it back.
 */
export function announcementsIn(entries: readonly PossibleAnnouncement[]): Announcement[] {
  const back = entries.filter(isTakenBack);
  return entries
    .filter(({ kind, reminds, hidden }) => kind === "deprecated" && reminds === undefined && !hidden)
    .flatMap((one) => {
      const later = back.filter((entry) => isLater(entry, one));
      const covering = one.covers?.length && later.length > 0 ? { ends: later } : undefined;
      const ends = later.filter((entry) => isOfPart(entry, one));
      if (ends.length === 0) return [{ ...one, ...covering }];
      const operations = one.operations.filter((name) => !ends.some((entry) => entry.operations.includes(name)));
      return operations.length === 0 && !covering ? [] : [{ ...one, operations, ...covering }];
    });
}

function isLater(entry: PossibleAnnouncement, one: PossibleAnnouncement): boolean {
  if (entry.date !== one.date) return entry.date > one.date;
  return compareVersions(entry.version ?? "", one.version ?? "") > 0;
}

function isOfPart(entry: Spoken, one: Spoken): boolean {
  return isOfApi(entry, one) && entry.path === one.path && isOfSide(entry, one);
}

/** What is said of the life of a part by something beside the document. */
export interface Told {
  readonly api: string;
  readonly direction?: string;
  readonly operations: readonly string[];
  readonly path: string;
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

function pointersOf(contract: Contract, { operations, path, direction }: Told): readonly string[] {
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
  for (const root of roots) {
    const pointers = sides.flatMap((side) => parts.at(root, side, path));
    if (pointers.length > 0) return pointers;
  }
  return [];
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
