import type { Violation } from "./story/violation.ts";
import type { Item } from "../items/item.ts";
import { type Json, type JsonObject, type Role, itemIdOf } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { differenceIn } from "../items/difference.ts";
import { filtersOf } from "./lists/filters.ts";
import { readUntilListed } from "./lists/read-until-listed.ts";
import { type Listing, listingsOf } from "./lists/listing.ts";
import { isSuccess } from "../items/fields.ts";
import { type ForeignIdentity, createForeignIdentity, traceOf } from "./story/foreign-identity.ts";
import type { Relation, Story } from "./story/relation.ts";

/** Maximum number of filters tried in addition to the unfiltered list. */
const MAX_FILTERS = 4;

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
    const { resource, contract } = story;
    const stranger = createForeignIdentity(other, item, story);
    const broken: Violation[] = [];
    const read = await resource.sendRequest("read", item, { as: stranger.send });
    const shown = read && resource.itemIn("read", read);
    if (
      read &&
      shown &&
      (isSameItem(item, shown, resource.roleOf("read") as Role) || (await appearsForStranger(item, story, stranger)))
    )
      broken.push({
        key: "read",
        message: `An item was read with ${other.description}`,
        exchange: read,
        otherExchanges: [item.exchange],
      });
    for (const listing of listingsOf(contract, resource.collection)) {
      await readUntilListed(listing, [item], story);
      const found = await findListed(listing, item, story, (request) => stranger.send(request, listing.operation));
      if (found)
        broken.push({
          key: "listed",
          message: `An item was listed with ${other.description}`,
          exchange: found,
          otherExchanges: [item.exchange],
        });
    }
    // A PUT that can create would leave an item of the other organization behind.
    const makes = resource.operationOf("replace")?.responses.some(({ status }) => status === "201");
    for (const deed of ["update", ...(makes ? [] : (["replace"] as const)), "delete"] as const) {
      const attempt = await stranger.attempt(deed);
      const trace = attempt && traceOf(attempt, other.description);
      if (trace) broken.push(trace);
    }
    return broken;
  },
};

/**
 * True where the next item of a counted id becomes readable for the other organization when the usual identity creates
 * it. The other organization may own an item with the same number, but not one that appears at that moment.
 */
async function appearsForStranger(item: Item, { resource }: Story, stranger: ForeignIdentity): Promise<boolean> {
  const [, stem = "", count = ""] = /^(.*?)(\d{1,9})$/.exec(String(item.id)) ?? [];
  if (count === "") return false;
  const next = `${stem}${String(Number(count) + 1).padStart(count.length, "0")}`;
  const id = typeof item.id === "number" ? Number(next) : next;
  const before = await resource.sendRequest(
    "read",
    { ...item, id, values: [...item.values.slice(0, -1), id] },
    { as: stranger.send },
  );
  const made = before && !isSuccess(before) ? await resource.createItem({ seed: 2 }) : undefined;
  if (made === undefined || String(made.id) !== next) return false;
  const after = await resource.sendRequest("read", made, { as: stranger.send });
  return after !== undefined && isSuccess(after);
}

/** True for an operation that requires credentials. Without credentials an item has no owner. */
function requiresCredentials({ operation }: Story): boolean {
  return operation.security.length > 0 && operation.security.every((requirement) => requirement.length > 0);
}

/** The exchange in which the other organization sees the item in a list, unfiltered or filtered by one of its values. */
async function findListed(
  listing: Listing,
  item: Item,
  { contract }: Story,
  send: (request: NonNullable<ReturnType<Listing["request"]>>) => Promise<Exchange>,
): Promise<Exchange | undefined> {
  const { limit } = listing.steering;
  const all = limit ? { [limit.name]: limit.most } : {};
  const narrowed = filtersOf(contract, listing).flatMap((filter): readonly JsonObject[] => {
    const [value] = filter.of(item.value);
    return value === undefined ? [] : [{ [filter.name]: filter.parameterValue(value) }];
  });
  for (const filterParameters of [{}, ...narrowed.slice(0, MAX_FILTERS)]) {
    const request = listing.request(item, { ...all, ...filterParameters });
    const result = request && (await send(request));
    const found = result && listing.shown(result)?.find((each) => listing.idOf(each) === String(item.id));
    if (result && found && isSameItem(item, found, listing.role)) return result;
  }
  return undefined;
}

/**
 * True where the response shows this item, and not one of the other organization with the same number or name. All sent
 * members must be equal, and so must one value that two items hardly share: a generated id or a text.
 */
function isSameItem({ id, sent, value }: Item, shown: JsonObject, role: Role): boolean {
  if (role.idProperty === undefined || String(itemIdOf(shown, role)) !== String(id)) return false;
  const shownMembers = Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(value, name)));
  const asMade = Object.fromEntries(Object.keys(shownMembers).map((name) => [name, value[name] as Json]));
  if (differenceIn(asMade, shown)) return false;
  const isOwnId = typeof id === "string" && /[0-9a-z]{8}/i.test(id.replaceAll("-", "")) && /\d/.test(id);
  const isMadeUp = !Object.values(sent).includes(id);
  const isRare = Object.entries(asMade).some(
    ([name, each]) => typeof each === "string" && each.length > 5 && shown[name] === each && each !== id,
  );
  return (isOwnId && isMadeUp) || isRare;
}
