import {
  type Contract,
  type JsonObject,
  type Operation,
  decodeSegment,
  percentEncode,
  extractItemId,
} from "../../contracts/index.ts";
import { type OrganizationState, type StateItem } from "../../formats/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { readItemId } from "../items/items.ts";
import { isSuccess, readSentItem } from "../items/fields.ts";
import { requestMedia } from "../requests/wire.ts";
import { rolesFor } from "../model/roles.ts";
import { shownItems, removeSecrets } from "./storable.ts";

/** Derives fixtures for the mock from traffic. */
export interface FixtureLog {
  /** Records a readable exchange with its path parameters. */
  seen(exchange: Exchange, about: ExchangeContext): void;
  /** Latest state of each item, without secrets. Deleted items are absent. */
  state(): OrganizationState;
  /** Number of omitted sightings: too many items, or items that do not match the contract. */
  omitted(): number;
}

interface ExchangeContext {
  readonly operation: Operation;
  readonly contract: Contract;
  readonly parameters: Readonly<Record<string, string>>;
  /** Masks credentials of the exchange in a text. */
  hide(text: string): string;
}

/** Most items kept. */
const MAX_ITEMS = 10_000;

/** Roles whose responses do not show an item as it is read. */
const actionKinds = new Set(["action", "transition"]);

export function createFixtureLog(mostItems = MAX_ITEMS): FixtureLog {
  const collections = new Map<string, Map<string, JsonObject>>();
  let size = 0;
  let omitted = 0;
  return { seen: recordFixture, state, omitted: () => omitted };

  function recordFixture(exchange: Exchange, { operation, contract, parameters, hide }: ExchangeContext): void {
    const role = rolesFor(contract).get(operation);
    if (!role || role.part !== undefined || role.each !== undefined || actionKinds.has(role.kind)) return;
    const { kind, idParameter } = role;
    const collection = concrete(role.collection, parameters);
    const inPath = parameters[idParameter ?? ""];
    const named = kind === "singleton" ? "" : inPath === undefined ? undefined : decodeSegment(inPath);
    const isGone = exchange.response.status === 404 || exchange.response.status === 410;
    if (named && (isGone || (kind === "delete" && isSuccess(exchange)))) return removeFixtureItem(collection, named);
    if (!isSuccess(exchange) || exchange.request.method === "HEAD" || kind === "delete") return;
    const shown = shownItems(exchange, role, { operation, contract, hide });
    for (const { raw, item } of shown) {
      const itemId = extractItemId(raw, role);
      const id = named ?? (kind === "list" ? itemId : readItemId(exchange, role, raw));
      if (item && (typeof id === "string" || typeof id === "number"))
        keepFixtureItem(collection, String(id), item, kind === "read" || kind === "singleton");
      else omitted++;
    }
    // A successful write without a body: the sent values are the known ones.
    const known = named === undefined ? undefined : collections.get(collection)?.get(named);
    const sent = known && shown.length === 0 ? readSentItem({ contract, operation, exchange }) : undefined;
    if (sent)
      keepFixtureItem(
        collection,
        named ?? "",
        removeSecrets(sent, contract, requestMedia(operation)?.schema?.value ?? true),
      );
  }

  /** Keeps an item. A read shows all of it; a list or a write may show a part. */
  function keepFixtureItem(collection: string, id: string, item: JsonObject, isWhole = false): void {
    const items = collections.get(collection) ?? new Map<string, JsonObject>();
    const known = items.get(id);
    if (!known && size >= mostItems) {
      omitted++;
      return;
    }
    if (!known) size++;
    collections.set(collection, items.set(id, isWhole ? item : { ...known, ...item }));
  }

  /** Removes an item with everything below it. */
  function removeFixtureItem(collection: string, id: string): void {
    if (collections.get(collection)?.delete(id)) size--;
    for (const [name, items] of collections)
      if (name.startsWith(`${collection}/${percentEncode(id)}/`)) {
        size -= items.size;
        collections.delete(name);
      }
  }

  function state(): OrganizationState {
    const entries = [...collections].filter(([, items]) => items.size > 0);
    const written = entries.map(([name, items]) => [
      name,
      sortByCreation([...items].map(([id, value]): StateItem => ({ id, value }))),
    ]);
    return { collections: Object.fromEntries(written) as OrganizationState["collections"] };
  }
}

/** Path of a collection with its parameters filled in. */
function concrete(template: string, parameters: ExchangeContext["parameters"]): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    percentEncode(decodeSegment(parameters[name] ?? "") ?? ""),
  );
}

/** Items in the order of creation. A list may show the latest first. */
function sortByCreation(items: readonly StateItem[]): readonly StateItem[] {
  const times = new Map(items.map((item) => [item, readCreationTime(item.value)]));
  if ([...times.values()].includes(undefined)) return items;
  return items.toSorted((one, other) => (times.get(one) ?? "").localeCompare(times.get(other) ?? ""));
}

function readCreationTime(value: JsonObject): string | undefined {
  const name = Object.keys(value).find((each) => /^_?created(_?at|_?on)?$/i.test(each));
  const time = name === undefined ? undefined : value[name];
  if (typeof time === "string") return time;
  return undefined;
}
