import type { ResourceContext } from "./resource-context.ts";
import type { Stored } from "../state/stored.ts";
import {
  type Json,
  foldedName,
  extractItemId,
  isObject,
  listParameterNames,
  splitPropertyPath,
  resourcesIn,
  listBodySites,
  listJsonTypes,
  valueAtPath,
  withItemId,
} from "../../contracts/index.ts";
import type { Answer, Call, Handler } from "../calls/call.ts";
import type { Refusal } from "../model/problem.ts";
import { withWrapper } from "./bodies/wrapper.ts";
import { createEnvelopeWriter } from "./lists/envelope.ts";
import { toMembers } from "./members/members.ts";
import { compileAddress, canCreateItems, notFound } from "./resource.ts";

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
  const addressed = compileAddress(role);
  const collectionNames = listParameterNames(role.collection);
  const schema = representations.shapeOf(operation);
  const types = listJsonTypes(contract, schema);
  const isEither = itemsProperty === undefined && types.includes("array") && types.includes("object");
  const isListed = itemsProperty !== undefined || (types.includes("array") && !types.includes("object"));
  const asked = resourcesIn(contract).bodies.requestSchema(operation) ?? true;
  const takesOne = each === "" && listJsonTypes(contract, asked).includes("array");
  const steps = splitPropertyPath(contract, schema, itemsProperty);
  const writeEnvelope = createEnvelopeWriter(contract, schema, { steps, paging: noPaging });
  const isChange = kind === "update" || kind === "replace";
  const showsEach =
    operation.responses.some(({ status }) => status === "207") ||
    listBodySites(contract, schema).some(({ form }) => form !== "item");
  const needsAllItems = isCreatable && isChange && !canCreateItems(contract, context);
  return async (call) => {
    // A body that may be a list is one item otherwise, and no map of items.
    if (takesOne && isObject(call.input.body)) {
      const answer = await one(call);
      if ("refused" in answer || !isListed || !answer.stored) return answer;
      return answerBatch(call, [answer.stored]);
    }
    const calls = listEntries(call.input.body).map((entry) => withCollection(toEntryCall(call, entry)));
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
    return answerBatch(call, done);
  };

  function listEntries(body: Json | undefined): readonly Json[] {
    const list = valueAtPath(body, each === "" ? [] : (each?.split(".") ?? []));
    if (Array.isArray(list)) return list;
    // A map of items by key may leave out the key in each.
    return Object.entries(toMembers(list)).map(([id, entry]) =>
      isObject(entry) && extractItemId(entry, idSource) === undefined ? withItemId(entry, idSource, id) : entry,
    );
  }

  /** The call for one entry of the list, with its id as path parameter. */
  function toEntryCall(call: Call, entry: Json): Call {
    const id = isObject(entry) ? extractItemId(entry, idSource) : entry;
    // Without a path of one item, {id} is that of an item above.
    const own = idParameter === undefined || id === undefined ? {} : { [idParameter]: id };
    const input = { parameters: { ...call.input.parameters, ...own } };
    const body = isObject(entry) ? entry : kind === "create" ? withItemId({}, idSource, entry) : undefined;
    return { ...call, input: body === undefined ? input : { ...input, body } };
  }

  /** True if the parameters of a call say in which collection its item is. */
  function isPlaced({ input: { parameters } }: Call): boolean {
    return collectionNames.every((name) => parameters[name] !== undefined);
  }

  /** A call with the parameters of its collection that only the entry has. */
  function withCollection(call: Call): Call {
    const { body, parameters } = call.input;
    const byName = new Map(Object.entries(toMembers(body)).map(([name, value]) => [foldedName(name), value]));
    const sent = collectionNames.flatMap((name) => {
      const value = byName.get(foldedName(name));
      if (value === undefined || parameters[name] !== undefined) return [];
      return [[name, value] as const];
    });
    return { ...call, input: { ...call.input, parameters: { ...Object.fromEntries(sent), ...parameters } } };
  }

  function isPassedOver({ status }: Refusal): boolean {
    return kind === "read" || (kind === "delete" && (status === 404 || showsEach));
  }

  function answerBatch(call: Call, items: readonly Stored[]): Answer {
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
