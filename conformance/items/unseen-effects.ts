import { isDeepStrictEqual } from "node:util";
import { type JsonObject, isObject } from "../../contracts/index.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import { unknownEffect } from "./effects.ts";
import type { Leftover } from "./leftover.ts";
import type { SentRequest } from "./sent-request.ts";

/** Effects of requests that no response shows. */
export interface UnseenEffects {
  /** Registers a request of which nothing shows what it did. */
  add(sent: SentRequest, reason: string): void;
  /** Registers an action on an item of the run. */
  recordAction(exchange: Exchange, sent: SentRequest, item: string | undefined): void;
  /** Registers what a response shows of the item at a path. An item that differs shows the actions before. */
  recordShown(item: string, exchange: Exchange): void;
  leftovers(): readonly Leftover[];
}

/** Item of the run: what was shown last, and the operations that acted on it since then. */
interface ActedItem {
  shown: JsonObject | undefined;
  readonly actions: Set<string>;
}

const UNSEEN = "its effect cannot be seen, because its item shows no change";

export function createUnseenEffects(): UnseenEffects {
  const unknown: Leftover[] = [];
  const actions: SentRequest[] = [];
  const items = new Map<string, ActedItem>();
  /** Operations whose effect a response has shown. */
  const seen = new Set<string>();
  return {
    add(sent, reason) {
      unknown.push(unknownEffect(sent, reason));
    },
    recordAction(exchange, sent, item) {
      actions.push(sent);
      if (item === undefined) return;
      itemAt(item).actions.add(keyOf(sent));
      recordShown(item, exchange);
    },
    recordShown,
    leftovers: () => [
      ...unknown,
      ...actions.filter((sent) => !seen.has(keyOf(sent))).map((sent) => unknownEffect(sent, UNSEEN)),
    ],
  };

  function recordShown(path: string, { response }: Exchange): void {
    const item = itemAt(path);
    const shown = jsonIn(response);
    if (!isObject(shown)) return;
    const names = Object.keys(item.shown ?? {}).filter((name) => Object.hasOwn(shown, name));
    const equal = names.map((name) => isDeepStrictEqual(item.shown?.[name], shown[name]));
    // A response without any known member, such as { "queued": true }, does not show the item.
    if (item.shown !== undefined && !equal.includes(true)) return;
    if (equal.includes(false)) for (const action of item.actions) seen.add(action);
    item.actions.clear();
    item.shown = shown;
  }

  function itemAt(path: string): ActedItem {
    const item = items.get(path) ?? { shown: undefined, actions: new Set() };
    items.set(path, item);
    return item;
  }
}

function keyOf({ operation }: SentRequest): string {
  return `${operation.api} ${operation.name}`;
}
