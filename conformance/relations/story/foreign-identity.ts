import type { Violation } from "./violation.ts";
import type { ItemOperationKind, Item, Send } from "../../items/item.ts";
import type { Identity } from "../../model/identity.ts";
import { type Json, type JsonObject, isObject } from "../../../contracts/index.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Story } from "./relation.ts";

/** A request by a foreign identity, and the item before and after the request. */
export interface Attempt {
  readonly answered: Exchange;
  /** The read by the owner before the request. */
  readonly read: Exchange;
  readonly before: JsonObject | undefined;
  readonly after: Exchange | undefined;
}

/** An identity that must not change the item. */
export interface ForeignIdentity {
  readonly send: Send;
  /** Sends a request to the item. Returns undefined if the contract has no such operation, or the item cannot be read. */
  attempt(deed: ItemOperationKind): Promise<Attempt | undefined>;
}

export function createForeignIdentity(
  identity: Identity,
  item: Item,
  { resource, exchangeAs }: Story,
): ForeignIdentity {
  // The cast is safe: `exchangeAs` returns undefined only for an identity without a token.
  const send: Send = async (request, operation) => (await exchangeAs(identity, request, operation)) as Exchange;
  return {
    send,
    async attempt(deed) {
      if (!resource.operationOf(deed)) return undefined;
      const read = await resource.sendRequest("read", item);
      const before = read && resource.itemIn("read", read);
      if (!before) return undefined;
      const answered = await resource.sendRequest(deed, item, { as: send, seed: 1 });
      return answered && { answered, read, before, after: await resource.sendRequest("read", item) };
    },
  };
}

/** The effect of an attempt: the item is gone, or has a new value that the foreign identity sent. */
export function traceOf({ answered, read, before, after }: Attempt, credentials: string): Violation | undefined {
  if (!after || !before) return undefined;
  const { status } = after.response;
  if (status === 404 || status === 410)
    return {
      key: "deleted",
      message: `An item was deleted with ${credentials}: then it is answered with ${status}`,
      exchange: answered,
      otherExchanges: [read],
      after: [after],
    };
  const now = jsonOf(after.response.body);
  const sent = jsonOf(answered.request.body ?? "");
  const changed = Object.keys(sent).find(
    (name) => !isSame(sent[name], before[name]) && isSame(sent[name], now[name]) && Object.hasOwn(before, name),
  );
  if (changed === undefined) return undefined;
  const message = `The "${changed}" of an item was changed with ${credentials}: then it is read as it was sent`;
  return { key: "changed", message, exchange: answered, otherExchanges: [read], after: [after] };
}

function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function jsonOf(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
