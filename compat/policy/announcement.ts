import { type Contract, anonymousTemplate, joinPointer, valueAt } from "../../contracts/index.ts";
import { type EntryPlace, isSameApi, isSameSide, isReinstatement } from "../changelog/entry-places.ts";
import { createSlug } from "../changelog/slug.ts";
import { compareVersions } from "../changelog/compare-versions.ts";
import { type DatedPart, datedPlaces } from "./dated-parts.ts";
import { type PartRoot, type Side, partsOf } from "./parts.ts";

/** A deprecation that the changelog published. */
export interface Announcement {
  /** Day of publication (YYYY-MM-DD). */
  readonly date: string;
  readonly api: string;
  /** Name of its feed if that is not the name of the API: the first name that the API had. */
  readonly feed?: string;
  /** Direction of the change, such as "request" or "response". Without it, the deprecation applies to both sides. */
  readonly direction?: string;
  /** All operations that contain the part, the nearest first. */
  readonly operations: readonly string[];
  /** Path in the exchange; empty for the operations themselves. */
  readonly path: string;
  readonly sunset?: string;
  /** Version or tag that introduced the deprecation. */
  readonly version?: string;
  /** Rule of the change, if the entry is a change. */
  readonly rule?: string;
  /** Ids of further changes that it announces. Their parts are known only by these ids. */
  readonly covers?: readonly string[];
  /** Later reinstatements, kept if the entry covers other changes or if operations may now have their own copy of the part. */
  readonly ends?: readonly Reinstatement[];
}

/** The part that an entry reports as no longer deprecated. */
type Reinstatement = Pick<Announcement, "api" | "feed" | "direction" | "operations" | "path">;

/** The members of a changelog entry that show whether it is an announcement. */
export interface PossibleAnnouncement extends Announcement {
  readonly kind: string;
  /** Id of the entry that a reminder repeats. */
  readonly reminds?: string;
  readonly hidden?: boolean;
}

/**
 * Selects the changelog entries that announce a deprecation. Hidden entries and reminders do not count. Operations for
 * which a later entry reinstates the part are left out.
 */
export function selectAnnouncements(entries: readonly PossibleAnnouncement[]): Announcement[] {
  const back = entries.filter(isReinstatement);
  return entries
    .filter(({ kind, reminds, hidden }) => kind === "deprecated" && reminds === undefined && !hidden)
    .flatMap((one) => {
      const later = back.filter((entry) => isLater(entry, one));
      const elsewhere = one.covers?.length ? later : later.filter((entry) => isOfCopy(entry, one));
      const open = elsewhere.length === 0 ? one : { ...one, ends: elsewhere };
      const ends = later.filter((entry) => isOfPart(entry, one));
      if (ends.length === 0) return [open];
      const operations = one.operations.filter((name) => !ends.some((entry) => entry.operations.includes(name)));
      if (operations.length === 0 && !(one.covers?.length && open.ends)) return [];
      return [{ ...open, operations }];
    });
}

function isLater(entry: PossibleAnnouncement, one: PossibleAnnouncement): boolean {
  if (entry.date !== one.date) return entry.date > one.date;
  return compareVersions(entry.version ?? "", one.version ?? "") > 0;
}

function isOfPart(entry: EntryPlace, one: EntryPlace): boolean {
  return isSameApi(entry, one) && entry.path === one.path && isSameSide(entry, one);
}

/** Checks whether an entry can be about a copy that one of several operations now has of a formerly shared part. */
function isOfCopy(entry: EntryPlace, one: Announcement): boolean {
  const isElsewhere = one.operations.length > 1 && entry.path !== one.path;
  return isElsewhere && isSameApi(entry, one) && isSameSide(entry, one) && haveSameName(entry.path, one.path);
}

/** Checks whether a later entry reinstated the announced part in a contract. */
export function isEnded(
  contract: Contract,
  { root, side, path }: DatedPart,
  one: EntryPlace & { readonly ends?: readonly Reinstatement[] },
): boolean {
  const name = anonymousTemplate(root.name) + path;
  // GraphQL coordinates and operations have no request or response side.
  const isOneSided = contract.kind === "openapi" && side !== "operation";
  return (one.ends ?? []).some(
    (end) =>
      (namesApi(contract, end) || isSameApi(end, one)) &&
      end.operations.some((operation) => anonymousTemplate(operation) + end.path === name) &&
      (!isOneSided || listSides(end.direction).includes(side)),
  );
}

/** Reference to a part of an API from outside its document: from an announcement or a ledger record. */
export interface PartMention {
  readonly api: string;
  readonly direction?: string;
  readonly operations: readonly string[];
  readonly path: string;
  readonly ends?: readonly Reinstatement[];
}

/** Checks whether an announcement names an API, by name, by title, or by the feed of that title if the file was renamed. */
export function namesApi(
  { api, title }: Pick<Contract, "api" | "title">,
  one: Pick<Announcement, "api" | "feed">,
): boolean {
  return one.api === api || one.api === title || createSlug(one.feed ?? one.api) === createSlug(title);
}

/** Groups mentions by the pointer of the part of the contract that they refer to. */
export function mentionsByPart<T extends PartMention>(contract: Contract, mentions: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of mentions) {
    for (const pointer of findMentionedParts(contract, one)) {
      const known = found.get(pointer);
      if (known) known.push(one);
      else found.set(pointer, [one]);
    }
  }
  return found;
}

/** Keeps the mentions of some operations. A part that these do not mention keeps the mentions of all operations. */
export function selectMentions<T extends PartMention>(
  mentions: ReadonlyMap<string, readonly T[]>,
  operations: readonly string[],
): Map<string, readonly T[]> {
  const names = new Set(operations.map(anonymousTemplate));
  return new Map(
    [...mentions].map(([pointer, all]) => {
      const own = all.filter((one) => one.operations.some((name) => names.has(anonymousTemplate(name))));
      return [pointer, own.length > 0 ? own : all];
    }),
  );
}

function findMentionedParts(contract: Contract, mention: PartMention): readonly string[] {
  const { operations, path, direction } = mention;
  // In GraphQL, operation and path together are the schema coordinate.
  if (contract.kind === "graphql")
    return operations
      .flatMap((operation) => graphqlPointers(operation + path))
      .filter((pointer) => valueAt(contract.document, pointer) !== undefined);
  const parts = partsOf(contract);
  const roots = operations.map((name) => parts.root(name)).filter((root) => root !== undefined);
  if (path === "") return roots.map(({ pointer }) => pointer);
  const sides = listSides(direction);
  // The path starts at the nearest operation. If that was removed, another operation with the same path counts.
  const nearest = roots
    .map((root) => sides.flatMap((side) => parts.at(root, side, path)))
    .find((pointers) => pointers.length > 0);
  return [
    ...(nearest ?? []),
    ...(roots.length > 1 ? findCopies(contract, mention, { roots, shared: nearest ?? [] }) : []),
  ];
}

/**
 * Pointers of the copies that operations now have of a part that they shared when it was announced. A copy counts if it
 * is the only deprecated part with that name in its operation.
 */
function findCopies(
  contract: Contract,
  mention: PartMention,
  { roots, shared }: { readonly roots: readonly PartRoot[]; readonly shared: readonly string[] },
): string[] {
  const { path, direction } = mention;
  const places = Map.groupBy(datedPlaces(contract), ({ root, side }) => `${side} ${root.name}`);
  return roots.flatMap((root) =>
    listSides(direction).flatMap((side) => {
      const own = places.get(`${side} ${root.name}`) ?? [];
      const there = [...own.map(({ pointer }) => pointer), ...partsOf(contract).at(root, side, path)];
      if (there.some((pointer) => shared.includes(pointer))) return [];
      const called = own.filter((place) => haveSameName(place.path, path));
      const isAlone = new Set(called.map((place) => place.path)).size === 1;
      if (isAlone) return called.filter((place) => !isEnded(contract, place, mention)).map(({ pointer }) => pointer);
      return [];
    }),
  );
}

/** The last property of a path with the item steps behind it: ".tags[]". */
const lastName = /(?:\.[\w$@-]+|\["(?:\\.|[^"\\])*"\])(?:\[\d*\]|\.\*|\.\/.*\/)*$/s;

/** Checks whether two paths end in the same name, in the same part of an exchange. */
function haveSameName(one: string, other: string): boolean {
  if (one === other) return true;
  const [place, name] = [/^\w+/, lastName].map((form) => form.exec(other)?.[0]);
  return place !== undefined && name !== undefined && one.startsWith(place) && one.endsWith(name);
}

/** Sides that a direction covers. Directions other than request and response cover both. */
export function listSides(direction: string | undefined): readonly Side[] {
  if (direction === "request" || direction === "response") return [direction];
  return ["request", "response"];
}

/** Possible pointers of a schema coordinate, such as "Query.user" or "Query.user(id:)", in a GraphQL document. */
export function graphqlPointers(coordinate: string): string[] {
  const [, type = "", member, argument] = /^(\w+)(?:\.(\w+))?(?:\((\w+):\))?$/.exec(coordinate) ?? [];
  if (member === undefined) return [joinPointer("", "types", type)];
  const end = argument === undefined ? [] : ["arguments", argument];
  return ["fields", "values"].map((kind) => joinPointer("", "types", type, kind, member, ...end));
}
