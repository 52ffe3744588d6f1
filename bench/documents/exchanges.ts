import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  type Role,
  anonymousTemplate,
  isObject,
  extractItemId,
  rolesOf,
  resolveTarget,
} from "../../contracts/index.ts";
import { type RequestToSend, type Variant, createRequestWriter, isLimit } from "./requests.ts";

/** Response as it was received. */
export interface ReceivedResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Requests of one kind to one operation, and the responses of Concord. They are sent in rotation. */
export interface Exchange {
  /** "GET by id", "GET 20", "GET 100", "GET 20 filtered", "POST" or "change". */
  readonly name: string;
  readonly operation: string;
  readonly pairs: readonly { readonly request: RequestToSend; readonly response: ReceivedResponse }[];
}

/**
 * Requests that make a mock as it was when the last collection had its items, and the exchanges that are measured. Ids
 * depend on all items that were created before.
 */
export interface Plan {
  readonly prepare: readonly RequestToSend[];
  readonly exchanges: readonly Exchange[];
}

export type Send = (request: RequestToSend) => Promise<ReceivedResponse>;

/** Number of items in each measured collection. */
const ITEMS = 200;

/** Number of different bodies. */
const BODIES = 20;

/** Operations of one collection. */
interface Collection {
  readonly create: Operation;
  readonly read: Operation;
  readonly list: Operation;
  readonly change: Operation | undefined;
  readonly role: Role;
}

export interface PlanOptions {
  /** Maximum number of collections. */
  readonly collections: number;
  readonly seed: number;
  readonly token: string;
  /** Members of created items beside those of the schema. */
  readonly additional?: JsonObject | undefined;
}

/**
 * Chooses collections of a contract by a seed, and records requests to their operations with the responses of Concord.
 * A collection is left out if Concord refuses to create, to read or to list its items.
 */
export async function planExchanges(
  contract: Contract,
  send: Send,
  { collections, seed, token, additional }: PlanOptions,
): Promise<Plan> {
  const requestTo = createRequestWriter(contract, token, additional);
  const exchanges: Exchange[] = [];
  const creations: RequestToSend[] = [];
  const sendCreation: Send = (request) => {
    creations.push(request);
    return send(request);
  };
  let prepare: readonly RequestToSend[] = [];
  let found = 0;
  for (const collection of shuffled(collectionsOf(contract), seed)) {
    const planned = await planCollection(collection);
    if (!planned) continue;
    ({ prepare } = planned);
    exchanges.push(...planned.exchanges);
    found += 1;
    if (found === collections) break;
  }
  if (found === 0) throw new Error(`Cannot measure ${contract.api}: no collection can be created, read and listed`);
  return { prepare, exchanges };

  /** Creates items with as many members as the API accepts again and again: some must be unique. */
  async function planCollection(collection: Collection): Promise<Plan | undefined> {
    const variants: readonly Variant[] = [
      { members: "all", spread: filterValuesOf(collection.list) },
      { members: "all" },
      { members: "without keys" },
    ];
    for (const variant of variants) {
      const planned = await planWith(collection, variant);
      if (planned) return planned;
    }
    return planWith(collection, { members: await acceptedMembers(collection.create) });
  }

  /** Optional members that the API accepts in two equal creations, each together with those before it. */
  async function acceptedMembers(create: Operation): Promise<ReadonlySet<string>> {
    const accepted = new Set<string>();
    for (const name of memberNames(requestTo(create, {}).body)) {
      const request = requestTo(create, { members: new Set([...accepted, name]) });
      if (!memberNames(request.body).includes(name)) continue;
      const responses = [await sendCreation(request), await sendCreation(request)];
      if (responses.every(({ status }) => status < 300)) accepted.add(name);
    }
    return accepted;
  }

  async function planWith(
    { create, read, list, change, role }: Collection,
    { members, spread = new Map() }: Variant,
  ): Promise<Plan | undefined> {
    const creates = Array.from({ length: BODIES }, (_, index) => requestTo(create, { index, members, spread }));
    const items: Json[] = [];
    for (let index = 0; index < ITEMS; index++) {
      const request = creates[index % BODIES] as RequestToSend;
      const { status, body } = await sendCreation(request);
      const item = status < 300 && body.startsWith("{") ? (JSON.parse(body) as Json) : undefined;
      if (item === undefined) return undefined;
      items.push(item);
    }
    const sent = [...creations];
    const ids = items.map((item) => extractItemId(isObject(item) ? itemIn(item, role) : {}, role));
    if (ids.some((id) => typeof id !== "string" && typeof id !== "number")) return undefined;
    const atItem = (operation: Operation, index: number): RequestToSend =>
      requestTo(operation, { index: index % BODIES, spread, known: { [role.idParameter ?? ""]: ids[index] as Json } });
    const all = ids.map((_, index) => index);
    // A list without a limit grows with each item that is created while others are measured.
    const hasLimit = list.parameters.some(isLimit);
    const planned = [
      await recorded(
        "GET by id",
        read,
        all.map((index) => atItem(read, index)),
      ),
      hasLimit && (await recorded("GET 20", list, [requestTo(list, { limit: 20 })])),
      hasLimit && (await recorded("GET 100", list, [requestTo(list, { limit: 100 })])),
      hasLimit && (await recorded("GET 20 filtered", list, filteredRequests(list, items, role))),
      change &&
        (await recorded(
          "change",
          change,
          all.map((index) => atItem(change, index)),
        )),
      await recorded("POST", create, creates, sendCreation),
    ].filter((exchange) => typeof exchange === "object");
    const names = planned.map(({ name }) => name);
    if (!["GET by id", "POST"].every((name) => names.includes(name))) return undefined;
    return { prepare: sent, exchanges: planned };
  }

  /** An exchange with the responses. Undefined if one of them is no success, or if there is nothing to send. */
  async function recorded(
    name: string,
    operation: Operation,
    requests: readonly RequestToSend[],
    sendOne = send,
  ): Promise<Exchange | undefined> {
    const pairs = [];
    for (const request of requests) {
      const response = await sendOne(request);
      if (response.status >= 300 || response.body === "") return undefined;
      pairs.push({ request, response });
    }
    return pairs.length === 0 ? undefined : { name, operation: operation.name, pairs };
  }

  /**
   * List with a filter by a text that items have, if possible one that selects a full page and not all items. Empty if
   * the operation has no such parameter.
   */
  function filteredRequests(list: Operation, items: readonly Json[], role: Role): RequestToSend[] {
    const filters = list.parameters
      .filter((parameter) => parameter.in === "query")
      .flatMap(({ name }) => {
        const texts = items.map((item) => memberOf(item, role, name));
        const value = texts.find((text) => typeof text === "string");
        return value === undefined ? [] : [{ name, value, selected: texts.filter((text) => text === value).length }];
      })
      .toSorted((one, other) => other.selected - one.selected);
    const filter = filters.find(({ selected }) => selected >= 20 && selected < items.length) ?? filters[0];
    return filter ? [requestTo(list, { limit: 20, filter: { [filter.name]: filter.value } })] : [];
  }

  /** Values of the enums by which a list is filtered, by parameter name. */
  function filterValuesOf(list: Operation): ReadonlyMap<string, readonly Json[]> {
    const enums = list.parameters.flatMap(({ in: place, name, schema: { value } }) => {
      const reference = isObject(value) ? value["$ref"] : undefined;
      const target = typeof reference === "string" ? resolveTarget(contract, reference) : value;
      const all = isObject(target) ? target["enum"] : undefined;
      return place === "query" && Array.isArray(all) ? [[name, all] as const] : [];
    });
    return new Map(enums);
  }
}

/** Names of the members of a JSON object. Empty for another text. */
function memberNames(body = ""): readonly string[] {
  return body.startsWith("{") ? Object.keys(JSON.parse(body) as JsonObject) : [];
}

function itemIn(body: JsonObject, { wrapper }: Role): JsonObject {
  const inner = wrapper === undefined ? undefined : body[wrapper];
  return isObject(inner) ? inner : body;
}

function memberOf(item: Json, role: Role, name: string): Json | undefined {
  return isObject(item) ? itemIn(item, role)[name] : undefined;
}

/** Collections whose items can be created, read and listed, in the order of the document. */
function collectionsOf(contract: Contract): Collection[] {
  const roles = [...rolesOf(contract)].filter(([, { part, each }]) => part === undefined && each === undefined);
  const groups = Map.groupBy(roles, ([, { collection }]) => anonymousTemplate(collection));
  return [...groups.values()].flatMap((operations) => {
    const byKind = (wanted: Role["kind"]): readonly [Operation, Role] | undefined =>
      operations.find(([, { kind }]) => kind === wanted);
    const lists = operations.filter(([, { kind }]) => kind === "list");
    const list = lists.find(([{ method }]) => method === "GET") ?? lists[0];
    const [create, read, change] = [byKind("create"), byKind("read"), byKind("update")];
    if (!create || !read || !list) return [];
    return [{ create: create[0], read: read[0], list: list[0], change: change?.[0], role: read[1] }];
  });
}

/** Elements in an order that depends on a seed only. */
function shuffled<T>(elements: readonly T[], seed: number): T[] {
  const rest = [...elements];
  const result: T[] = [];
  let state = seed;
  while (rest.length > 0) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    result.push(...rest.splice(Math.floor((state / 2 ** 32) * rest.length), 1));
  }
  return result;
}
