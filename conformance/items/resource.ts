import type { Item, ItemOperationKind, ItemRequestOptions, Send, Resource } from "./item.ts";
import fc from "fast-check";
import {
  type Json,
  type JsonObject,
  type Operation,
  type Role,
  type Router,
  canonicalPath,
  percentEncode,
  isObject,
  readQuery,
  writeParameterPairs,
  writeParameterText,
  writeQuery,
  type Contract,
  omitUndefined,
} from "../../contracts/index.ts";
import { type Exchange, type WireRequest, jsonIn } from "../model/exchange.ts";
import { freshId } from "./fresh-ids.ts";
import { readItemId, readResponseItem, readListItems, pathValuesByName, sentValues } from "./items.ts";
import { createsItems } from "./creates-items.ts";
import { freshened } from "../requests/freshened.ts";
import type { References } from "../requests/references.ts";
import { createRequests } from "../requests/requests.ts";
import { rolesFor } from "../model/roles.ts";

/** Maximum attempts to create an item that the target accepts. */
const MAX_TRIES = 5;
/** Number of generated requests from which the one with the shortest body is chosen. */
const LEAN_SAMPLES = 12;
/** Seed distance between attempts, larger than the distance between the seeds of different items. */
const SEED_DISTANCE = 7919;

/** Accepted body of a creating request. Variants of it serve if the target refuses generated bodies. */
export interface Accepted {
  body?: JsonObject;
  /** Number of variants generated so far. */
  turns: number;
}

interface ResourceContext {
  readonly accepted?: Accepted;
  readonly contract: Contract;
  readonly router: Router;
  readonly seed: number;
  /** Ids that the run has chosen for new items. */
  readonly chosenIds: Set<string>;
  /** Path parameter values of the creating operation. */
  readonly pathValues: readonly Json[];
  readonly references?: References;
  readonly exchange: Send;
}

/** Resource whose items an operation creates. Undefined if the operation creates none. */
export function createResource(
  operation: Operation,
  {
    contract,
    router,
    seed,
    chosenIds,
    pathValues,
    references = {},
    accepted = { turns: 0 },
    exchange,
  }: ResourceContext,
): Resource | undefined {
  const roles = rolesFor(contract);
  const createRole = roles.get(operation);
  if (!createRole || !createsItems(contract, operation)) return undefined;
  // The client chooses the id in a PUT.
  const idParameter =
    createRole.kind === "replace"
      ? operation.parameters.find(({ name }) => name === createRole.idParameter)
      : undefined;
  const collection = canonicalPath(createRole.collection);
  const operations = new Map<ItemOperationKind, readonly [Operation, Role]>();
  const transitions: Operation[] = [];
  for (const [other, role] of roles) {
    const { kind } = role;
    const isDeed = kind === "read" || kind === "replace" || kind === "update" || kind === "delete" || kind === "list";
    if (canonicalPath(role.collection) !== collection) continue;
    if (isDeed && !operations.has(kind)) operations.set(kind, [other, role]);
    if (kind === "transition") transitions.push(other);
  }

  return {
    collection,
    transitions,
    operationOf: (kind) => operations.get(kind)?.[0],
    roleOf: (kind) => operations.get(kind)?.[1],
    createdItem,
    withUnusedId,
    createItem,
    sendRequest,
    sendTransition: async (transition, item) => {
      const request = buildItemRequest(transition, item.values, {});
      return request && exchange(request, transition);
    },
    itemIn: readItemOfKind,
    itemsIn: readListedObjects,
  };

  function createdItem(answered: Exchange): Item | undefined {
    const { status } = answered.response;
    // A PUT with another success status may have replaced an existing item.
    if (idParameter ? status !== 201 : status < 200 || status > 299) return undefined;
    const shownItem = readResponseItem(answered, createRole as Role);
    const value = isObject(shownItem) ? shownItem : {};
    const sent = readBodyMembers(answered.request);
    const values = sentValues(answered.request, router);
    const shownId = readItemId(answered, createRole as Role, shownItem);
    if (idParameter) return { id: shownId ?? (values.at(-1) as Json), value, sent, exchange: answered, values };
    if (shownId === undefined) return undefined;
    return { id: shownId, value, sent, exchange: answered, values: [...values, shownId] };
  }

  async function createItem({ seed: other = 0, body, as = exchange }: ItemRequestOptions = {}): Promise<
    Item | undefined
  > {
    for (let again = 0; again < (body ? 1 : MAX_TRIES); again++) {
      const id = idParameter && freshId(idParameter, { contract, seed, chosenIds });
      if (idParameter && id === undefined) return undefined;
      const values = id === undefined ? pathValues : [...pathValues.slice(0, countPathParts(operation.path) - 1), id];
      const givenBody = body ?? (again > 1 ? acceptedBodyVariant() : undefined);
      const request = buildItemRequest(
        operation,
        values,
        omitUndefined({
          seed: other + again * SEED_DISTANCE,
          isLean: again === 1,
          body: givenBody,
        }),
      );
      const result = request && (await as(request, operation));
      const item = result && createdItem(result);
      // A target may refuse a generated body for reasons that no schema states.
      if (item || !result || ![400, 409, 422].includes(result.response.status)) return item;
    }
    return undefined;
  }

  function withUnusedId(request: WireRequest): WireRequest {
    const id = idParameter && freshId(idParameter, { contract, seed, chosenIds });
    if (!idParameter || id === undefined) return request;
    const [place = "", ...query] = request.path.split("?");
    const path = place.slice(0, place.lastIndexOf("/") + 1) + percentEncode(writeParameterText(idParameter, id));
    return { ...request, path: [path, ...query].join("?") };
  }

  /** Accepted body with different texts. */
  function acceptedBodyVariant(): JsonObject | undefined {
    const kept = new Set(Object.keys(references));
    const name = `${seed} alike ${accepted.turns++}`;
    return accepted.body && freshened(accepted.body, { contract, operation, kept, name });
  }

  async function sendRequest(
    kind: ItemOperationKind,
    item: Item,
    { as = exchange, ...asked }: ItemRequestOptions = {},
  ): Promise<Exchange | undefined> {
    const [other] = operations.get(kind) ?? [];
    if (!other) return undefined;
    const values = kind === "list" ? item.values.slice(0, -1) : item.values;
    const hasGeneratedBody = other.body !== undefined && asked.body === undefined;
    let first: Exchange | undefined;
    for (let again = 0; again < (hasGeneratedBody ? MAX_TRIES : 1); again++) {
      const options = { ...asked, seed: (asked.seed ?? 0) + again * SEED_DISTANCE, isLean: again === 1 };
      const request = buildItemRequest(other, values, options);
      const result = request && (await as(request, other));
      // A target may refuse a generated body for reasons that no schema states.
      if (!result || ![400, 422].includes(result.response.status)) return result ?? first;
      first ??= result;
    }
    return first;
  }

  function readItemOfKind(kind: ItemOperationKind, answered: Exchange): JsonObject | undefined {
    const [, role] = operations.get(kind) ?? [];
    const { status } = answered.response;
    const item = role && status >= 200 && status < 300 ? readResponseItem(answered, role) : undefined;
    return isObject(item) ? item : undefined;
  }

  function readListedObjects(answered: Exchange): readonly JsonObject[] | undefined {
    const [, role] = operations.get("list") ?? [];
    if (!role || answered.response.status !== 200) return undefined;
    return readListItems(jsonIn(answered.response), role)?.filter((item) => isObject(item));
  }

  function buildItemRequest(
    other: Operation,
    values: readonly Json[],
    { body, query = {}, seed: further = 0, isLean = false }: ItemRequestOptions & { readonly isLean?: boolean },
  ): WireRequest | undefined {
    const request = sampled(other, values, { from: seed + further, of: isLean ? LEAN_SAMPLES : 1 });
    if (!request) return undefined;
    const [path = "", text = ""] = request.path.split("?");
    const listParameters = other.parameters.filter(
      (parameter) => parameter.in === "query" && query[parameter.name] !== undefined,
    );
    const requestQuery = readQuery(text).filter(
      ([name]) => !listParameters.some((parameter) => parameter.name === name),
    );
    const pairs = listParameters.flatMap((parameter) => writeParameterPairs(parameter, query[parameter.name] as Json));
    const written = writeQuery([...requestQuery, ...pairs]);
    return {
      ...request,
      path: written === "" ? path : `${path}?${written}`,
      ...(body && { body: JSON.stringify(body) }),
    };
  }

  /** Request with the shortest body among several. Short bodies are the least likely to be refused. */
  function sampled(
    other: Operation,
    values: readonly Json[],
    { from, of }: { readonly from: number; readonly of: number },
  ): WireRequest | undefined {
    try {
      const requests = createRequests(contract, other, router, pathValuesByName(other.path, values), {
        isExact: true,
        references,
      });
      const some = fc.sample(requests.bare, { seed: from, numRuns: of });
      return some.toSorted((one, two) => (one.body ?? "").length - (two.body ?? "").length)[0];
    } catch {
      return undefined;
    }
  }
}

function countPathParts(path: string): number {
  return path.split("{").length - 1;
}

function readBodyMembers(request: WireRequest): JsonObject {
  const value = jsonIn(request);
  return isObject(value) ? value : {};
}
