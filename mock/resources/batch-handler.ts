import type { ResourceContext } from "./resource-context.ts";
import type { Stored } from "../state/stored.ts";
import {
  type Json,
  decodeSegment,
  foldedName,
  itemIdOf,
  isObject,
  parameterNamesIn,
  propertyPathOf,
  resourcesIn,
  sitesOf,
  typesOf,
  valueAtPath,
  withItemId,
} from "../../contracts/index.ts";
import type { Answer, Call, Handler } from "../calls/call.ts";
import type { Refusal } from "../model/problem.ts";
import { withWrapper } from "./bodies/wrapper.ts";
import { createEnvelopeWriter } from "./lists/envelope.ts";
import { createListedCollections } from "./listed-collections.ts";
import { membersIn } from "./members/members.ts";
import { addressOf, canCreateItems, notFound } from "./resource.ts";

/** Responses to bulk operations have no pages. */
const noPaging = { cursorName: undefined, canSelectNext: false, first: { page: 1, item: 1 } } as const;
const noLink = (): undefined => undefined;

/**
 * Applies the handler of one item to each item in a list. It creates, changes or deletes all items, or none. Of items that
 * are to be deleted, those that are gone already are passed over, and refused ones where the response tells which.
 */
export function batchHandler(context: ResourceContext, one: Handler): Handler {
  const { contract, operation, role, representations, isCreatable } = context;
  const { each, kind, idParameter, itemsProperty } = role;
  const idSource = { idProperty: role.idProperty ?? "id" };
  const addressed = addressOf(role);
  const collections = createListedCollections(operation, role);
  const collectionNames = parameterNamesIn(role.collection);
  const schema = representations.shapeOf(operation);
  const types = typesOf(contract, schema);
  const isEither = itemsProperty === undefined && types.includes("array") && types.includes("object");
  const isListed = itemsProperty !== undefined || (types.includes("array") && !types.includes("object"));
  const asked = resourcesIn(contract).bodies.requestSchema(operation) ?? true;
  const takesOne = each === "" && typesOf(contract, asked).includes("array");
  const steps = propertyPathOf(contract, schema, itemsProperty);
  const writeEnvelope = createEnvelopeWriter(contract, schema, { steps, paging: noPaging });
  const isChange = kind === "update" || kind === "replace";
  const showsEach =
    operation.responses.some(({ status }) => status === "207") ||
    sitesOf(contract, schema).some(({ form }) => form !== "item");
  const needsAllItems = isCreatable && isChange && !canCreateItems(contract, context);
  return async (call) => {
    // A body that may be a list is one item otherwise, and no map of items.
    if (takesOne && isObject(call.input.body)) {
      const answer = await one(call);
      return "refused" in answer || !isListed || !answer.stored ? answer : answerOf(call, [answer.stored]);
    }
    const calls: Call[] = [];
    let index: Promise<ReadonlyMap<string, string>> | undefined;
    const collectionsById = () => (index ??= indexCollections(call));
    for (const entry of entriesIn(call.input.body))
      calls.push(await withCollection(callOf(call, entry), collectionsById));
    for (const single of isChange ? calls : []) {
      const address = addressed(single);
      if (isPlaced(single) && (!needsAllItems || (await call.store.read(address)))) continue;
      return notFound(role, address.id);
    }
    const done: Stored[] = [];
    for (const single of calls) {
      const answer = await one(single);
      // A refused request stores none of its changes.
      if ("refused" in answer && !isPassedOver(answer)) return answer;
      if (!("refused" in answer) && answer.stored) done.push(answer.stored);
    }
    return answerOf(call, done);
  };

  function entriesIn(body: Json | undefined): readonly Json[] {
    const list = valueAtPath(body, each === "" ? [] : (each?.split(".") ?? []));
    if (Array.isArray(list)) return list;
    return isObject(list) ? Object.entries(list).map(([id, entry]) => keyed(id, entry)) : [];
  }

  /** An entry of a map of items by key, which may leave out the key. */
  function keyed(id: string, entry: Json): Json {
    return isObject(entry) && itemIdOf(entry, idSource) === undefined ? withItemId(entry, idSource, id) : entry;
  }

  /** The call for one entry of the list, with its id as path parameter. */
  function callOf(call: Call, entry: Json): Call {
    const id = isObject(entry) ? itemIdOf(entry, idSource) : entry;
    // Without a path of one item, {id} is that of an item above.
    const own = idParameter === undefined || id === undefined ? {} : { [idParameter]: id };
    const input = { parameters: { ...call.input.parameters, ...own } };
    const body = isObject(entry) ? entry : kind === "create" ? withItemId({}, idSource, entry) : undefined;
    return { ...call, input: body === undefined ? input : { ...input, body } };
  }

  /** True if the parameters of a call say in which collection its item is. */
  function isPlaced({ input: { parameters } }: Call): boolean {
    return !collections.coversSeveral || collectionNames.every((name) => parameters[name] !== undefined);
  }

  /** A call with the parameters of its collection that only the entry has, or else the stored item that it names. */
  async function withCollection(
    call: Call,
    collectionsById: () => Promise<ReadonlyMap<string, string>>,
  ): Promise<Call> {
    if (!collections.coversSeveral) return call;
    const { body, parameters } = call.input;
    const members = Object.entries(membersIn(body)).map(([name, value]) => [foldedName(name), value] as const);
    const byName = new Map(members);
    const sent = collectionNames.flatMap((name) => {
      const value = byName.get(foldedName(name));
      return value === undefined || parameters[name] !== undefined ? [] : [[name, value] as const];
    });
    const input = { ...call.input, parameters: { ...Object.fromEntries(sent), ...parameters } };
    if (isPlaced({ ...call, input })) return { ...call, input };
    const collection = (await collectionsById()).get(addressed({ ...call, input }).id);
    if (collection === undefined) return { ...call, input };
    const found = pathValuesIn(role.collection, collection.slice((role.pathPrefix ?? "").length));
    return { ...call, input: { ...input, parameters: { ...found, ...input.parameters } } };
  }

  /** Collections by the ids of their items. Made once for all entries that do not name their collection. */
  async function indexCollections(call: Call): Promise<ReadonlyMap<string, string>> {
    const { organization } = call.world;
    const found = new Map<string, string>();
    for (const collection of await collections.collections(call)) {
      const { items } = await call.store.list(organization, collection, {
        offset: 0,
        limit: Number.POSITIVE_INFINITY,
      });
      for (const { value } of items) {
        const id = String(itemIdOf(value, idSource) ?? "");
        if (!found.has(id)) found.set(id, collection);
      }
    }
    return found;
  }

  function isPassedOver({ status }: Refusal): boolean {
    return kind === "read" || (kind === "delete" && (status === 404 || showsEach));
  }

  function answerOf(call: Call, items: readonly Stored[]): Answer {
    if (isEither) return { value: items.map(({ value }) => value) };
    if (!isListed) return { value: withWrapper(items[0]?.value ?? {}, role) };
    const facts = {
      offset: 0,
      limit: items.length,
      number: 1,
      total: items.length,
      count: items.length,
      linkTo: noLink,
    };
    return { page: { items, envelope: itemsProperty === undefined ? {} : writeEnvelope(facts) } };
  }
}

/** The values of the parameters of a template in a path that it matches. */
function pathValuesIn(template: string, path: string): Record<string, string> {
  const segments = path.split("/");
  const names = template.split("/").map((segment) => /^\{([^{}]+)\}$/.exec(segment)?.[1]);
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const segment = segments[index] ?? "";
      return name === undefined ? [] : [[name, decodeSegment(segment) ?? segment]];
    }),
  );
}
