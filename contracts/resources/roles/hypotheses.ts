import type { JsonSchema } from "../../model/json.ts";
import type { Operation } from "../../model/contract.ts";
import type { RoleKind } from "../../model/role.ts";
import { foldedName } from "../../text/folded.ts";
import { partsOf } from "../../schema/schema.ts";
import { successOf } from "../../model/success.ts";
import { findBatch } from "./batches.ts";
import type { Placing } from "../placing.ts";
import { type Facts, type Hypothesis, type Relation, weighRoles } from "./evidence.ts";
import { type Resource, type Resources, itemPathOf } from "../resources.ts";
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
    const key = resource.key?.property;
    return {
      ...subject,
      operation,
      method,
      reason,
      says: (words) => [path, operation.id, operation.summary].some((text) => words.test(text)),
      isKeyed: resource.idParameter !== undefined,
      isAlone: (operationsAt.get(path)?.length ?? 0) < 2,
      isListed: listReadAt(path) !== undefined,
      isReadAndWritten:
        methods.has("GET") && (methods.has("PUT") || methods.has("PATCH")) && /GET|PUT|PATCH/.test(method),
      shows: showsOf(shown, subject, methods),
      list,
      isListAlike: list !== undefined && isAlike(resource, list),
      isFilled: list !== undefined && (list.site.steps.length === 0 || isFilled(resource, list)),
      part: relation === "below item" ? partNamed(word, operation, resource.item) : undefined,
      batch: relation.endsWith("collection") ? findBatch(operation, { resource, word }, resources) : undefined,
      sendsKey: key !== undefined && sentNames.has(key),
      sendsMembers:
        sentNames.size > 0 &&
        resource.item !== undefined &&
        [...sentNames].every((name) => bodies.names(resource.item ?? true).has(name)),
      documents: (status) => operation.responses.some((each) => each.status === status),
      distinguishes201,
      others: (kind) => others(resource, kind),
    };
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

  /** Property of an item with a name, if the bodies of the operation are exactly that property. */
  function partNamed(word: string, operation: Operation, whole: JsonSchema | undefined): string | undefined {
    if (whole === undefined || !/GET|PUT|PATCH/.test(operation.method)) return undefined;
    const part = [...bodies.names(whole)].find((name) => foldedName(name) === foldedName(word));
    const inner = part === undefined ? undefined : bodies.member(whole, part);
    const own = [bodies.responseSchema(operation), bodies.requestSchema(operation)].filter(
      (body) => body !== undefined,
    );
    const isPart = inner !== undefined && own.length > 0 && own.every((body) => sharesSchema(body, inner));
    return isPart ? part : undefined;
  }

  function sharesSchema(one: JsonSchema, other: JsonSchema): boolean {
    const textsOf = (of: JsonSchema): string[] =>
      partsOf(contract, of).flatMap((part) => ((part["$ref"] ?? part["allOf"]) ? [] : JSON.stringify(part)));
    const others = new Set(textsOf(other));
    return textsOf(one).some((text) => others.has(text));
  }

  /**
   * The resource that a collection holds items of: another one with a shorter path, if only that one reads them.
   * "/users/{id}/playlists" creates what "/playlists/{id}" reads: the last words are equal, and so are the bodies.
   */
  function homeOf(collection: string): Resource {
    if (!homes.has(collection)) homes.set(collection, findHome(collection));
    return homes.get(collection) ?? resources.at(collection);
  }

  function findHome(collection: string): Resource | undefined {
    const word = lastWord(collection);
    const create = operationsAt.get(collection)?.find((each) => placeOf(each).method === "POST" && !each.safe);
    const created = create && bodies.responseSchema(create);
    if (created === undefined || resources.idParameterOf(collection) !== undefined || word.startsWith("{"))
      return undefined;
    const [home, other] = resources.collections
      .filter((each) => lastWord(each) === word && each.split("/").length < collection.split("/").length)
      .map((each) => resources.at(each))
      .filter((each) => resources.isItemOf(created, each));
    return other === undefined ? home : undefined;
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
