import type { Operation } from "../../model/contract.ts";
import { foldedName } from "../../text/folded.ts";
import { singular } from "../../text/nouns.ts";
import { getLastPathWord } from "../operation-places.ts";
import { type Resource, type Resources, parseItemPath } from "../resources.ts";
import { findReference } from "../references.ts";
import { listBodySites } from "../sites.ts";
import { FIRST } from "../steps.ts";
import { MIN_NAMES, MIN_SHOWN, findShownWhole, groupByPathWithoutParameters } from "./collection-groups.ts";
import { findHome } from "./homes.ts";
import { readList } from "./read-list.ts";

const copyWords = /copy|copies|clone|duplicat/i;

const searchWords = /^(search|find|query|filter|lookup)$/i;

/** Where the path of an operation stands to the paths of a resource. */
export type Relation =
  /** "/orders/{id}". */
  | "item"
  /** "/orders". */
  | "collection"
  /** "/orders/search" or "/orders:search". */
  | "below collection"
  /** "/orders/{id}/cancel" or "/orders/{id}:cancel". */
  | "below item"
  /** "/orders" for "/orders/{region}/{id}". */
  | "above collections"
  /** "/carts/{id}/checkout" for "/orders". */
  | "elsewhere";

/** A resource that an operation can be about. */
export interface Subject {
  readonly relation: Relation;
  readonly resource: Resource;
  /** Parameter that identifies the item of the path. */
  readonly idParameter: string | undefined;
  /** Last word of a path below a collection or an item. */
  readonly word: string;
}

/** The resources that the path of an operation leads to. */
export function findSubjects(resources: Resources, operation: Operation): readonly Subject[] {
  const { path } = resources.placeOf(operation);
  const item = parseItemPath(path);
  // "/{type}/{id}" makes "/{type}" a collection, if reading it returns a list and no item of "/".
  const isCollection = resources.idParameterOf(path) !== undefined;
  const subjects = [createSubject("collection", findHome(resources, path))];
  const home = item && findHome(resources, item.collection);
  if (item && home && !(isCollection && readList(resources, path) && !isReadAsItem(resources, path, home)))
    subjects.unshift(createSubject("item", home, item.idParameter));
  if (isCollection) return subjects;
  for (const each of findCollectionsBelow(resources, path))
    if (resources.operationsAt.has(each)) subjects.push(createSubject("above collections", resources.at(each)));
  const elsewhere = findElsewhere(resources, operation);
  if (elsewhere) subjects.push(elsewhere);
  return [...subjects, ...findSubjectsAbove(resources, path)];
}

/**
 * The resource whose item a POST responds with, at a path that leads to no item of it: "/carts/{id}/checkout" for an order
 * that "/orders/{id}" reads. Undefined if the items of two resources are as like the response.
 */
function findElsewhere(resources: Resources, operation: Operation): Subject | undefined {
  const { at, bodies, contract, likeness, operationsAt, placeOf } = resources;
  const { path, method } = placeOf(operation);
  const shown = bodies.responseSchema(operation);
  if (method !== "POST" || operation.safe || shown === undefined || (operationsAt.get(path)?.length ?? 0) > 1)
    return undefined;
  const [site] = listBodySites(contract, shown);
  if (site?.form !== "item" || site.names.size < MIN_NAMES) return undefined;
  const alike = findShownWhole(resources, site.names)
    .filter((each) => !isRightBelow(path, each))
    .map((each) => ({ resource: at(each), known: bodies.names(at(each).item ?? true) }))
    .filter(({ resource: { key }, known }) => key !== undefined && isShownWhole(known, site.names))
    .map((each) => ({ ...each, likeness: likeness(site.names, each.known) }))
    .filter((each) => each.likeness > MIN_SHOWN)
    .toSorted((one, other) => other.likeness - one.likeness);
  // Created items can be read: "/events/{id}/feeds" only lists the feeds that "/feeds/{id}" reads.
  const readable = alike.filter(({ resource }) => hasItemReader(resources, resource));
  const [nearest, second] = readable.length > 0 ? readable : alike;
  if (!nearest || nearest.likeness === second?.likeness) return undefined;
  const { resource } = nearest;
  // "/simulations/transfers/{transfer_id}/settle" names the transfer of "/transfers/{transfer_id}".
  if (!path.includes(`{${resource.idParameter}}`)) {
    if (namesItem(resources, operation, resource)) return undefined;
    return createSubject("elsewhere", resource);
  }
  const above = parseItemPath(path.slice(0, path.lastIndexOf(getLastPathWord(path)) - 1));
  const isBelowOther = above === undefined || resources.idParameterOf(above.collection) !== undefined;
  const noun = foldedName(singular(getLastPathWord(resource.collection)));
  if (isBelowOther || !foldedName(resource.idParameter ?? "").includes(noun)) return undefined;
  return createSubject("below item", resource, resource.idParameter, getLastPathWord(path));
}

/** True for "/orders/{id}/pay", "/orders/search" and "/orders:search", which are about orders by their path. */
function isRightBelow(path: string, collection: string): boolean {
  const below = path.startsWith(collection) ? path.slice(collection.length) : "";
  return /^[/:]/.test(below) && (below.startsWith("/{") || !below.slice(1).includes("/"));
}

/** True if a GET reads the items of a resource. */
function hasItemReader({ operationsAt, placeOf }: Resources, { collection, idParameter }: Resource): boolean {
  const atItem = operationsAt.get(`${collection}/{${idParameter}}`) ?? [];
  if (searchWords.test(getLastPathWord(collection))) return false;
  return atItem.some((operation) => placeOf(operation).method === "GET");
}

/** True if a request names an item by its key, and does not copy it: "/pay" with an `order_id` is about that order. */
function namesItem({ bodies }: Resources, operation: Operation, resource: Resource): boolean {
  if ([operation.path, operation.id, operation.summary].some((text) => copyWords.test(text))) return false;
  const sent = bodies.requestSchema(operation);
  const query = operation.parameters.flatMap(({ name, in: place }) => (place === "query" ? [name] : []));
  const names = new Set([...query, ...(sent === undefined ? [] : bodies.names(sent))]);
  const { collection, idParameter = "id", key } = resource;
  const isByKey = names.size === 1 && key !== undefined && names.has(key.property);
  return isByKey || findReference(names, { collection, idParameter }, "") !== undefined;
}

/** True if most members of an item are among those of a body. */
function isShownWhole(item: ReadonlySet<string>, names: ReadonlySet<string>): boolean {
  const shown = [...item].filter((name) => names.has(name));
  return item.size >= MIN_NAMES && shown.length / item.size > MIN_SHOWN;
}

/** True if a GET of a path has an item of a resource, and a POST to its collection creates such items. */
function isReadAsItem({ bodies, isItemOf, operationsAt, placeOf }: Resources, path: string, home: Resource): boolean {
  const read = operationsAt.get(path)?.find((each) => placeOf(each).method === "GET");
  const shown = read && bodies.responseSchema(read);
  const isCreated = operationsAt.get(home.collection)?.some((each) => placeOf(each).method === "POST") ?? false;
  if (shown === undefined || !isCreated || !isItemOf(shown, home)) return false;
  return !home.findItem(shown)?.site.steps.includes(FIRST);
}

/** The resources that a path is below, with its last word. */
function findSubjectsAbove(resources: Resources, path: string): readonly Subject[] {
  const [, above = "", word = ""] = /^(.*)[/:]([^/{}:]+)$/.exec(path) ?? [];
  if (word === "") return [];
  const subjects: Subject[] = [];
  const item = parseItemPath(above);
  if (item && resources.idParameterOf(item.collection) !== undefined)
    subjects.push(createSubject("below item", findHome(resources, item.collection), item.idParameter, word));
  for (const each of [...findCollectionsBelow(resources, above), above]) {
    const home = findHome(resources, each);
    if (home.idParameter !== undefined) subjects.push(createSubject("below collection", home, undefined, word));
  }
  return subjects;
}

function createSubject(relation: Relation, resource: Resource, idParameter?: string, word = ""): Subject {
  return { relation, resource, idParameter, word };
}

/** Collections whose paths only add parameters to a path. A list at the path can cover all of them. */
function findCollectionsBelow(resources: Resources, path: string): readonly string[] {
  return groupByPathWithoutParameters(resources).get(path) ?? [];
}
