import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  type Role,
  membersOf,
  propertyNamesOf,
  schemasAt,
  stepsTo,
  fieldsOf,
  isPagingName,
} from "../../contracts/index.ts";
import type { Input } from "../request.ts";
import type { Stored } from "../state/store.ts";
import { matcherOf } from "./matching.ts";
import { type Representations, membersIn } from "./representation.ts";
import { createSorting } from "./sorting.ts";

/** What of a list's items a request is about, and in which order. */
export type Select = (items: readonly Stored[]) => readonly Stored[];

/** What an item has to be like. */
export type Test = (item: JsonObject) => boolean;

/** What a value that was sent for a field asks of an item; nothing where its meaning is not plain. */
export type Matcher = (sent: Json) => Test | undefined;

/**
 * Compiles how requests narrow and order a list: by parameters that are called like a property of the items, or a bound of one,
 * by a text to be found in them, by a property to be sorted by. It goes by what the list shows of an item, so that
 * nothing can be found out which is not shown. Nothing where a request asks for all of it, in the usual order.
 */
export function createSelection(
  contract: Contract,
  operation: Operation,
  { collection, itemsProperty, filters = {} }: Role,
  representations: Representations,
): (input: Input) => Select | undefined {
  const schema = representations.schemaOf(operation)?.value ?? true;
  const lists = schemasAt(contract, schema, stepsTo(contract, schema, itemsProperty));
  const item: JsonSchema = { allOf: lists.flatMap((list) => membersOf(contract, list, "items")) };
  const properties = propertyNamesOf(contract, item);
  // A thread in the path of messages that are kept with all others, say, is theirs.
  const owners = operation.parameters
    .filter(({ in: place, name }) => place === "path" && !collection.includes(`{${name}}`) && properties.has(name))
    .map(({ name, schema: { value } }) => ({ name, schema: value }));
  const fields = [...fieldsOf(contract, operation).filter(({ name }) => !isPagingName(name)), ...owners];
  const sorting = createSorting(contract, fields, properties);
  const matchers = fields.flatMap((field): [string, Matcher][] => {
    const matcher = sorting.names.has(field.name) ? undefined : matcherOf(contract, item, field, filters[field.name]);
    return matcher ? [[field.name, matcher]] : [];
  });
  const views = new WeakMap<Stored, JsonObject>();
  const isRead = operation.body !== undefined;

  return ({ parameters, body }) => {
    if (matchers.length === 0 && sorting.names.size === 0) return undefined;
    const values = isRead ? { ...membersIn(body), ...parameters } : parameters;
    const tests = matchers.flatMap(([name, matcher]) => {
      const sent = values[name];
      return (sent === undefined ? undefined : matcher(sent)) ?? [];
    });
    const compare = sorting.read(values);
    if (tests.length === 0 && !compare) return undefined;
    return (items) => {
      const kept = tests.length === 0 ? items : items.filter((each) => tests.every((test) => test(viewOf(each))));
      return compare ? kept.toSorted((one, other) => compare(viewOf(one), viewOf(other))) : kept;
    };
  };

  /** An item as the list shows it. */
  function viewOf(stored: Stored): JsonObject {
    let view = views.get(stored);
    if (!view) views.set(stored, (view = membersIn(representations.listed(operation, stored.value))));
    return view;
  }
}
