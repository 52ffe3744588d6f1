import type { Operation } from "../../model/contract.ts";
import { foldedName } from "../../text/folded.ts";
import { partsOf } from "../../schema/schema.ts";
import { singular } from "../../text/nouns.ts";
import { idListNames } from "../operation-places.ts";
import { type ListPlace, describeListPlace } from "../item-role.ts";
import { type Effect, effectOfWord } from "../path-verbs.ts";
import type { Resource, Resources } from "../resources.ts";
import { holdsObject } from "../sites.ts";

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
}

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
  if (resource.idParameter === undefined || operation.method === "GET") return undefined;
  const { item, key, isListOfKeys } = resource;
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
    (listsObjects ? isPartOf(asked.site.names, item === undefined ? noNames : bodies.names(item)) : namesIds);
  const isEffectPossible = listsObjects || isListOfKeys || kind === "read" || kind === "delete";
  if (!concernsCollection || !isEffectPossible) return undefined;
  return {
    kind,
    each: asked.site.steps.join("."),
    ...(returnsItems && describeListPlace(shown)),
  };

  /** True for the name of a list of keys: "ids", and "ports" for items by their `port`. */
  function isListOfIds(name: string): boolean {
    if (idListNames.test(name)) return true;
    const nouns = [key?.property, resource.idParameter].map((noun) => foldedName(noun ?? ""));
    const one = foldedName(singular(name));
    return one !== foldedName(name) && nouns.includes(one) && isNeeded(name);
  }

  /** True for a member that a request must have, or that is its only one. */
  function isNeeded(name: string): boolean {
    const parts = sent === undefined ? [] : partsOf(contract, sent);
    const isRequired = parts.some((part) => ((part["required"] ?? []) as readonly string[]).includes(name));
    return isRequired || bodies.names(sent ?? true).size === 1;
  }

  /** True if the request is itself an item, which has a list of others. */
  function holdsOneItem(): boolean {
    const whole = sent === undefined ? undefined : resource.findSent(sent)?.site;
    const known = item === undefined ? noNames : bodies.names(item);
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
function isPartOf(names: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return names.size > 1 && [...names].every((name) => others.has(name));
}
