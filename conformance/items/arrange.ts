import fc from "fast-check";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  type Role,
  type Router,
  anonymousTemplate,
  canonicalPath,
  isObject,
} from "../../contracts/index.ts";
import type { Exchange, WireRequest } from "../model/exchange.ts";
import { readItemId, readResponseItem, pathValuesByName, sentValues } from "./items.ts";
import { type References, mapPropertyToCollection } from "../requests/references.ts";
import { type Known, createRequests } from "../requests/requests.ts";

export interface Arranger {
  readonly contract: Contract;
  readonly roles: ReadonlyMap<Operation, Role>;
  readonly router: Router;
  readonly seed: number;
  /** True if items may be created. Otherwise existing items are looked up in lists. */
  readonly mayWrite: boolean;
  exchange(request: WireRequest, operation: Operation): Promise<Exchange>;
}

/** Values of an operation's path parameters for items on the target, which are created or found in a list. */
export async function arrange(operation: Operation, arranger: Arranger): Promise<Known> {
  let values: (Json | undefined)[] = [];
  const collections = listPathCollections(operation.path);
  for (const collection of collections) {
    const needed = findNeededState(collection, operation, { ...arranger, collections });
    const found = await fitting(needed, collection, { values, arranger });
    values = found ? [...found] : [...values, undefined];
  }
  return pathValuesByName(operation.path, values);
}

/** Maximum attempts to create an item in the state that an operation requires. */
const MAX_TRIES = 12;

interface CollectionParent {
  readonly values: readonly (Json | undefined)[];
  readonly arranger: Arranger;
}

/** Item in the required state. Falls back to the last item if no attempt gives that state. */
async function fitting(needed: JsonObject, collection: string, { values, arranger }: CollectionParent) {
  const tries = Object.keys(needed).length > 0 && arranger.mayWrite ? MAX_TRIES : 1;
  let found: Found | undefined;
  for (let index = 0; index < tries; index++) {
    found = await existing(collection, values, { ...arranger, seed: arranger.seed + index });
    if (!found?.item || isAs(needed, found.item)) break;
  }
  return found?.values;
}

/** State of an item that `x-state` requires for the operation, or for creating the items below it in the path. */
function findNeededState(
  collection: string,
  operation: Operation,
  { roles, collections }: Pick<Arranger, "roles"> & { readonly collections: readonly string[] },
): JsonObject {
  const rules = [...roles].flatMap(([each, role]) => {
    const own = anonymousTemplate(canonicalPath(role.collection));
    const isMaker = role.kind === "create";
    const subject = isMaker ? own.replace(/\/\{[^{}]*\}\/[^{}]*$/, "") : own;
    const isNeeded = each === operation || (isMaker && collections.includes(own));
    if (isNeeded && subject === collection && role.when) return [role.when];
    return [];
  });
  return Object.assign({}, ...rules) as JsonObject;
}

function isAs(needed: JsonObject, item: JsonObject): boolean {
  return Object.entries(needed).every(([name, value]) => [value].flat().includes(item[name] ?? null));
}

interface Found {
  readonly values: readonly (Json | undefined)[];
  /** Created item, if the response shows it. */
  readonly item?: JsonObject;
}

/** Path parameter values of an item in the collection. The item is created, or else taken from a list. */
async function existing(
  collection: string,
  values: readonly (Json | undefined)[],
  arranger: Arranger,
): Promise<Found | undefined> {
  const { roles, mayWrite } = arranger;
  const wanted: readonly Role["kind"][] = mayWrite ? ["create", "replace", "list"] : ["list"];
  const candidates = wanted.flatMap((kind) =>
    [...roles].filter(
      ([, role]) => role.kind === kind && anonymousTemplate(canonicalPath(role.collection)) === collection,
    ),
  );
  for (const [operation, role] of candidates) {
    const result = await firstAccepted(operation, values, arranger);
    if (!result) continue;
    const sent = sentValues(result.request, arranger.router);
    if (role.kind === "replace") {
      if (role.idParameter !== undefined && operation.path.includes(`{${role.idParameter}}`)) return { values: sent };
      continue;
    }
    const item = readResponseItem(result, role);
    const id = readItemId(result, role, item);
    // A search across several parent items does not say which parent an item belongs to.
    const isPlaced = sent.length === collection.split("{").length - 1;
    if (id !== undefined && isPlaced) return { values: [...sent, id], ...(isObject(item) && { item }) };
  }
  return undefined;
}

/** Maximum number of tries to create an item whose generated key may be in use. */
const MAX_CONFLICTS = 3;

/** The first exchange of an operation that succeeds. Only a conflict is tried again. */
async function firstAccepted(
  operation: Operation,
  values: readonly (Json | undefined)[],
  arranger: Arranger,
): Promise<Exchange | undefined> {
  for (let turn = 0; turn < MAX_CONFLICTS; turn++) {
    const request = sampleRequest(operation, values, { ...arranger, seed: arranger.seed + turn * SEED_DISTANCE });
    const result = request && (await arranger.exchange(request, operation).catch(() => undefined));
    if (result && result.response.status < 300) return result;
    if (result?.response.status !== 409) return undefined;
  }
  return undefined;
}

/** Seed distance between tries. */
const SEED_DISTANCE = 7919;

function sampleRequest(
  operation: Operation,
  values: readonly (Json | undefined)[],
  { contract, router, seed }: Arranger,
): WireRequest | undefined {
  try {
    return fc.sample(createRequests(contract, operation, router, pathValuesByName(operation.path, values)).bare, {
      seed,
      numRuns: 1,
    })[0];
  } catch {
    return undefined;
  }
}

/** Anonymous path template of the collection for each path parameter. */
function listPathCollections(path: string): string[] {
  return [...path.matchAll(/\/[^/{]*\{[^{}]+\}/g)].map((match) =>
    anonymousTemplate(canonicalPath(path.slice(0, match.index))),
  );
}

/** Items per referenced collection. One body can refer to two items of the same collection. */
const REFERRED = 2;

/** Ids for the references in the bodies of an operation and of the other operations on the same collection. */
export async function arrangeReferences(operation: Operation, arranger: Arranger): Promise<References> {
  const { contract, roles, seed } = arranger;
  const ownCollection = roles.get(operation)?.collection;
  const related = [...roles].flatMap(([each, role]) => {
    if (ownCollection !== undefined && canonicalPath(role.collection) === canonicalPath(ownCollection) && each.body)
      return [each];
    return [];
  });
  const referring = new Map([operation, ...related].flatMap((each) => [...mapPropertyToCollection(contract, each)]));
  const ids = new Map<string, readonly Json[]>();
  for (const collection of new Set(referring.values())) {
    const found: Json[] = [];
    for (let index = 0; index < REFERRED; index++) {
      const one = await existing(anonymousTemplate(collection), [], { ...arranger, seed: seed + index });
      const id = one?.values.at(-1);
      if (id !== undefined && !found.includes(id)) found.push(id);
    }
    ids.set(collection, found);
  }
  // Two properties that refer to the same collection get different items.
  const offsets = new Map<string, number>();
  return Object.fromEntries(
    [...referring].flatMap(([name, collection]) => {
      const known = ids.get(collection) ?? [];
      const offset = offsets.get(collection) ?? 0;
      offsets.set(collection, offset + 1);
      if (known.length > 0) return [[name, known.map((_, index) => known[(index + offset) % known.length] as Json)]];
      return [];
    }),
  );
}
