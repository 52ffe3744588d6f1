import type { JsonSchema } from "../../model/json.ts";
import type { Operation } from "../../model/contract.ts";
import { oncePer } from "../../model/once-per.ts";
import { anonymousTemplate } from "../../model/template.ts";
import { foldedName } from "../../text/folded.ts";
import { findReference, haveSameNoun } from "../references.ts";
import { type Resource, type Resources, parseItemPath } from "../resources.ts";
import { findCollectionsAbove, findRelatives, groupByLastWord } from "./collection-groups.ts";
import { findNamedByMember } from "./named-by-member.ts";
import { readList } from "./read-list.ts";
import { holdsObject } from "../sites.ts";

const homesIn = oncePer<Resources, Map<string, Resource | undefined>>(() => new Map());

/** The resource that the items of a collection belong to: another one, if only that one reads them. */
export function findHome(resources: Resources, collection: string): Resource {
  const homes = homesIn(resources);
  if (!homes.has(collection))
    homes.set(collection, findNamedByMember(resources, collection)?.home ?? findOtherHome(resources, collection));
  return homes.get(collection) ?? resources.at(collection);
}

/**
 * "/users/{id}/playlists" creates what "/playlists/{id}" reads, "/nodes/rooms" what "/nodes/{id}" reads,
 * "/posts/{id}/reactions" lists what "/posts/{id}/reaction" creates, and "/projects/{id}/tasks" lists what "/tasks"
 * creates with a `project`: the paths and the bodies are alike.
 */
function findOtherHome(resources: Resources, collection: string): Resource | undefined {
  const { operationsAt, placeOf } = resources;
  const twin = findTwin(resources, collection);
  if (twin) return twin;
  const item = resources.idParameterOf(collection) === undefined ? [] : findItemOperations(resources, collection);
  const own = [...(operationsAt.get(collection) ?? []), ...item];
  const listed = readList(resources, collection)?.site.schema;
  const shown = shownBy(resources, own) ?? listed;
  if (
    shown === undefined ||
    getLastSegment(collection).startsWith("{") ||
    item.some((each) => placeOf(each).method === "GET")
  )
    return undefined;
  const [home, other] = findRelatives(resources, collection)
    .filter(
      (each) =>
        each !== collection &&
        canBeHome(resources, { home: each, collection, item }) &&
        (shown !== listed || isBeside(resources, each, collection) || isReferring(resources, each, collection)),
    )
    .map((each) => resources.at(each))
    .filter((each) => resources.isItemOf(shown, each));
  return other ? undefined : home;
}

/**
 * The shorter path of the same items: "/projects" for "/orgs/{id}/projects", where either the items are made at one of
 * them only, or refer to the item above.
 */
function findTwin(resources: Resources, collection: string): Resource | undefined {
  const { at, bodies, contract, operationsAt, placeOf } = resources;
  const above = parseItemPath(collection.slice(0, collection.lastIndexOf("/")));
  const own = at(collection);
  const isAboveOthers = findCollectionsAbove(resources).has(anonymousTemplate(collection));
  if (!above || !own.item || getLastSegment(collection).startsWith("{") || isAboveOthers) return undefined;
  const names = bodies.names(own.item);
  if (isOfKeys(resources, collection)) return undefined;
  const methods = findItemOperations(resources, collection).map((each) => placeOf(each).method);
  const isReadHere = methods.includes("GET");
  // A path that only removes items takes them out of the item above.
  if (methods.length > 0 && methods.every((method) => method === "DELETE")) return undefined;
  const hasCreate = (path: string): boolean =>
    operationsAt.get(path)?.some((each) => placeOf(each).method === "POST" && !each.safe) ?? false;
  const namesakes = groupByLastWord(resources).get(foldedName(getLastSegment(collection))) ?? [];
  const [found, another] = namesakes.filter((each) => {
    const scope = each.slice(0, each.lastIndexOf("}") + 1);
    const isShorter = each.split("/").length < collection.split("/").length && collection.startsWith(scope);
    if (!isShorter) return false;
    const other = at(each);
    const isRead = findItemOperations(resources, each).some((one) => placeOf(one).method === "GET");
    if (!other.item || !isRead || other.key === undefined) return false;
    const known = bodies.names(other.item);
    const isSame = names.has(other.key.property) && resources.likeness(names, known) > MIN_LIKENESS;
    if (!isSame || !holdsObject(contract, own.item ?? true)) return false;
    const refers = findReference(known, above, each) !== undefined;
    if (hasCreate(collection)) return refers || !hasCreate(each);
    return hasCreate(each) && (refers || isReadHere);
  });
  if (found !== undefined && another === undefined) return at(found);
  return undefined;
}

/** True for a path that takes items which exist by their keys: it makes none, and deletes none. */
function isOfKeys(resources: Resources, collection: string): boolean {
  const { at, bodies, operationsAt, placeOf } = resources;
  const names = bodies.names(at(collection).item ?? true);
  const addsByKey = (operation: Operation): boolean => {
    const sent = bodies.requestSchema(operation);
    const known = sent === undefined ? [] : [...bodies.names(sent)].filter((name) => names.has(name));
    return /^(POST|PUT)$/.test(placeOf(operation).method) && !operation.safe && known.length === 0;
  };
  return [...(operationsAt.get(collection) ?? []), ...findItemOperations(resources, collection)].some(addsByKey);
}

/** Least likeness of the items of two paths that are the same. */
const MIN_LIKENESS = 0.75;

function findItemOperations(resources: Resources, collection: string): readonly Operation[] {
  return resources.operationsAt.get(`${collection}/{${resources.idParameterOf(collection)}}`) ?? [];
}

/** Schema that the operations show which create or change items. */
function shownBy({ bodies, placeOf }: Resources, operations: readonly Operation[]): JsonSchema | undefined {
  const writing = operations.filter((each) => ["POST", "PUT", "PATCH"].includes(placeOf(each).method) && !each.safe);
  return writing.map((each) => bodies.responseSchema(each)).find((each) => each !== undefined);
}

/** True for paths of collections of which one can be the home of the other's items. */
function canBeHome(
  resources: Resources,
  {
    home,
    collection,
    item,
  }: { readonly home: string; readonly collection: string; readonly item: readonly Operation[] },
): boolean {
  const { operationsAt, placeOf } = resources;
  const [word, last] = [getLastSegment(collection), getLastSegment(home)];
  if (last === "" || last.startsWith("{")) return false;
  const isNamesake = haveSameNoun(collection, home);
  const isShorter = countPathLevels(home) < countPathLevels(collection);
  if (item.length === 0) return isNamesake && (isShorter || isBeside(resources, home, collection));
  const isRead = findItemOperations(resources, home).some((each) => placeOf(each).method === "GET");
  const isCreated = operationsAt.get(home)?.some((each) => placeOf(each).method === "POST") ?? false;
  if (!isRead || isCreated) return false;
  // "/admin/users/{username}" changes what "/users/{username}" reads.
  const isChanged = item.some((each) => /^(PUT|PATCH)$/.test(placeOf(each).method));
  if (isNamesake && isShorter && isChanged)
    return resources.idParameterOf(home) === resources.idParameterOf(collection);
  return collection === `${home}/${word}` && readList(resources, collection) === undefined;
}

function countPathLevels(path: string): number {
  return path.split("/").length;
}

/** True for "/posts/{id}/reaction", which no list reads, beside "/posts/{id}/reactions". */
function isBeside(resources: Resources, home: string, collection: string): boolean {
  if (readList(resources, home)) return false;
  return home.slice(0, home.lastIndexOf("/")) === collection.slice(0, collection.lastIndexOf("/"));
}

/** True for "/tasks", which creates items with a member that refers to the item above "/projects/{id}/tasks". */
function isReferring({ at, bodies, operationsAt, placeOf }: Resources, home: string, collection: string): boolean {
  const { item } = at(home);
  const above = parseItemPath(collection.slice(0, collection.lastIndexOf("/")));
  const isCreated = operationsAt.get(home)?.some((each) => placeOf(each).method === "POST" && !each.safe) ?? false;
  return (
    item !== undefined &&
    above !== undefined &&
    isCreated &&
    findReference(bodies.names(item), above, home) !== undefined
  );
}

function getLastSegment(path: string): string {
  return path.split("/").at(-1) ?? "";
}
