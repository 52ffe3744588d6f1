import type { JsonSchema } from "../../model/json.ts";
import type { Operation } from "../../model/contract.ts";
import type { RoleKind } from "../../model/role.ts";
import { foldedName } from "../../text/folded.ts";
import { partsOf, typesOf } from "../../schema/schema.ts";
import { jsonOf, successOf } from "../../model/success.ts";
import { findBatch } from "./batches.ts";
import type { Placing } from "../placing.ts";
import { findSentList } from "./settings.ts";
import { type Facts, type Hypothesis, type Relation, weighRoles } from "./evidence.ts";
import { type Resource, type Resources, itemPathOf } from "../resources.ts";
import { findReference, haveSameNoun } from "../references.ts";
import { holdsKey, holdsObject } from "../sites.ts";

/** Least likeness of what a path creates to what it lists, if no path leads to its items. */
const MIN_LIKENESS = 0.5;

/** Least likeness of listed objects without a key to the items of a collection. */
const MIN_KEYLESS_LIKENESS = 0.75;

/** A resource that an operation can be about. */
type Subject = Pick<Facts, "relation" | "resource" | "word" | "idParameter">;

/** Compiles the hypotheses about the role of an operation. `others` tells the roles that other operations have. */
export function createHypotheses(
  resources: Resources,
): (operation: Operation, others: (resource: Resource, kind: RoleKind) => boolean) => readonly Hypothesis[] {
  const { bodies, contract, operationsAt, placeOf } = resources;
  const homes = new Map<string, Resource | undefined>();
  const distinguishes201 = !areAllCreated(contract.operations);
  return (operation, others) =>
    subjectsOf(operation).flatMap((subject) => weighRoles(factsOf(operation, subject, others)));

  /** The resources that the path of an operation leads to. */
  function subjectsOf(operation: Operation): readonly Subject[] {
    const { path } = placeOf(operation);
    const subject = (relation: Relation, resource: Resource, idParameter?: string, word = ""): Subject => ({
      relation,
      resource,
      idParameter,
      word,
    });
    const item = itemPathOf(path);
    // "/{type}/{id}" makes "/{type}" a collection, if reading it returns a list.
    const isCollection = resources.idParameterOf(path) !== undefined;
    const subjects = [subject("collection", homeOf(path))];
    if (item && !(isCollection && listReadAt(path)))
      subjects.unshift(subject("item", homeOf(item.collection), item.idParameter));
    if (isCollection) return subjects;
    for (const each of collectionsBelow(path))
      if (operationsAt.has(each)) subjects.push(subject("above collections", resources.at(each)));
    const [, above = "", word = ""] = /^(.*)[/:]([^/{}:]+)$/.exec(path) ?? [];
    const below = itemPathOf(above);
    if (word !== "" && below && resources.idParameterOf(below.collection) !== undefined)
      subjects.push(subject("below item", homeOf(below.collection), below.idParameter, word));
    if (word !== "")
      for (const each of [...collectionsBelow(above), above])
        if (resources.idParameterOf(each) !== undefined)
          subjects.push(subject("below collection", resources.at(each), undefined, word));
    return subjects;
  }

  /** Collections whose paths only add parameters to a path. A list at the path can cover all of them. */
  function collectionsBelow(path: string): readonly string[] {
    return resources.collections.filter(
      (each) => each.startsWith(`${path}/`) && /^(\/\{[^{}]+\})+$/.test(each.slice(path.length)),
    );
  }

  function factsOf(
    operation: Operation,
    subject: Subject,
    others: (resource: Resource, kind: RoleKind) => boolean,
  ): Facts {
    const { resource, relation, word } = subject;
    const { path, method, reason } = placeOf(operation);
    const shown = bodies.responseSchema(operation);
    const sent = bodies.requestSchema(operation);
    const list = listIn(operation, subject);
    const methods = new Set((operationsAt.get(path) ?? []).map((each) => placeOf(each).method));
    const sentNames = resource.findSent(sent)?.site.names ?? noNames;
    const known = resource.item === undefined ? noNames : bodies.names(resource.item);
    const key = resource.key?.property;
    const listsKeys =
      key !== undefined && /^ids$/i.test(word) && list !== undefined && holdsKey(contract, list.site.schema);
    return {
      ...subject,
      operation,
      method,
      reason,
      says: (words) => [path, operation.id, operation.summary].some((text) => words.test(text)),
      isKeyed: resource.idParameter !== undefined,
      isAlone: (operationsAt.get(path)?.length ?? 0) < 2,
      isListed: listReadAt(path) !== undefined,
      addsToList: listReadAt(path) !== undefined && showsListed(shown, homeOf(path), resource),
      isReadAndWritten:
        methods.has("GET") && (methods.has("PUT") || methods.has("PATCH")) && /GET|PUT|PATCH/.test(method),
      sentList: resource.idParameter === undefined && !methods.has("POST") ? sentListAt(path) : undefined,
      isContent: resource.idParameter === undefined && isContent(operation, path),
      shows: showsOf(shown, subject, methods),
      list,
      isListAlike: listsKeys || (list !== undefined && isAlike(resource, list)),
      listsKeys,
      isFilled: list !== undefined && (list.site.steps.length === 0 || isFilled(resource, list)),
      part: relation === "below item" ? partNamed(word, operation, resource.item) : undefined,
      batch: relation.endsWith("collection") ? findBatch(operation, { resource, word }, resources) : undefined,
      sendsKey: key !== undefined && sentNames.has(key),
      sendsMembers: sentNames.size > 0 && [...sentNames].every((name) => known.has(name)),
      namesMember: word.length > 3 && [...known].some((name) => foldedName(name).includes(foldedName(word))),
      documents: (status) => operation.responses.some((each) => each.status === status),
      distinguishes201,
      others: (kind) => others(resource, kind),
    };
  }

  /** True for the read of content, or for a request with content where it is read. */
  function isContent(operation: Operation, path: string): boolean {
    const operations = operationsAt.get(path) ?? [];
    const read = operations.find((each) => placeOf(each).method === "GET");
    const shown = read && successOf(read).response?.content;
    if (shown === undefined || Object.keys(shown).length === 0 || jsonOf(shown)) return false;
    const writes = operations.filter(({ body }) => body !== undefined && !jsonOf(body.content));
    return writes.includes(operation) || (operation === read && writes.length > 0);
  }

  /** Member in which a PUT or PATCH sends the list that a GET of the path shows. */
  function sentListAt(path: string): string | undefined {
    const operations = operationsAt.get(path) ?? [];
    const read = operations.find((each) => placeOf(each).method === "GET");
    const shown = read && bodies.responseSchema(read);
    const writes = operations.filter((each) => /^(PUT|PATCH)$/.test(placeOf(each).method));
    const names = writes.map((write) => findSentList(bodies, shown ?? true, bodies.requestSchema(write) ?? true));
    return names.find((name) => name !== undefined);
  }

  function listIn(operation: Operation, { relation, resource }: Subject): Placing | undefined {
    const { path, method } = placeOf(operation);
    if (relation === "collection" && method !== "GET" && !operation.safe) return listReadAt(path);
    return resource.findList(bodies.responseSchema(operation));
  }

  function showsOf(
    shown: JsonSchema | undefined,
    { resource, relation }: Subject,
    methods: ReadonlySet<string>,
  ): Facts["shows"] {
    if (shown === undefined) return "nothing";
    if (holdsObject(contract, shown)) return resources.isItemOf(shown, resource) ? "item" : "object";
    const site = resource.findItem(shown)?.site;
    if (relation === "item") {
      // A list of one item is one, where other operations change that item.
      const isChanged = ["PUT", "PATCH", "DELETE"].some((method) => methods.has(method));
      return isChanged && resources.isItemOf(shown, resource) ? "item" : "other";
    }
    if (site && resource.keyIn(site.schema) !== undefined) return "item in a list";
    const isKey = holdsKey(contract, shown) && resource.item !== undefined && holdsObject(contract, resource.item);
    return isKey ? "key" : "other";
  }

  /** True for a body with an item of the collection that a path lists, inside which that of the item above may be. */
  function showsListed(shown: JsonSchema | undefined, listed: Resource, above: Resource): boolean {
    if (listed === above) return true;
    if (shown === undefined || !resources.isItemOf(shown, listed)) return false;
    const [depth = 0, depthAbove = 0] = [listed, above].map((each) => each.findItem(shown)?.site.steps.length);
    return depth < depthAbove;
  }

  /** True for a list of objects with the key of an item, with most of its members, or of keys. */
  function isAlike(resource: Resource, { site: { schema, names } }: Placing): boolean {
    if (resources.isItemOf(schema, resource)) return true;
    if (resource.item === undefined || names.size <= 2) return false;
    return resources.likeness(names, bodies.names(resource.item)) > MIN_KEYLESS_LIKENESS;
  }

  /** True if a path without a path of items creates what it lists. */
  function isFilled(resource: Resource, list: Placing): boolean {
    const creates = (operationsAt.get(resource.collection) ?? []).filter(
      (each) => placeOf(each).method === "POST" && !each.safe,
    );
    return creates.some((create) =>
      [bodies.responseSchema(create), bodies.requestSchema(create)].some((schema) => {
        const site = resource.findItem(schema)?.site;
        return site !== undefined && resources.likeness(site.names, list.site.names) >= MIN_LIKENESS;
      }),
    );
  }

  /** Property of an item with a name, if the bodies of the operation are that property, or have only it. */
  function partNamed(word: string, operation: Operation, whole: JsonSchema | undefined): Facts["part"] {
    const names = whole === undefined ? noNames : bodies.names(whole);
    const name = [...names].find((each) => foldedName(each) === foldedName(word));
    const inner = name === undefined || whole === undefined ? undefined : bodies.member(whole, name);
    const [shown, sent] = [bodies.responseSchema(operation), bodies.requestSchema(operation)];
    if (name === undefined || inner === undefined || !/GET|PUT|PATCH|POST/.test(operation.method)) return undefined;
    if (operation.method === "POST" && !holdsObject(contract, inner)) return undefined;
    const own = [shown, sent].filter((body) => body !== undefined);
    if (own.length > 0 && own.every((body) => sharesSchema(body, inner))) return { name };
    const [only, second] = sent === undefined ? [] : [...bodies.names(sent)];
    const value = only === undefined ? undefined : bodies.member(sent ?? true, only);
    if (only === undefined || value === undefined || second !== undefined || shown !== undefined) return undefined;
    return /^(value|data|content)$/i.test(only) && sharesTypes(value, inner) ? { name, sentIn: only } : undefined;
  }

  function sharesTypes(one: JsonSchema, other: JsonSchema): boolean {
    const types: readonly string[] = typesOf(contract, other);
    return typesOf(contract, one).some((type) => type !== "null" && types.includes(type));
  }

  function sharesSchema(one: JsonSchema, other: JsonSchema): boolean {
    const textsOf = (of: JsonSchema): string[] =>
      partsOf(contract, of).flatMap((part) => ((part["$ref"] ?? part["allOf"]) ? [] : JSON.stringify(part)));
    const others = new Set(textsOf(other));
    return textsOf(one).some((text) => others.has(text));
  }

  /** The resource that the items of a collection belong to: another one, if only that one reads them. */
  function homeOf(collection: string): Resource {
    if (!homes.has(collection)) homes.set(collection, findHome(collection));
    return homes.get(collection) ?? resources.at(collection);
  }

  /**
   * "/users/{id}/playlists" creates what "/playlists/{id}" reads, "/nodes/rooms" what "/nodes/{id}" reads,
   * "/posts/{id}/reactions" lists what "/posts/{id}/reaction" creates, and "/projects/{id}/tasks" lists what "/tasks"
   * creates with a `project`: the paths and the bodies are alike.
   */
  function findHome(collection: string): Resource | undefined {
    const item = resources.idParameterOf(collection) === undefined ? [] : itemOperationsOf(collection);
    const own = [...(operationsAt.get(collection) ?? []), ...item];
    const listed = listReadAt(collection)?.site.schema;
    const shown = shownBy(own) ?? listed;
    if (
      shown === undefined ||
      lastWord(collection).startsWith("{") ||
      item.some((each) => placeOf(each).method === "GET")
    )
      return undefined;
    const [home, other] = resources.collections
      .filter(
        (each) =>
          each !== collection &&
          isAbove(each, collection, item.length > 0) &&
          (shown !== listed || isBeside(each, collection) || isReferring(each, collection)),
      )
      .map((each) => resources.at(each))
      .filter((each) => resources.isItemOf(shown, each));
    return other === undefined ? home : undefined;
  }

  function itemOperationsOf(collection: string): readonly Operation[] {
    return operationsAt.get(`${collection}/{${resources.idParameterOf(collection)}}`) ?? [];
  }

  /** Schema that the operations show which create or change items. */
  function shownBy(operations: readonly Operation[]): JsonSchema | undefined {
    const writing = operations.filter((each) => ["POST", "PUT", "PATCH"].includes(placeOf(each).method) && !each.safe);
    return writing.map((each) => bodies.responseSchema(each)).find((each) => each !== undefined);
  }

  /** True for paths of collections of which one can be the home of the other's items. */
  function isAbove(home: string, collection: string, hasItems: boolean): boolean {
    const [word, last] = [lastWord(collection), lastWord(home)];
    if (last === "" || last.startsWith("{")) return false;
    if (!hasItems)
      return (
        haveSameNoun(collection, home) &&
        (home.split("/").length < collection.split("/").length || isBeside(home, collection))
      );
    const isRead = itemOperationsOf(home).some((each) => placeOf(each).method === "GET");
    const isCreated = operationsAt.get(home)?.some((each) => placeOf(each).method === "POST") ?? false;
    return collection === `${home}/${word}` && isRead && !isCreated && listReadAt(collection) === undefined;
  }

  /** True for "/posts/{id}/reaction", which no list reads, beside "/posts/{id}/reactions". */
  function isBeside(home: string, collection: string): boolean {
    if (listReadAt(home)) return false;
    return home.slice(0, home.lastIndexOf("/")) === collection.slice(0, collection.lastIndexOf("/"));
  }

  /** True for "/tasks", which creates items with a member that refers to the item above "/projects/{id}/tasks". */
  function isReferring(home: string, collection: string): boolean {
    const { item } = resources.at(home);
    const above = itemPathOf(collection.slice(0, collection.lastIndexOf("/")));
    const isCreated = operationsAt.get(home)?.some((each) => placeOf(each).method === "POST" && !each.safe) ?? false;
    return (
      item !== undefined &&
      above !== undefined &&
      isCreated &&
      findReference(bodies.names(item), above, home) !== undefined
    );
  }

  /** List that a GET of the path returns, if it returns one. */
  function listReadAt(path: string): Placing | undefined {
    const read = operationsAt.get(path)?.find((each) => placeOf(each).method === "GET");
    return read && resources.at(path).findList(bodies.responseSchema(read));
  }
}

const noNames: ReadonlySet<string> = new Set();

/** True if all POST operations of a contract succeed with 201, and there are several: then 201 says nothing. */
function areAllCreated(operations: readonly Operation[]): boolean {
  const posts = operations.filter(({ method, safe }) => method === "POST" && !safe);
  return posts.length > 5 && posts.every((each) => successOf(each, 201).status === 201);
}

function lastWord(path: string): string {
  return path.split("/").at(-1) ?? "";
}
