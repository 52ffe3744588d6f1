import type { JsonObject } from "../../model/json.ts";
import { parameterNamesIn } from "../../model/template.ts";
import { oncePer } from "../../model/once-per.ts";
import { membersOf, partsOf, typesOf } from "../../schema/schema.ts";
import { foldedName } from "../../text/folded.ts";
import { lastWord } from "../operation-places.ts";
import type { Resource, Resources } from "../resources.ts";
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

/**
 * The collection that a path shows another time: "/orders" for "/orders/recent" and "/running_orders". The path only
 * reads, its items have the key and mostly the members of those of the collection, and the collection alone creates them.
 */
export function findView(resources: Resources, path: string): View | undefined {
  const list = readList(resources, path);
  if (list === undefined || !isOnlyRead(resources, path)) return undefined;
  const views = findCandidates(resources, path)
    .filter((each) => each !== path && haveSameParameters(each, path))
    .flatMap((each) => {
      const word = findViewWord(each, path);
      return word === undefined ? [] : [{ word, home: resources.at(each) }];
    })
    .filter(({ home }) => sharesMembers(resources, list.site.names, home));
  const [found, other] = views;
  if (!found || other) return undefined;
  const shows = readState(resources, found.home, found.word);
  if (shows !== undefined) return { home: found.home, shows };
  return viewWords.test(found.word) ? { home: found.home, shows: {} } : undefined;
}

/** Collections with a create, by the path above them. */
const createdIn = oncePer<Resources, ReadonlyMap<string, readonly string[]>>((resources) =>
  Map.groupBy(
    resources.collections.filter((each) => hasOwnCreate(resources, each)),
    pathAbove,
  ),
);

/** Collections with a create at the path above a view, or beside the view. */
function findCandidates(resources: Resources, path: string): readonly string[] {
  const above = pathAbove(path);
  const created = createdIn(resources);
  const atPathAbove = created.get(pathAbove(above))?.filter((each) => each === above) ?? [];
  return [...atPathAbove, ...(created.get(above) ?? [])];
}

function pathAbove(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
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

/** The word by which the path of a view differs from that of a collection. Undefined if it is no view by its path. */
function findViewWord(collection: string, path: string): string | undefined {
  const segment = lastWord(path);
  if (pathAbove(path) === collection) return /^[^/{}:]+$/.test(segment) ? segment : undefined;
  return findWordBeside(segment, lastWord(collection));
}

/** The word of a segment beside another one: "running" of "proxies_running" and "proxies". */
function findWordBeside(segment: string, noun: string): string | undefined {
  const words = segment.split(/[-_]|(?<=[a-z])(?=[A-Z])/);
  const [word, other] = words.filter((each) => foldedName(each) !== foldedName(noun));
  return words.length === 2 && other === undefined ? word : undefined;
}

/** The state that the word of a view names: a value of an enum, or a flag. */
function readState({ bodies, contract }: Resources, { item = true }: Resource, word: string): JsonObject | undefined {
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
