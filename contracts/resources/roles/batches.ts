import type { Operation } from "../../model/contract.ts";
import { foldedName } from "../../text/folded.ts";
import { listSchemaParts } from "../../schema/schema.ts";
import { singular } from "../../text/nouns.ts";
import { idListNames, getLastPathWord } from "../operation-places.ts";
import { type ListPlace, describeListPlace } from "../item-role.ts";
import { readList } from "./read-list.ts";
import { type Effect, effectOfWord } from "../path-verbs.ts";
import type { Resource, Resources } from "../resources.ts";
import { type Site, holdsObject } from "../sites.ts";
import { FIRST } from "../steps.ts";

const effectByMethod: Readonly<Partial<Record<Operation["method"], Effect>>> = {
  POST: "create",
  PUT: "replace",
  PATCH: "update",
  DELETE: "delete",
};

/** An operation on several items of a collection, which its request lists. */
export interface Batch extends ListPlace {
  readonly kind: Effect;
  /** Path to the list in the request: "" is the body itself. */
  readonly each: string;
  /** Path to the only item that the response has. */
  readonly wrapper?: string;
  /** Path to the first of the new items in the request. */
  readonly sentIn?: string;
}

/** Names of lists that hold new items of any kind beside options. */
const listNames = /^(data|items|rows|records|entries|values|objects|elements|resources|list)$/i;

/** Names of members that say to what the listed objects belong. */
const referenceNames = /(^|_)(id|arn|uuid|uri|key)$|[a-z](Id|ID|Arn|ARN|Uuid|Uri|Key)$/;

/**
 * The batch of an operation: its body lists items of a collection, or their ids, and its path or method has the same
 * effect on each. The operation is at the collection itself (then `word` is empty) or at a path below it.
 */
export function findBatch(
  operation: Operation,
  { resource, word }: { readonly resource: Resource; readonly word: string },
  resources: Resources,
): Batch | undefined {
  const { bodies, contract } = resources;
  const isPathless = resource.idParameter === undefined;
  if (operation.method === "GET" || (isPathless && (word !== "" || operation.method !== "POST"))) return undefined;
  const { item, key, isListOfKeys } = resource;
  const known = item === undefined ? noNames : bodies.names(item);
  const sent = bodies.requestSchema(operation);
  const asked = resource.findSentList(sent);
  const kind = word === "" ? effectByMethod[operation.method] : effectOfWord(word);
  if (
    !asked ||
    (item === undefined && !isListOfKeys) ||
    !key ||
    kind === undefined ||
    (kind === "read") !== operation.safe
  )
    return undefined;
  if (!isListOfKeys && asked.site.steps.length > 0 && holdsOneItem()) return undefined;
  const shown = resource.findList(bodies.responseSchema(operation));
  const returnsItems = shown !== undefined && resources.isItemOf(shown.site.schema, resource);
  const listsObjects = holdsObject(contract, asked.site.schema);
  const namesIds = kind === "delete" && isListOfIds(asked.site.steps.at(-1) ?? "ids");
  const concernsCollection =
    returnsItems ||
    isListOfKeys ||
    (listsObjects ? areItemMembers(asked.site.names, known) || isWholeList() : namesIds);
  const isEffectPossible = listsObjects || isListOfKeys || kind === "read" || kind === "delete";
  if (!concernsCollection || !isEffectPossible || (isPathless && !listsNewItems(asked.site))) return undefined;
  const one = kind === "create" ? resource.findItem(bodies.responseSchema(operation))?.site : undefined;
  const isKeyedOne = one !== undefined && one.steps.length > 0 && one.names.has(key.property);
  return {
    kind,
    each: asked.site.steps.join("."),
    ...(returnsItems && describeListPlace(shown)),
    ...(isKeyedOne && (isPathless || !returnsItems) && { wrapper: one.steps.join(".") }),
    ...(kind === "create" && { sentIn: [...asked.site.steps, FIRST].join(".") }),
  };

  /** True for a list of new items that is the whole request, of which each may have only one member. */
  function isWholeList(): boolean {
    const [name, ...others] = asked?.site.names ?? noNames;
    const isNew = kind === "create" && word === "" && asked?.site.steps.length === 0;
    return isNew && others.length === 0 && name !== undefined && name !== key?.property && known.has(name);
  }

  /** True for a list that is the whole request, or stands beside options: no member of the request is one of an item. */
  function listsNewItems({ form, steps: [name, inner], schema }: Site): boolean {
    if (form !== "list" || inner !== undefined || !holdsObject(contract, schema)) return false;
    const { collection } = resource;
    if (collection.endsWith("}") || readList(resources, collection) === undefined) return false;
    const isNamed = foldedName(name ?? "") === foldedName(getLastPathWord(collection));
    const options = [...bodies.names(sent ?? true)].filter((each) => each !== name);
    return (
      name === undefined ||
      ((isNamed || listNames.test(name)) && options.every((each) => !known.has(each) && !referenceNames.test(each)))
    );
  }

  /** True for the name of a list of keys: "ids", and "ports" for items by their `port`. */
  function isListOfIds(name: string): boolean {
    if (idListNames.test(name)) return true;
    const nouns = [key?.property, resource.idParameter].map((noun) => foldedName(noun ?? ""));
    const folded = foldedName(singular(name));
    return folded !== foldedName(name) && nouns.includes(folded) && isNeeded(name);
  }

  /** True for a member that a request must have, or that is its only one. */
  function isNeeded(name: string): boolean {
    const parts = sent === undefined ? [] : listSchemaParts(contract, sent);
    const isRequired = parts.some((part) => ((part["required"] ?? []) as readonly string[]).includes(name));
    return isRequired || bodies.names(sent ?? true).size === 1;
  }

  /** True if the request is itself an item, which has a list of others. */
  function holdsOneItem(): boolean {
    const whole = sent === undefined ? undefined : resource.findSent(sent)?.site;
    const listed = asked?.site.names ?? noNames;
    const likeness = whole ? resources.likeness(whole.names, known) : 0;
    if (likeness <= 0.3) return false;
    return (
      likeness >= resources.likeness(listed, known) || countShared(whole?.names, known) > countShared(listed, known)
    );
  }
}

const noNames: ReadonlySet<string> = new Set();

function countShared(names: ReadonlySet<string> | undefined, others: ReadonlySet<string>): number {
  return [...(names ?? noNames)].filter((name) => others.has(name)).length;
}

/** Checks that objects have several members, all of which are members of an item. */
function areItemMembers(names: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return names.size > 1 && [...names].every((name) => others.has(name));
}
