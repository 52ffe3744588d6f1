import type { Deed, Item } from "../../items/item.ts";
import { type Json, type JsonObject, joinPointer } from "../../../contracts/index.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Difference, differencesIn, shortText } from "../../items/difference.ts";
import { couldShow, isSuccess, keptOf, sentIn, shownIn } from "../../items/fields.ts";
import { alterationsIn, isNothing } from "../../items/normalised.ts";
import type { Story } from "./relation.ts";

/** What a later reading of an item shows. */
export interface Reading {
  readonly exchange: Exchange;
  readonly shown: JsonObject;
}

/** The item as it reads now; nothing where it cannot be read. */
export async function readingOf(item: Item, { resource }: Story): Promise<Reading | undefined> {
  const exchange = await resource.ask("read", item);
  const shown = exchange && resource.shown("read", exchange);
  return shown && { exchange, shown };
}

/**
 * What was sent, or shown in answer to it, and is not what is read: compared as it was shown, else as it was sent. A
 * member that was shown and is not read any more is lost where the contract has a place for it.
 */
export function lossesIn(story: Story, written: Exchange, deed: Deed | "create", read: Reading): readonly Difference[] {
  const { contract, resource } = story;
  const operation = deed === "create" ? story.operation : resource.operationOf(deed);
  const reader = resource.operationOf("read");
  if (!operation || !reader || !isSuccess(written)) return [];
  const sent = sentIn({ contract, operation, exchange: written });
  if (!sent) return [];
  const shown = shownIn({ contract, operation, exchange: written }) ?? {};
  const answered = { contract, operation: reader, exchange: read.exchange };
  const isShown = (name: string): boolean => Object.hasOwn(shown, name);
  const echoed = Object.fromEntries(Object.entries(keptOf(sent, answered)).filter(([name]) => isShown(name)));
  const silent = Object.fromEntries(Object.entries(keptOf(sent, answered)).filter(([name]) => !isShown(name)));
  const asShown = Object.fromEntries(Object.keys(echoed).map((name) => [name, shown[name] as Json]));
  return [...changesIn(asShown, read.shown), ...alterationsIn(silent, read.shown)];
}

/** The members that are shown with another value, and those that said something and are not there any more. */
export function changesIn(expected: JsonObject, shown: JsonObject): readonly Difference[] {
  const missing = Object.entries(expected).filter(
    ([name, value]) => !Object.hasOwn(shown, name) && !isNothing(value as Json),
  );
  return [
    ...differencesIn(expected, shown),
    ...missing.map(([name, value]) => ({
      pointer: joinPointer("", name),
      expected: shortText(value as Json),
      got: "nothing",
    })),
  ];
}

/** What a client has said of an item, as it reads: all else is the provider's own, and may go on by itself. */
export function clientsOwn({ sent }: Item, { exchange, shown }: Reading, { contract, resource }: Story): JsonObject {
  const operation = resource.operationOf("read");
  return Object.fromEntries(
    Object.entries(shown).filter(
      ([name, value]) =>
        Object.hasOwn(sent, name) && operation && couldShow(name, value as Json, { contract, operation, exchange }),
    ),
  );
}
