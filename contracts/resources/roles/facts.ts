import type { JsonSchema } from "../../model/json.ts";
import type { Contract, Operation } from "../../model/contract.ts";
import { oncePer } from "../../model/once-per.ts";
import { findJsonMedia, chooseSuccess } from "../../model/success.ts";
import { listMemberSchemas, listSchemaParts, listJsonTypes } from "../../schema/schema.ts";
import { foldedName } from "../../text/folded.ts";
import { singular } from "../../text/nouns.ts";
import { statesAfter } from "../../text/verbs.ts";
import type { Placing } from "../placing.ts";
import type { Resource, Resources } from "../resources.ts";
import { holdsKey, holdsObject } from "../sites.ts";
import { splitPropertyPath, schemasAtPath } from "../steps.ts";
import { type Batch, findBatch } from "./batches.ts";
import { findHome } from "./homes.ts";
import { readList } from "./read-list.ts";
import { type Part, findPart } from "./parts.ts";
import { findSentList } from "./settings.ts";
import { type Subject, findSubjects } from "./subjects.ts";

/** Least likeness of what a path creates to what it lists, if no path leads to its items. */
const MIN_LIKENESS = 0.5;

/** Least likeness of listed objects without a key to the items of a collection. */
const MIN_KEYLESS_LIKENESS = 0.75;

const noNames: ReadonlySet<string> = new Set();

/** An operation beside a resource that it may be about, and all that tells so. */
export interface Facts extends Subject {
  readonly operation: Operation;
  /** Method, or the one that the path says. */
  readonly method: Operation["method"];
  /** Reason why the path or the method are not those that the document states. */
  readonly reason: string | undefined;
  /** True if the path, the id or the summary of the operation has one of some words. */
  readonly says: (words: RegExp) => boolean;
  /** True if a path leads to an item. */
  readonly isKeyed: boolean;
  /** True if no other operation has this path. */
  readonly isAlone: boolean;
  /** True if a GET of the path has a list. */
  readonly isListed: boolean;
  /** True for a POST to a path whose GET lists such items as the response has, or the request of one without response. */
  readonly addsToList: boolean;
  /** True if the path is both read and written. */
  readonly isReadAndWritten: boolean;
  /** Member in which requests to a path without items send the whole list that is read there. */
  readonly sentList: string | undefined;
  /** True for a path without items that is read as content, such as text or an image, and whose content is sent. */
  readonly isContent: boolean;
  /** Content of the response. */
  readonly shows: "nothing" | "object" | "item" | "item in a list" | "key" | "other";
  /** List in the response of the operation, or of the GET at its path. */
  readonly list: Placing | undefined;
  /** True for a list of items of the resource, or of their keys. */
  readonly isListAlike: boolean;
  /** True for a POST that responds with the list that the GET of its path shows. */
  readonly showsListOfGet: boolean;
  /** True for a list below a collection that has only the keys of items. */
  readonly listsKeys: boolean;
  /** True if the collection is a whole body, or a list of what is created at its path. */
  readonly isFilled: boolean;
  /** Member of the item that is named by the last word of the path. */
  readonly part: Part | undefined;
  readonly batch: Batch | undefined;
  /** True if the request has the key of an item. */
  readonly sendsKey: boolean;
  /** True if the request has only members of the item. */
  readonly sendsMembers: boolean;
  /** True if a member of the item has the last word of the path in its name, or a state that the word leads to. */
  readonly leadsToState: boolean;
  /** True for a DELETE of an item that its name calls otherwise, with a member of the item for the state after it. */
  readonly endsItem: boolean;
  readonly documents: (status: string) => boolean;
  /** True if POST operations on items of the contract succeed otherwise than with 201, too. */
  readonly distinguishes201: boolean;
}

/** The facts about an operation beside each resource that it can be about. */
export function collectFacts(resources: Resources, operation: Operation): readonly Facts[] {
  return findSubjects(resources, operation).map((subject) => gatherFacts(resources, operation, subject));
}

function gatherFacts(resources: Resources, operation: Operation, subject: Subject): Facts {
  const { bodies, contract, operationsAt, placeOf } = resources;
  const { resource, relation, word } = subject;
  const { path, method, reason } = placeOf(operation);
  const shown = bodies.responseSchema(operation);
  const list = findList(resources, operation, subject);
  const atPath = operationsAt.get(path) ?? [];
  const methods = new Set(atPath.map((each) => placeOf(each).method));
  const sentNames = resource.findSent(bodies.requestSchema(operation))?.site.names ?? noNames;
  const known = resource.item === undefined ? noNames : bodies.names(resource.item);
  const key = resource.key?.property;
  const listsKeys =
    list !== undefined &&
    holdsKey(contract, list.site.schema) &&
    (relation === "collection" ? holdsOwnKeys(resources, resource, list) : key !== undefined && /^ids$/i.test(word));
  const isKeyed = resource.idParameter !== undefined;
  const isListed = readList(resources, path) !== undefined;
  const home = findHome(resources, path);
  return {
    ...subject,
    operation,
    method,
    reason,
    says: (words) => [path, operation.id, operation.summary].some((text) => words.test(text)),
    isKeyed,
    isAlone: atPath.length < 2,
    isListed,
    addsToList:
      (isListed || home.collection !== path) &&
      method === "POST" &&
      showsListed(resources, shown ?? bodies.requestSchema(operation), { listed: home, above: resource }),
    isReadAndWritten:
      methods.has("GET") && (methods.has("PUT") || methods.has("PATCH")) && /GET|PUT|PATCH/.test(method),
    sentList: isKeyed || methods.has("POST") ? undefined : findSentListMember(resources, atPath),
    isContent: !isKeyed && isContent(resources, operation, atPath),
    shows: readShown(resources, shown, { ...subject, methods }),
    list,
    isListAlike: listsKeys || (list !== undefined && isListedAlike(resources, resource, list)),
    showsListOfGet:
      relation === "collection" && method === "POST" && methods.has("GET") && showsList(resource, shown, list),
    listsKeys,
    isFilled: list !== undefined && (list.site.steps.length === 0 || isFilled(resources, resource, list)),
    part: relation === "below item" ? findPart(resources, operation, { word, whole: resource.item }) : undefined,
    batch: relation.endsWith("collection") ? findBatch(operation, { resource, word }, resources) : undefined,
    sendsKey: key !== undefined && sentNames.has(key),
    sendsMembers: sentNames.size > 0 && [...sentNames].every((name) => known.has(name)),
    leadsToState: relation === "below item" && leadsToState(resources, resource.item, word),
    endsItem: relation === "item" && method === "DELETE" && endsItem(resources, operation, resource.item),
    documents: (status) => operation.responses.some((each) => each.status === status),
    distinguishes201: distinguishes201(contract),
  };
}

/** True for the read of content, or for a request with content where it is read. */
function isContent({ placeOf }: Resources, operation: Operation, atPath: readonly Operation[]): boolean {
  const read = atPath.find((each) => placeOf(each).method === "GET");
  const shown = read && chooseSuccess(read).response?.content;
  if (shown === undefined || shown.length === 0 || findJsonMedia(shown)) return false;
  const writes = atPath.filter(({ body }) => body !== undefined && !findJsonMedia(body.content));
  return writes.includes(operation) || (operation === read && writes.length > 0);
}

/** Member in which a PUT or PATCH sends the list that a GET of the same path shows. */
function findSentListMember({ bodies, placeOf }: Resources, atPath: readonly Operation[]): string | undefined {
  const read = atPath.find((each) => placeOf(each).method === "GET");
  const shown = read && bodies.responseSchema(read);
  if (shown === undefined) return undefined;
  const writes = atPath.filter((each) => /^(PUT|PATCH)$/.test(placeOf(each).method));
  const names = writes.map((write) => findSentList(bodies, shown, bodies.requestSchema(write) ?? true));
  return names.find((name) => name !== undefined);
}

function findList(resources: Resources, operation: Operation, { relation, resource }: Subject): Placing | undefined {
  const { path, method } = resources.placeOf(operation);
  if (relation === "collection" && method !== "GET" && !operation.safe) return readList(resources, path);
  return resource.findList(resources.bodies.responseSchema(operation));
}

/** True for a body with a list at the place of another one, of items with the same members. */
function showsList(resource: Resource, shown: JsonSchema | undefined, list: Placing | undefined): boolean {
  const site = resource.findList(shown)?.site;
  if (site === undefined || list === undefined || site.names.size !== list.site.names.size) return false;
  return (
    site.steps.join("/") === list.site.steps.join("/") && [...site.names].every((name) => list.site.names.has(name))
  );
}

function readShown(
  resources: Resources,
  shown: JsonSchema | undefined,
  { resource, relation, methods }: Subject & { readonly methods: ReadonlySet<string> },
): Facts["shows"] {
  const { contract } = resources;
  if (shown === undefined) return "nothing";
  if (holdsObject(contract, shown)) {
    if (resources.isItemOf(shown, resource)) return "item";
    return "object";
  }
  if (relation === "item") {
    // A list of one item is one, where other operations change that item.
    const isChanged = ["PUT", "PATCH", "DELETE"].some((method) => methods.has(method));
    if (isChanged && resources.isItemOf(shown, resource)) return "item";
    return "other";
  }
  const site = resource.findItem(shown)?.site;
  if (site && resource.keyIn(site.schema) !== undefined) return "item in a list";
  const isKey = holdsKey(contract, shown) && resource.item !== undefined && holdsObject(contract, resource.item);
  return isKey ? "key" : "other";
}

/**
 * True for a body with an item of the collection that a path lists, inside which that of the item above may be. A body
 * that is as much like the one as the other is listed: a POST to a list is a create first.
 */
function showsListed(
  resources: Resources,
  shown: JsonSchema | undefined,
  { listed, above }: { readonly listed: Resource; readonly above: Resource },
): boolean {
  if (listed === above) return true;
  if (shown === undefined || !resources.isItemOf(shown, listed)) return false;
  const site = listed.findItem(shown)?.site;
  const siteAbove = above.findItem(shown)?.site;
  if (site === undefined || siteAbove === undefined) return false;
  if (site.steps.length !== siteAbove.steps.length) return site.steps.length < siteAbove.steps.length;
  return likenessTo(resources, site.names, listed) >= likenessTo(resources, site.names, above);
}

function likenessTo({ bodies, likeness }: Resources, names: ReadonlySet<string>, { item }: Resource): number {
  if (item === undefined) return 0;
  return likeness(names, bodies.names(item));
}

/** True for a list of objects with the key of an item, with most of its members, or of keys. */
function isListedAlike(resources: Resources, resource: Resource, { site: { schema, names } }: Placing): boolean {
  if (resources.isItemOf(schema, resource)) return true;
  if (resource.item === undefined || names.size <= 2) return false;
  return resources.likeness(names, resources.bodies.names(resource.item)) > MIN_KEYLESS_LIKENESS;
}

/** True for a list of values in the type of the key, which are the whole body or named after the key or the items. */
function holdsOwnKeys({ contract }: Resources, resource: Resource, { site }: Placing): boolean {
  const { key, item = true, idParameter, collection } = resource;
  if (key === undefined || idParameter === undefined) return false;
  const name = site.steps.at(-1);
  const nouns = [idParameter, key.property, `${singular(collection)}${key.property}`, singular(collection)];
  const isNamed = name === undefined || nouns.some((noun) => foldedName(noun) === foldedName(singular(name)));
  const keys = schemasAtPath(contract, item, splitPropertyPath(contract, item, key.property));
  const types = keys.length === 0 ? ["string", "integer", "number"] : listJsonTypes(contract, { allOf: keys });
  return isNamed && listJsonTypes(contract, site.schema).some((type) => type !== "null" && types.includes(type));
}

/** True if a path without a path of items creates what it lists. */
function isFilled({ bodies, likeness, operationsAt, placeOf }: Resources, resource: Resource, list: Placing): boolean {
  const creates = (operationsAt.get(resource.collection) ?? []).filter(
    (each) => placeOf(each).method === "POST" && !each.safe,
  );
  return creates.some((create) =>
    [bodies.responseSchema(create), bodies.requestSchema(create)].some((schema) => {
      const site = resource.findItem(schema)?.site;
      return site !== undefined && likeness(site.names, list.site.names) >= MIN_LIKENESS;
    }),
  );
}

/** True if a member of an item has a word in its name, or lists a state that the word leads to: "cancelled". */
function leadsToState({ bodies, contract }: Resources, item: JsonSchema | undefined, word: string): boolean {
  if (item === undefined || word.length < 4) return false;
  const verb = foldedName(word);
  const states = statesAfter(verb);
  return [...bodies.names(item)].some((name) => {
    if (foldedName(name).includes(verb)) return true;
    return listMemberSchemas(contract, item, name).some((member) => hasState(contract, member, states));
  });
}

/** True if the first word of an id or a summary leads to a state that a flag or an enum of an item has: "Expire a link". */
function endsItem({ bodies, contract }: Resources, { id, summary }: Operation, item: JsonSchema | undefined): boolean {
  if (item === undefined) return false;
  const verbs = [id, summary].map((text) => foldedName(/^[A-Z]?[a-z]+/.exec(text)?.[0] ?? ""));
  const states = verbs.flatMap((verb) => [...statesAfter(verb), ...statesAfter(verb.replace(/s$/, ""))]);
  return [...bodies.names(item)].some((name) => {
    const members = listMemberSchemas(contract, item, name);
    const isFlag =
      listJsonTypes(contract, { allOf: members })
        .filter((type) => type !== "null")
        .join() === "boolean";
    if (isFlag && states.includes(foldedName(name).replace(/^is/, ""))) return true;
    return /(status|state)$/i.test(name) && members.some((member) => hasState(contract, member, states));
  });
}

/** True if an enum has one of some states. */
function hasState(contract: Contract, member: JsonSchema, states: readonly string[]): boolean {
  const values = listSchemaParts(contract, member).flatMap((part) => (Array.isArray(part["enum"]) ? part["enum"] : []));
  return values.some((value) => typeof value === "string" && states.includes(foldedName(value)));
}

/** False if all of several POST operations of a contract succeed with 201: then 201 says nothing. */
const distinguishes201 = oncePer(({ operations }: Resources["contract"]): boolean => {
  const posts = operations.filter(({ method, safe }) => method === "POST" && !safe);
  return posts.length <= 5 || posts.some((each) => chooseSuccess(each, 201).status !== 201);
});
