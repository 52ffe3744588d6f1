import { type Json, type JsonObject, type Role, isObject, extractItemId } from "../../contracts/index.ts";
import { findFilters } from "./lists/filters.ts";
import { findFirstDifference } from "../items/difference.ts";
import { isGone, isSuccess } from "../items/fields.ts";
import type { Item, ItemOperationKind, Send } from "../items/item.ts";
import { type Exchange, type Identity, jsonIn } from "../model/exchange.ts";
import { listsWith, readUntilListed } from "./lists/judge-lists.ts";
import { type List, openList, readLargePage } from "./lists/walk.ts";
import { findAct, withId } from "./story/acts.ts";
import { echoedMembers, readCurrentItem } from "./story/compare.ts";
import type { Relation, Story } from "./story/relation.ts";
import { type Violation, collectViolations } from "./story/violation.ts";

/** Maximum number of filters tried in addition to the unfiltered list. */
const MAX_FILTERS = 4;

/** A read-only token changes and deletes no item, whatever the response says. */
export const readOnlyTraceless: Relation = {
  id: "read-only-traceless",
  claim: "A write with a read-only token changes and deletes nothing",
  cause: "readers",
  faultCode: "F206",
  faultKeys: /accepted$/,
  needs: ["read"],
  identity: "readOnly",
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const { readOnly } = story.target.identities;
    if (!readOnly) return [];
    return collectViolations(["update", "replace", "delete"] as const, async (deed) => {
      const attempt = await attemptAs(readOnly, deed, item, story);
      if (!attempt || !isSuccess(attempt.answered)) return attempt?.traces ?? [];
      const { status } = attempt.answered.response;
      const message = `To ${deed} an item with ${readOnly.description} was answered with status ${status}, not refused with 401 or 403`;
      return [{ key: `${deed} accepted`, message, exchange: attempt.answered }];
    });
  },
};

/** Items of one organization cannot be read, listed, changed or deleted by another organization. */
export const foreignRefused: Relation = {
  id: "foreign-refused",
  claim: "An organization cannot access items of another organization",
  cause: "tenant",
  faultCode: "F206",
  needs: [],
  identity: "other",
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const { other } = story.target.identities;
    if (!other || !requiresCredentials(story)) return [];
    const { resource } = story;
    const as = createStrangerSend(other, story);
    const broken: Violation[] = [];
    const keepViolation = (key: string, exchange: Exchange): void => {
      const message = `An item was ${key} with ${other.description}`;
      broken.push({ key, message, exchange, otherExchanges: [item.exchange] });
    };
    const read = await resource.sendRequest("read", item, { as });
    const shown = read && resource.itemIn("read", read);
    const isOwn = shown && isSameItem(item, shown, resource.roleOf("read") as Role);
    if (shown && (isOwn || (await appearsForStranger(item, story, as)))) keepViolation("read", read);
    for (const list of listsWith(item, story)) {
      await readUntilListed(list, [item]);
      const sendAsStranger: Story["exchange"] = (request, operation = list.operation) => as(request, operation);
      const found = await findListed(openList(list, item, { ...story, exchange: sendAsStranger }), item);
      if (found) keepViolation("listed", found);
    }
    // A PUT that can create would leave an item of the other organization behind.
    const makes = resource.operationOf("replace")?.responses.some(({ status }) => status === "201");
    const deeds = (["update", "replace", "delete"] as const).filter((deed) => deed !== "replace" || !makes);
    const traces = await collectViolations(
      deeds,
      async (deed) => (await attemptAs(other, deed, item, story))?.traces ?? [],
    );
    return [...broken, ...traces];
  },
};

function createStrangerSend(identity: Identity, { exchangeAs }: Story): Send {
  // The cast is safe: `exchangeAs` returns undefined only for an identity without a token.
  return async (request, operation) => (await exchangeAs(identity, request, operation)) as Exchange;
}

/** A request by an identity that must not change the item, and the traces that it left. */
interface Attempt {
  readonly answered: Exchange;
  readonly traces: readonly Violation[];
}

/** Undefined if the contract has no such operation, or the item cannot be read. */
async function attemptAs(
  identity: Identity,
  deed: ItemOperationKind,
  item: Item,
  story: Story,
): Promise<Attempt | undefined> {
  const act = findAct(deed, story);
  const before = act && (await readCurrentItem(item, story));
  const answered = before && (await act.send(item, { as: createStrangerSend(identity, story), seed: 1 }));
  const after = answered && (await story.resource.sendRequest("read", item));
  if (!before || !answered) return undefined;
  const trace = after && findTrace(answered, { before: before.shown, after }, identity.description);
  const about = { exchange: answered, otherExchanges: [before.exchange], ...(after && { after: [after] }) };
  return { answered, traces: trace ? [{ ...trace, ...about }] : [] };
}

/** The effect of an attempt: the item is gone, or has a new value that the foreign identity sent. */
function findTrace(
  { request }: Exchange,
  { before, after }: { readonly before: JsonObject; readonly after: Exchange },
  credentials: string,
): Pick<Violation, "key" | "message"> | undefined {
  if (isGone(after))
    return {
      key: "deleted",
      message: `An item was deleted with ${credentials}: then it is answered with ${after.response.status}`,
    };
  const [now, sent] = [jsonIn(after.response), jsonIn(request)];
  if (!isObject(sent)) return undefined;
  const shown = isObject(now) ? now : {};
  const isEqualMember = (one: Json | undefined, other: Json | undefined): boolean =>
    JSON.stringify(one) === JSON.stringify(other);
  const changed = Object.keys(sent).find(
    (name) =>
      Object.hasOwn(before, name) && !isEqualMember(sent[name], before[name]) && isEqualMember(sent[name], shown[name]),
  );
  if (changed === undefined) return undefined;
  const message = `The "${changed}" of an item was changed with ${credentials}: then it is read as it was sent`;
  return { key: "changed", message };
}

/**
 * True where the next item of a counted id becomes readable for the other organization when the usual identity creates
 * it. The other organization may own an item with the same number, but not one that appears at that moment.
 */
async function appearsForStranger(item: Item, { resource }: Story, as: Send): Promise<boolean> {
  const [, stem = "", count = ""] = /^(.*?)(\d{1,9})$/.exec(String(item.id)) ?? [];
  if (count === "") return false;
  const next = `${stem}${String(Number(count) + 1).padStart(count.length, "0")}`;
  const id = typeof item.id === "number" ? Number(next) : next;
  const before = await resource.sendRequest("read", withId(item, id), { as });
  const made = before && !isSuccess(before) ? await resource.createItem({ seed: 2 }) : undefined;
  if (made === undefined || String(made.id) !== next) return false;
  const after = await resource.sendRequest("read", made, { as });
  return after !== undefined && isSuccess(after);
}

/** True for an operation that requires credentials. Without credentials an item has no owner. */
function requiresCredentials({ operation }: Story): boolean {
  return operation.security.length > 0 && operation.security.every((requirement) => requirement.length > 0);
}

/** The exchange in which the other organization sees the item in a list, unfiltered or filtered by one of its values. */
async function findListed(list: List, item: Item): Promise<Exchange | undefined> {
  const narrowed = findFilters(list.story.contract, list).flatMap((filter): readonly JsonObject[] => {
    const [value] = filter.of(item.value);
    if (value === undefined) return [];
    return [{ [filter.name]: filter.parameterValue(value) }];
  });
  for (const parameters of [{}, ...narrowed.slice(0, MAX_FILTERS)]) {
    const page = await readLargePage(list, parameters);
    const found = page?.items.find((each) => list.idOf(each) === String(item.id));
    if (page && found && isSameItem(item, found, list.role)) return page.exchange;
  }
  return undefined;
}

/**
 * True where the response shows this item, and not one of the other organization with the same number or name. All sent
 * members must be equal, and so must one value that two items hardly share: a generated id or a text.
 */
function isSameItem(item: Item, shown: JsonObject, role: Role): boolean {
  const { id, sent } = item;
  if (role.idProperty === undefined || String(extractItemId(shown, role)) !== String(id)) return false;
  const asMade = echoedMembers(item);
  if (findFirstDifference(asMade, shown)) return false;
  const isOwnId = typeof id === "string" && /[0-9a-z]{8}/i.test(id.replaceAll("-", "")) && /\d/.test(id);
  const isMadeUp = !Object.values(sent).includes(id);
  const isRare = Object.entries(asMade).some(
    ([name, each]) => typeof each === "string" && each.length > 5 && shown[name] === each && each !== id,
  );
  return (isOwnId && isMadeUp) || isRare;
}
