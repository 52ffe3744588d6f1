import type { Broken } from "./broken.ts";
import type { Deed, Item, Send } from "../../items/item.ts";
import type { Identity } from "../../model/identity.ts";
import { type Json, type JsonObject, isObject } from "../../../contracts/index.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Story } from "./relation.ts";

/** What somebody did who should not, and what came of it. */
export interface Attempt {
  readonly answered: Exchange;
  /** The item as it is read before and after by whom it belongs to; nothing where it is not answered. */
  readonly read: Exchange;
  readonly before: JsonObject | undefined;
  readonly after: Exchange | undefined;
}

/** Somebody who tries to do something to an item. */
export interface Somebody {
  readonly send: Send;
  /** Nothing where the contract has no such deed, or the item cannot be read. */
  attempt(deed: Deed): Promise<Attempt | undefined>;
}

export function createSomebody(identity: Identity, item: Item, { resource, exchangeAs }: Story): Somebody {
  // An identity that has a token can be anybody of any operation.
  const send: Send = async (request, operation) => (await exchangeAs(identity, request, operation)) as Exchange;
  return {
    send,
    async attempt(deed) {
      if (!resource.operationOf(deed)) return undefined;
      const read = await resource.ask("read", item);
      const before = read && resource.shown("read", read);
      if (!before) return undefined;
      const answered = await resource.ask(deed, item, { as: send, seed: 1 });
      return answered && { answered, read, before, after: await resource.ask("read", item) };
    },
  };
}

/** What an attempt left in an item: a value that was sent, and that it had not; or nothing of it. */
export function traceOf({ answered, read, before, after }: Attempt, words: string): Broken | undefined {
  if (!after || !before) return undefined;
  const { status } = after.response;
  if (status === 404 || status === 410)
    return {
      key: "deleted",
      message: `An item was deleted with ${words}: then it is answered with ${status}`,
      exchange: answered,
      rests: [read],
      after: [after],
    };
  const now = jsonOf(after.response.body);
  const sent = jsonOf(answered.request.body ?? "");
  const changed = Object.keys(sent).find(
    (name) => !isSame(sent[name], before[name]) && isSame(sent[name], now[name]) && Object.hasOwn(before, name),
  );
  if (changed === undefined) return undefined;
  const message = `The "${changed}" of an item was changed with ${words}: then it is read as it was sent`;
  return { key: "changed", message, exchange: answered, rests: [read], after: [after] };
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
