import type { JsonObject, JsonSchema } from "../model/json.ts";
import { isObject } from "../model/shapes.ts";
import type { Contract, Operation } from "../model/contract.ts";
import { oncePer } from "../model/once-per.ts";
import { anonymousTemplate } from "../model/template.ts";
import { listPropertyNames } from "../schema/schema.ts";
import { type Bodies, createBodies } from "./bodies.ts";
import { type Key, findAnsweredId, findKey, findOtherKeys } from "./keys.ts";
import { type Likeness, likenessIn } from "./likeness.ts";
import { holdsKey } from "./sites.ts";
import { type Place, createPlaces } from "./operation-places.ts";
import { type Placer, type Placing, type SearchedBody, createPlacer } from "./placing.ts";

/** Resource of a contract: a collection of items that its operations create, read, list, change and delete. */
export interface Resource {
  /** Path template of its collection. */
  readonly collection: string;
  /** Path parameter that identifies an item, if there is a path of items. */
  readonly idParameter?: string;
  /** Member that identifies an item. */
  readonly key?: Key;
  /** Other members by which a path may name an item. */
  readonly otherKeys: readonly string[];
  /** True if a list shows only the keys of the items: texts or numbers. */
  readonly isListOfKeys: boolean;
  /** Schema of an item, as the operation shows it that reads, lists or creates it. */
  readonly item?: JsonSchema;
  /** Member that identifies an item where it is named as in an object. */
  keyIn(item: JsonSchema): Key | undefined;
  /** Member of a body that has the key under another name. The answer of a create may name it as the item never does. */
  otherKeyIn(body: JsonSchema, isAnswerOfCreate: boolean): string | undefined;
  /** The place of an item in a body. */
  findItem(schema: JsonSchema | undefined): Placing | undefined;
  /** The place of an item in the body of a request. */
  findSent(schema: JsonSchema | undefined): Placing | undefined;
  /** The place of a list of items in a body. */
  findList(schema: JsonSchema | undefined): Placing | undefined;
  /** The place of a list of items in the body of a request, whose entries are the items. */
  findSentList(schema: JsonSchema | undefined): Placing | undefined;
}

/** Resources of a contract by their paths. */
export interface Resources {
  readonly contract: Contract;
  readonly bodies: Bodies;
  /** The path and method that an operation has among those of its resource. */
  readonly placeOf: (operation: Operation) => Place;
  /** Operations by the path template of the resource that they are at. */
  readonly operationsAt: ReadonlyMap<string, readonly Operation[]>;
  /** Path parameter that identifies the items of a collection. Undefined if no path leads to one. */
  idParameterOf(collection: string): string | undefined;
  /** Path templates of all collections with a path of items. */
  readonly collections: readonly string[];
  at(collection: string): Resource;
  /** Likeness of two objects by the names of their members, from 0 to 1. */
  likeness: Likeness;
  /** True for a body with an item of a resource: it has the key, and mostly members of the item. */
  isItemOf(schema: JsonSchema, resource: Resource): boolean;
}

/** Names of ids of an exchange, which many responses have beside or instead of an item. */
const exchangeIds = /^(request|correlation|trace)_?id$/i;

/** Least likeness of a body to the items that it is said to hold. */
const MIN_LIKENESS = 0.5;

/** Least weight of a key that only requests have: a usual name such as "name" is not enough. */
const MIN_SENT_WEIGHT = 1.5;

/** Infers the resources of a contract, each from all its bodies at once. */
export const resourcesIn: (contract: Contract) => Resources = oncePer(inferResources);

function inferResources(contract: Contract): Resources {
  const bodies = createBodies(contract);
  const placeOf = createPlaces(contract, bodies);
  const isMoved = (operation: Operation): number => Number(placeOf(operation).reason !== undefined);
  const operations = contract.operations.toSorted((one, other) => isMoved(one) - isMoved(other));
  const operationsAt = Map.groupBy(operations, (operation) => placeOf(operation).path);
  const { idParameters, itemOperations } = findItemPaths(operationsAt);
  const resources = new Map<string, Resource>();
  const likeness = likenessIn(contract);
  return {
    contract,
    bodies,
    placeOf,
    operationsAt,
    idParameterOf: (collection) => idParameters.get(collection),
    collections: [...idParameters.keys()],
    at(collection) {
      let resource = resources.get(collection);
      if (!resource) resources.set(collection, (resource = infer(collection)));
      return resource;
    },
    likeness,
    isItemOf(schema, resource) {
      const { key, item } = resource;
      const names = resource.findItem(schema)?.site.names;
      if (!key || item === undefined || names === undefined) return false;
      const isKeyed = names.has(key.property.split(".", 1)[0] as string);
      return isKeyed && names.size > 1 && likeness(names, listPropertyNames(contract, item)) >= MIN_LIKENESS;
    },
  };

  function infer(collection: string): Resource {
    const idParameter = idParameters.get(collection);
    const subject = { collection, idParameter };
    const ofItem = itemOperations.get(anonymousTemplate(collection)) ?? [];
    const searched = searchedBodies(bodies, placeOf, { ofItem, ofCollection: operationsAt.get(collection) ?? [] });
    const placer = createPlacer(contract, subject, searched);
    const listPlacedItems = (some: readonly SearchedBody[]): readonly JsonSchema[] =>
      some
        .map((body) => placer.place(body)?.site.schema ?? true)
        .filter((schema) => listPropertyNames(contract, schema).size > 0);
    const shown = listPlacedItems(searched.filter(({ isSent }) => !isSent));
    const items = shown.length > 0 ? shown : listPlacedItems(searched);
    const sent = listPlacedItems(searched.filter(({ isSent }) => isSent));
    const sentNames = new Set(sent.flatMap((schema) => [...listPropertyNames(contract, schema)]));
    const findItemKey = (some: readonly JsonSchema[]): Key | undefined => {
      const found = findKey({ contract, subject, items: some, sentNames, operations: ofItem });
      if (found && (shown.length > 0 || found.weight >= MIN_SENT_WEIGHT)) return found;
      return undefined;
    };
    /** The key of the path, if no body shows it in an item, and a list has the items by it or shows only it. */
    const keyOfLists = (): Key | undefined => {
      const isByKey = searched.some((body) => {
        const placing = body.form === "list" ? placer.place(body) : undefined;
        return placing?.site.form === "map" || holdsKeys(placing);
      });
      if (idParameter !== undefined && isByKey)
        return { property: idParameter, weight: 1, reasons: ["a list is by the key of the path"] };
      return undefined;
    };
    const isListOfKeys =
      idParameter !== undefined &&
      !ofItem.some((operation) => placeOf(operation).method === "GET") &&
      searched.some((body) => body.form === "list" && !body.isSent && holdsKeys(placer.place(body)));
    const key = isListOfKeys
      ? { property: idParameter, weight: 1, reasons: ["the list shows only keys"] }
      : (findItemKey(items) ?? keyOfLists());
    const item = isListOfKeys ? undefined : items[0];
    return {
      collection,
      ...(idParameter !== undefined && { idParameter }),
      ...(key && { key }),
      otherKeys:
        item === undefined
          ? []
          : findOtherKeys(contract, item, { ...subject, operations: ofItem, sentNames }).filter(
              (name) => name !== key?.property,
            ),
      isListOfKeys,
      ...(item !== undefined && { item }),
      keyIn: (schema) => findItemKey([schema]),
      otherKeyIn(schema, isAnswerOfCreate) {
        const found = findItemKey([schema])?.property;
        const property = found !== undefined && exchangeIds.test(found) && found !== idParameter ? undefined : found;
        const names = listPropertyNames(contract, item ?? true);
        // A member that the item has beside its key, or that clients change, is no other name of the key.
        const isBesideKey = key !== undefined && names.has(key.property);
        const isOther = property !== undefined && names.has(property) && (isBesideKey || sentNames.has(property));
        if (property !== undefined && !isOther) return property;
        if (isAnswerOfCreate) return findAnsweredId(contract, schema, { collection, sentNames });
        return undefined;
      },
      ...placesBy(placer),
    };
  }

  function holdsKeys(placing: Placing | undefined): boolean {
    return placing !== undefined && holdsKey(contract, placing.site.schema);
  }
}

function placesBy(placer: Placer): Pick<Resource, "findItem" | "findSent" | "findList" | "findSentList"> {
  const findBy = (kind: Pick<SearchedBody, "form" | "isSent">): Resource["findItem"] => {
    const placeIn = oncePer((schema: JsonObject) => placer.place({ ...kind, schema }));
    return (schema) => (isObject(schema) ? placeIn(schema) : undefined);
  };
  return {
    findItem: findBy({ form: "item" }),
    findSent: findBy({ form: "item", isSent: true }),
    findList: findBy({ form: "list" }),
    findSentList: findBy({ form: "list", isSent: true }),
  };
}

interface ItemPaths {
  readonly idParameters: ReadonlyMap<string, string>;
  /** Operations on the path of an item, by the path template of its collection without names of parameters. */
  readonly itemOperations: ReadonlyMap<string, readonly Operation[]>;
}

/** Finds the paths that end with a parameter. */
function findItemPaths(operationsAt: ReadonlyMap<string, readonly Operation[]>): ItemPaths {
  const idParameters = new Map<string, string>();
  const itemOperations = new Map<string, Operation[]>();
  const parameterByTemplate = new Map<string, string>();
  for (const [path, operations] of operationsAt) {
    const item = parseItemPath(path);
    if (!item) continue;
    const template = anonymousTemplate(item.collection);
    if (!idParameters.has(item.collection)) idParameters.set(item.collection, item.idParameter);
    if (!parameterByTemplate.has(template)) parameterByTemplate.set(template, item.idParameter);
    itemOperations.set(template, [...(itemOperations.get(template) ?? []), ...operations]);
  }
  // Paths of one collection may name the same parameter differently.
  for (const path of operationsAt.keys()) {
    const parameter = parameterByTemplate.get(anonymousTemplate(path));
    if (parameter !== undefined && !idParameters.has(path)) idParameters.set(path, parameter);
  }
  return { idParameters, itemOperations };
}

/** The bodies in which an item or a list of items is expected, the most telling first. */
function searchedBodies(
  bodies: Bodies,
  placeOf: Resources["placeOf"],
  { ofItem, ofCollection }: Readonly<Record<"ofItem" | "ofCollection", readonly Operation[]>>,
): SearchedBody[] {
  const sentBy = (operation: Operation, methods: readonly string[]): boolean =>
    methods.includes(placeOf(operation).method);
  const found: SearchedBody[] = [];
  const addSearchedBody = (form: SearchedBody["form"], schema: JsonSchema | undefined, isSent = false): void => {
    if (schema !== undefined) found.push({ form, schema, isSent });
  };
  const reads = ofItem.filter((each) => sentBy(each, ["GET"]));
  const changes = ofItem.filter((each) => sentBy(each, ["PUT", "PATCH", "POST"]));
  const creates = ofCollection.filter((each) => sentBy(each, ["POST"]) && !each.safe);
  for (const read of reads) addSearchedBody("item", bodies.responseSchema(read));
  for (const list of ofCollection) if (sentBy(list, ["GET"])) addSearchedBody("list", bodies.responseSchema(list));
  for (const change of [...creates, ...changes]) addSearchedBody("item", bodies.responseSchema(change));
  for (const change of [...creates, ...changes]) addSearchedBody("item", bodies.requestSchema(change), true);
  return found;
}

/** The collection of a path that ends with a parameter, and that parameter. */
export function parseItemPath(path: string): { readonly collection: string; readonly idParameter: string } | undefined {
  const found = /^(.*)\/\{([^{}]+)\}$/.exec(path);
  if (found) return { collection: found[1] as string, idParameter: found[2] as string };
  return undefined;
}
