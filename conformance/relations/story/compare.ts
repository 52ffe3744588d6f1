import type { ItemOperationKind, Item } from "../../items/item.ts";
import { type Json, type JsonObject, joinPointer } from "../../../contracts/index.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Difference, listDifferences, persistentDifferences, shortText } from "../../items/difference.ts";
import { canShowProperty, isSuccess, selectKeptMembers, readSentItem, readShownItem } from "../../items/fields.ts";
import { findAlterations, isEmptyValue } from "../../items/alterations.ts";
import type { Reading } from "../../requests/preconditions.ts";
import type { Story } from "./relation.ts";
import { type Violation, asDifference } from "./violation.ts";

/** The current read of an item. Returns undefined if the item cannot be read. */
export async function readCurrentItem(item: Item, { resource }: Story): Promise<Reading | undefined> {
  const exchange = await resource.sendRequest("read", item);
  const shown = exchange && resource.itemIn("read", exchange);
  return shown && { exchange, shown };
}

/** Violations of the values of a read, as far as a second read shows them, too. */
export async function judgeReads(
  item: Item,
  story: Story,
  { find, describe }: Judgement,
): Promise<readonly Violation[]> {
  const lasting = await persistentDifferences(async () => {
    const read = await readCurrentItem(item, story);
    if (read) return find(read).map((each) => ({ ...each, ...read }));
    return [];
  });
  return lasting.map((each) => asDifference(each, { ...describe(each), exchange: each.exchange }));
}

interface Judgement {
  find(read: Reading): readonly Difference[];
  describe(difference: Difference): Pick<Violation, "key" | "message">;
}

/**
 * Differences between a write and a later read. Members that the write response shows are compared with the response,
 * all others with the request. A member that the read omits is a difference if the read schema has it.
 */
export function findLosses(
  story: Story,
  written: Exchange,
  deed: ItemOperationKind | "create",
  read: Reading,
): readonly Difference[] {
  const { contract, resource } = story;
  const operation = deed === "create" ? story.operation : resource.operationOf(deed);
  const reader = resource.operationOf("read");
  if (!operation || !reader || !isSuccess(written)) return [];
  const sent = readSentItem({ contract, operation, exchange: written });
  if (!sent) return [];
  const shown = readShownItem({ contract, operation, exchange: written }) ?? {};
  const kept = selectKeptMembers(sent, { contract, operation: reader, exchange: read.exchange });
  const isEchoedMember = (name: string): boolean => Object.hasOwn(shown, name);
  const echoedNames = Object.keys(kept).filter(isEchoedMember);
  const echoed = Object.fromEntries(echoedNames.map((name) => [name, shown[name] as Json]));
  const unechoed = selectMembers(kept, (name) => !isEchoedMember(name));
  return [
    ...listChangedMembers(echoed, read.shown),
    ...findAlterations(unechoed, read.shown),
    ...listMissingMembers(unechoed, read.shown),
  ];
}

/** Members with another value, and missing members whose expected value was not empty. */
export function listChangedMembers(expected: JsonObject, shown: JsonObject): readonly Difference[] {
  return [...listDifferences(expected, shown), ...listMissingMembers(expected, shown)];
}

/** Missing members whose expected value was not empty. */
function listMissingMembers(expected: JsonObject, shown: JsonObject): readonly Difference[] {
  const missing = Object.entries(expected).filter(
    ([name, value]) => !Object.hasOwn(shown, name) && !isEmptyValue(value as Json),
  );
  return missing.map(([name, value]) => ({
    pointer: joinPointer("", name),
    expected: shortText(value as Json),
    got: "nothing",
  }));
}

/** Members that the client sent, with the values of a reading. The provider may change all other members at any time. */
export function selectClientMembers(
  { sent }: Item,
  { exchange, shown }: Reading,
  { contract, resource }: Story,
): JsonObject {
  const operation = resource.operationOf("read");
  if (!operation) return {};
  return selectMembers(
    shown,
    (name, value) => Object.hasOwn(sent, name) && canShowProperty(name, value, { contract, operation, exchange }),
  );
}

/** Members that the client sent, with the values of the create response. */
export function echoedMembers({ value, sent }: Item): JsonObject {
  return selectMembers(value, (name) => Object.hasOwn(sent, name));
}

/** The members of an object that are accepted. */
export function selectMembers(value: JsonObject, accept: (name: string, member: Json) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name, member]) => accept(name, member as Json)));
}
