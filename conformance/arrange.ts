import fc from "fast-check";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  type Role,
  type Router,
  anonymous,
  canonical,
  decodeSegment,
  isObject,
  stepped,
} from "../contracts/index.ts";
import { type Exchange, type WireRequest, jsonIn } from "./exchange.ts";
import { type Known, createRequests } from "./requests/requests.ts";

export interface Arranger {
  readonly contract: Contract;
  readonly roles: ReadonlyMap<Operation, Role>;
  readonly router: Router;
  readonly seed: number;
  /** Whether things may be created; otherwise they are only looked for. */
  readonly mayWrite: boolean;
  exchange(request: WireRequest, operation: Operation): Promise<Exchange>;
}

/** Values of the path parameters of an operation that exist on the target: created for it, or found in a list. */
export async function arrange(operation: Operation, arranger: Arranger): Promise<Known> {
  let values: (Json | undefined)[] = [];
  const collections = collectionsIn(operation.path);
  for (const collection of collections) {
    const needed = neededIn(collection, operation, { ...arranger, collections });
    const found = await fitting(needed, collection, { values, arranger });
    values = found ? [...found] : [...values, undefined];
  }
  return named(operation.path, values);
}

/** So often an item is made anew that is not as an operation needs it. */
const MAX_TRIES = 12;

interface Beginning {
  readonly values: readonly (Json | undefined)[];
  readonly arranger: Arranger;
}

/** An item that is as an operation needs it, as far as chance gives one. */
async function fitting(needed: JsonObject, collection: string, { values, arranger }: Beginning) {
  const tries = Object.keys(needed).length > 0 && arranger.mayWrite ? MAX_TRIES : 1;
  let found: Found | undefined;
  for (let index = 0; index < tries; index++) {
    found = await existing(collection, values, { ...arranger, seed: arranger.seed + index });
    if (!found?.item || isAs(needed, found.item)) break;
  }
  return found?.values;
}

/** What `x-state` says that an item of the collection must be for an operation, or for making what it is about. */
function neededIn(
  collection: string,
  operation: Operation,
  { roles, collections }: Pick<Arranger, "roles"> & { readonly collections: readonly string[] },
): JsonObject {
  const rules = [...roles].flatMap(([each, role]) => {
    const own = anonymous(canonical(role.collection));
    const isMaker = role.kind === "create";
    const subject = isMaker ? own.replace(/\/\{[^{}]*\}\/[^{}]*$/, "") : own;
    const isNeeded = each === operation || (isMaker && collections.includes(own));
    return isNeeded && subject === collection && role.when ? [role.when] : [];
  });
  return Object.assign({}, ...rules) as JsonObject;
}

function isAs(needed: JsonObject, item: JsonObject): boolean {
  return Object.entries(needed).every(([name, value]) => [value].flat().includes(item[name] ?? null));
}

interface Found {
  readonly values: readonly (Json | undefined)[];
  /** What was made, where it was shown. */
  readonly item?: JsonObject;
}

/** The values of a path's parameters, down to an item of the collection. */
async function existing(
  collection: string,
  values: readonly (Json | undefined)[],
  arranger: Arranger,
): Promise<Found | undefined> {
  const { roles, mayWrite } = arranger;
  const wanted: readonly Role["kind"][] = mayWrite ? ["create", "replace", "list"] : ["list"];
  const candidates = wanted.flatMap((kind) =>
    [...roles].filter(([, role]) => role.kind === kind && anonymous(canonical(role.collection)) === collection),
  );
  for (const [operation, role] of candidates) {
    const request = sampleRequest(operation, values, arranger);
    const answered = request && (await arranger.exchange(request, operation).catch(() => undefined));
    if (!answered || answered.response.status >= 300) continue;
    const sent = sentValues(answered.request, arranger.router);
    if (role.kind === "replace") {
      if (role.idParameter !== undefined && operation.path.includes(`{${role.idParameter}}`)) return { values: sent };
      continue;
    }
    const item = itemIn(answered, role);
    const id = idIn(answered, role, item);
    // A search of all collections of a kind does not tell in which of them it found something.
    const isPlaced = sent.length === collection.split("{").length - 1;
    if (id !== undefined && isPlaced) return { values: [...sent, id], ...(isObject(item) && { item }) };
  }
  return undefined;
}

function sampleRequest(
  operation: Operation,
  values: readonly (Json | undefined)[],
  { contract, router, seed }: Arranger,
): WireRequest | undefined {
  try {
    return fc.sample(createRequests(contract, operation, router, named(operation.path, values)).bare, {
      seed,
      numRuns: 1,
    })[0];
  } catch {
    return undefined;
  }
}

/** The path parameters that a request was sent with, in their order. */
function sentValues(request: WireRequest, router: Router): Json[] {
  const match = router.match(request.method, request.path.split("?", 1)[0] as string);
  if (!match || !("operation" in match)) return [];
  return Object.values(match.parameters).map((text) => decodeSegment(text) ?? text);
}

function itemIn({ response }: Exchange, { kind, wrapper, itemsProperty }: Role): Json | undefined {
  const body = jsonIn(response);
  if (kind !== "list") return member(body, wrapper);
  const isPlain = isObject(body) && Object.hasOwn(body, itemsProperty ?? "");
  const items = stepped(body, isPlain ? [itemsProperty ?? ""] : (itemsProperty?.split(".") ?? []));
  return Array.isArray(items) ? (items[0] as Json | undefined) : undefined;
}

function member(value: Json | undefined, name: string | undefined): Json | undefined {
  return name === undefined ? value : isObject(value) ? value[name] : undefined;
}

function idIn({ response }: Exchange, { idProperty }: Role, item: Json | undefined): Json | undefined {
  const id = idProperty === undefined ? undefined : member(item, idProperty);
  if (typeof id === "string" || typeof id === "number") return id;
  const last = canonical(response.headers["location"] ?? "")
    .split("/")
    .at(-1);
  return last ? decodeSegment(last) : undefined;
}

/** For each path parameter, the anonymous template of the collection that it names an item of. */
function collectionsIn(path: string): string[] {
  return [...path.matchAll(/\/[^/{]*\{[^{}]+\}/g)].map((match) => anonymous(canonical(path.slice(0, match.index))));
}

function named(path: string, values: readonly (Json | undefined)[]): Known {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] as string);
  return Object.fromEntries(
    names.flatMap((name, index) => (values[index] === undefined ? [] : [[name, values[index]]])),
  );
}
