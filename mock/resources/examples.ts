import { allItems } from "./find-items.ts";
import { listEntryItems } from "./members/members.ts";
import type { ResourceContext } from "./resource-context.ts";
import type { Stored } from "../state/stored.ts";
import {
  type JsonObject,
  percentEncode,
  extractItemId,
  valueAtPath,
  splitPropertyPath,
  withItemId,
} from "../../contracts/index.ts";
import type { Call } from "../calls/call.ts";
import type { Address } from "../state/store.ts";
import type { Awaitable } from "../model/awaitable.ts";
import { withoutWrapper } from "./bodies/wrapper.ts";
import { knownPathParameters } from "./resource.ts";

/** Maximum number of example items of an operation that are kept. */
const MAX_ITEMS = 200;

/** Finds the example item of an id. Its value is generated on access. */
export type ExampleAt = (call: Call, address: Address) => Awaitable<(() => Stored) | undefined>;

/**
 * Example items of a collection that no operation can fill: every id has one, always the same, until it is deleted.
 * Of other collections, those that a generated body showed.
 */
export function createExamples(context: ResourceContext): ExampleAt {
  const { operation, role, representations, hasImplicitItems, presenter } = context;
  if (!hasImplicitItems)
    return async (call, address) => {
      const value = representations.shownItems.find(call.world, address);
      if (value === undefined || (await isDeleted(call, address))) return undefined;
      return () => ({ value });
    };
  const listedItemOf = compileListedItem(context);
  /** Latest items, because clients read the same items again, and the bytes of a response are kept by item. */
  const items = new Map<string, Stored>();
  return async (call, address) => {
    if (await isDeleted(call, address)) return undefined;
    const { organization, collection, id } = address;
    const name = `${call.seed} ${organization} ${collection}/${id}`;
    return () => {
      let item = items.get(name);
      if (!item) {
        item = exampleItem(name, call, address);
        if (items.size >= MAX_ITEMS) items.clear();
        items.set(name, item);
      }
      return item;
    };
  };

  function exampleItem(name: string, call: Call, address: Address): Stored {
    const generated = withoutWrapper(representations.example(presenter.operation, name), presenter.role);
    const example = { ...generated, ...listedItemOf(call, address) };
    const given = call.input.parameters[role.idParameter ?? ""];
    const value: JsonObject = {
      ...example,
      ...knownPathParameters(operation, call.input.parameters, (parent) => Object.hasOwn(example, parent)),
    };
    return {
      value: given === undefined ? value : withItemId(value, role, representations.idAs(presenter.operation, given)),
    };
  }
}

/** The items of the example list of a collection, so that an item is read as it is listed. */
function compileListedItem({ contract, lister, representations, presenter }: ResourceContext) {
  // Examples of the document have precedence.
  if (!lister || representations.isShownByExample(presenter.operation)) return () => undefined;
  const { operation, role } = lister;
  const schema = representations.shapeOf(operation);
  const steps = splitPropertyPath(contract, schema, role.itemsProperty);
  /** Items of the latest list by id: clients read one item of a list after the other. */
  let latest: { readonly name: string; readonly items: ReadonlyMap<string, JsonObject> } | undefined;
  return ({ seed, input }: Call, { organization, id }: Address): JsonObject | undefined => {
    const name = `${seed} ${organization} ${concretePath(operation.path, input.parameters)}`;
    if (latest?.name !== name) {
      const items = listEntryItems(valueAtPath(representations.example(operation, name), steps), role);
      latest = { name, items: new Map(items.map((item) => [String(extractItemId(item, role)), item])) };
    }
    return latest.items.get(id);
  };
}

function concretePath(path: string, parameters: Call["input"]["parameters"]): string {
  return path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => percentEncode(String(parameters[name] ?? "")));
}

/** Beginning of the collections of marks. */
const placeOfMarks = "/_concord/deleted";

/** Address of the mark of a deleted example item. */
export function toDeletionMark({ collection, ...address }: Address): Address {
  return { ...address, collection: placeOfMarks + collection };
}

async function isDeleted({ store }: Call, address: Address): Promise<boolean> {
  return (await store.read(toDeletionMark(address))) !== undefined;
}

/** The items of an example list, with changed ones replaced and deleted ones removed. */
export async function withStoredChanges(
  { store, world: { organization } }: Call,
  examples: readonly Stored[],
  { collection, idOf }: { readonly collection: string; idOf(item: Stored): string | undefined },
): Promise<readonly Stored[]> {
  const changedItems = await store.list(organization, collection, allItems);
  const { collection: deletionMarks } = toDeletionMark({ organization, collection, id: "" });
  const deleted = await store.list(organization, deletionMarks, allItems);
  if (changedItems.total + deleted.total === 0) return examples;
  const changed = new Map(changedItems.items.map((item) => [idOf(item), item]));
  const deletedIds = new Set(deleted.items.map(({ value }) => value["id"]));
  const shown = examples
    .filter((item) => !deletedIds.has(idOf(item) ?? null))
    .map((item) => changed.get(idOf(item)) ?? item);
  return [...shown, ...changedItems.items.filter((item) => !shown.includes(item))];
}
