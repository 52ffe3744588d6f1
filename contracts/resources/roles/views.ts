import type { JsonObject } from "../../model/json.ts";
import { anonymousTemplate, parameterNamesIn } from "../../model/template.ts";
import { oncePer } from "../../model/once-per.ts";
import { membersOf, partsOf, typesOf } from "../../schema/schema.ts";
import { foldedName } from "../../text/folded.ts";
import { lastWord } from "../operation-places.ts";
import { type Resource, type Resources, itemPathOf } from "../resources.ts";
import { readList } from "./read-list.ts";

/** A path that shows the items of a collection at another path. */
export interface View {
  readonly home: Resource;
  /** Values of the items that it shows: `{status: "open"}` for "/orders/open". Empty for all. */
  readonly shows: JsonObject;
}

/** Least part of the members that a view shows which the items of the collection have. */
const MIN_SHARED = 0.75;

/** Least number of members by which items are known. */
const MIN_NAMES = 3;

/** Words of a path that show the items of a collection in another way, or those that matter now. */
const viewWords =
  /^(recent|latest|newest|last|all|list|running|active|current|live|online|open|enabled|available|my|mine|own|me|popular|top|trending|upcoming)$/i;

/** Words of a path for those who see the same items, each from their side. */
const partyWords =
  /^(admin(istrator)?|agent|buyer|client|consumer|customer|doctor|employee|employer|guest|host|landlord|manager|me|member|merchant|my|operator|partner|patient|self|seller|staff|student|supplier|teacher|tenant|user|vendor)s?$/i;

/**
 * The collection that a path shows another time: "/orders" for "/orders/recent" and "/running_orders", and
 * "/seller/orders" for "/buyer/orders" and what is below it. The path only reads, its items have the key and mostly the
 * members of those of the collection, and the collection alone creates them.
 */
export function findView(resources: Resources, path: string): View | undefined {
  const list = readList(resources, path);
  if (list === undefined || !isOnlyRead(resources, path)) return undefined;
  const views = findCandidates(resources, path)
    .filter((each) => each !== path && haveSameParameters(each, path))
    .flatMap((each) => {
      const words = findViewWords(resources, each, path);
      return words === undefined ? [] : [{ words, home: resources.at(each) }];
    })
    .filter(({ home }) => sharesMembers(resources, list.site.names, home));
  const [found, other] = views;
  if (!found || other) return undefined;
  const shows = readState(resources, found.home, found.words);
  if (shows !== undefined) return { home: found.home, shows };
  return found.words.every((word) => viewWords.test(word)) ? { home: found.home, shows: {} } : undefined;
}

/** Collections with a create, by their paths with each segment replaced by a star. */
const createdIn = oncePer<Resources, ReadonlyMap<string, readonly string[]>>((resources) => {
  const created = resources.collections.filter((each) => hasOwnCreate(resources, each));
  const pairs = created.flatMap((each) => starred(each).map((key) => ({ key, each })));
  const groups = Map.groupBy(pairs, ({ key }) => key);
  return new Map([...groups].map(([key, members]) => [key, members.map(({ each }) => each)]));
});

function starred(path: string): readonly string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_, index) => segments.toSpliced(index + 1, 1, "*").join("/"));
}

/** Collections with a create whose path differs by one segment, or lacks the last one. */
function findCandidates(resources: Resources, path: string): readonly string[] {
  const created = createdIn(resources);
  const above = path.slice(0, path.lastIndexOf("/"));
  const isCreated = created.get(starred(above)[0] ?? "")?.includes(above) ?? false;
  return [...new Set([...(isCreated ? [above] : []), ...starred(path).flatMap((key) => created.get(key) ?? [])])];
}

/** True if nothing at a path, or at one of its items, changes anything. */
function isOnlyRead({ operationsAt, idParameterOf, placeOf }: Resources, path: string): boolean {
  const own = [path, `${path}/{${idParameterOf(path)}}`].flatMap((each) => operationsAt.get(each) ?? []);
  return own.every((operation) => placeOf(operation).method === "GET");
}

function hasOwnCreate({ operationsAt, placeOf }: Resources, path: string): boolean {
  return operationsAt.get(path)?.some((each) => placeOf(each).method === "POST" && !each.safe) ?? false;
}

function haveSameParameters(collection: string, path: string): boolean {
  return parameterNamesIn(collection).join() === parameterNamesIn(path).join();
}

function sharesMembers({ bodies }: Resources, names: ReadonlySet<string>, { item, key }: Resource): boolean {
  if (item === undefined || key === undefined || names.size < MIN_NAMES || !names.has(key.property)) return false;
  const known = bodies.names(item);
  const shared = [...names].filter((name) => known.has(name));
  return shared.length / names.size >= MIN_SHARED;
}

/**
 * The words by which the path of a view differs from that of a collection: none for another party in front of the same
 * noun. Undefined if it is no view by its path.
 */
function findViewWords(resources: Resources, collection: string, path: string): readonly string[] | undefined {
  if (path.startsWith(`${collection}/`)) {
    const word = path.slice(collection.length + 1);
    return /^[^/{}:]+$/.test(word) ? [word] : undefined;
  }
  const [own, other] = [path, collection].map((each) => each.split("/")) as [string[], string[]];
  if (own.length !== other.length) return undefined;
  const differing = own.flatMap((segment, index) => (segment === other[index] ? [] : [index]));
  const [index = -1, second] = differing;
  const [segment = "", namesake = ""] = [own[index], other[index]];
  if (index < 0 || second !== undefined || segment.startsWith("{")) return undefined;
  if (index === own.length - 1) return splitAround(segment, namesake);
  const areParties = [segment, namesake].every((word) => partyWords.test(word));
  return areParties && isReadAlike(resources, collection, path) ? [] : undefined;
}

/** True if items of both paths are named by the same parameter. Below an item, that item is of a view itself. */
function isReadAlike(resources: Resources, collection: string, path: string): boolean {
  const [one, other] = [collection, path].map((each) => resources.idParameterOf(each));
  if (one === undefined || (other !== undefined && other !== one)) return false;
  const [above, aboveOther] = [path, collection].map((each) => itemPathOf(each.replace(/\/[^/{}]+$/, ""))?.collection);
  if (above === undefined || aboveOther === undefined) return anonymousTemplate(path).split("/").length > 2;
  return findView(resources, above)?.home.collection === aboveOther;
}

/** The words of a segment beside those of another one: "running" of "proxies_running" and "proxies". */
function splitAround(segment: string, noun: string): readonly string[] | undefined {
  const words = segment.split(/[-_]|(?<=[a-z])(?=[A-Z])/);
  const others = words.filter((word) => foldedName(word) !== foldedName(noun));
  return others.length === 1 && words.length === 2 ? others : undefined;
}

/** The state that the words of a view name: a value of an enum, or a flag. */
function readState(
  { bodies, contract }: Resources,
  { item = true }: Resource,
  words: readonly string[],
): JsonObject | undefined {
  const [word] = words;
  if (word === undefined) return {};
  const wanted = foldedName(word);
  const found = [...bodies.names(item)].flatMap((name): JsonObject[] => {
    const members = membersOf(contract, item, name);
    const isFlag = typesOf(contract, { allOf: members }).join() === "boolean";
    if (isFlag && [wanted, `is${wanted}`].includes(foldedName(name))) return [{ [name]: true }];
    const values = members.flatMap((member) => partsOf(contract, member)).flatMap((part) => part["enum"] ?? []);
    const value = values.find((each) => typeof each === "string" && foldedName(each) === wanted);
    return value === undefined ? [] : [{ [name]: value }];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The collection and the values of a list at the path of a view. */
export function findShows(resources: Resources, path: string, { collection }: Resource): JsonObject | undefined {
  const view = lastWord(path).startsWith("{") || path === collection ? undefined : findView(resources, path);
  return view?.home.collection === collection ? view.shows : undefined;
}
