import type { ResourceContext } from "./resource-context.ts";
import type { Stored } from "../state/stored.ts";
import {
  type Json,
  itemIdOf,
  isObject,
  propertyPathOf,
  typesOf,
  valueAtPath,
  withItemId,
} from "../../contracts/index.ts";
import type { Answer, Call, Handler } from "../calls/call.ts";
import { createEnvelopeWriter } from "./lists/envelope.ts";
import { addressOf, canCreateItems, notFound } from "./resource.ts";

/** Responses to bulk operations have no pages. */
const noPaging = { hasCursor: false, canSelectNext: false, first: { page: 1, item: 1 } } as const;
const noLink = (): undefined => undefined;

/** Applies the handler of one item to each item in a list. Creates all items, or none. */
export function batchHandler(context: ResourceContext, one: Handler): Handler {
  const { contract, operation, role, representations, isCreatable } = context;
  const { each, kind, idParameter = "id", itemsProperty } = role;
  const idSource = { idProperty: role.idProperty ?? "id" };
  const addressed = addressOf(role);
  const schema = representations.shapeOf(operation);
  const isListed = itemsProperty !== undefined || isArray(typesOf(contract, schema));
  const steps = propertyPathOf(contract, schema, itemsProperty);
  const writeEnvelope = createEnvelopeWriter(contract, schema, { steps, paging: noPaging });
  const needsAllItems = isCreatable && (kind === "update" || kind === "replace") && !canCreateItems(contract, context);
  return async (call) => {
    const calls = entriesIn(call.input.body).map((entry) => callOf(call, entry));
    for (const single of needsAllItems ? calls : []) {
      const address = addressed(single);
      if (!(await call.store.read(address))) return notFound(role, address.id);
    }
    const done: Stored[] = [];
    for (const single of calls) {
      const answer = await one(single);
      if (!("refused" in answer)) done.push(...(answer.stored ? [answer.stored] : []));
      else if (kind === "create") return removeCreated(call, done).then(() => answer);
    }
    return answerOf(done);
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
    const { parameters } = call.input;
    const id = itemIdOf(entry, idSource);
    const input = isObject(entry)
      ? { parameters: { ...parameters, ...(id !== undefined && { [idParameter]: id }) } }
      : { parameters: { ...parameters, [idParameter]: entry } };
    const body = isObject(entry) ? entry : kind === "create" ? withItemId({}, idSource, entry) : undefined;
    return { ...call, input: body === undefined ? input : { ...input, body } };
  }

  async function removeCreated(call: Call, made: readonly Stored[]): Promise<void> {
    for (const { value } of made) {
      const own = callOf(call, withItemId({}, idSource, itemIdOf(value, idSource) ?? ""));
      await call.store.change(addressed(own), () => null);
    }
  }

  function answerOf(items: readonly Stored[]): Answer {
    if (!isListed) return { value: items[0]?.value ?? {} };
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

function isArray(types: readonly string[]): boolean {
  return types.includes("array") && !types.includes("object");
}
