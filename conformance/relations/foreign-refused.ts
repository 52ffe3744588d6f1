import type { Broken } from "./story/broken.ts";
import type { Item } from "../items/item.ts";
import { type Json, type JsonObject, idShown } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { differenceIn } from "../items/difference.ts";
import { filtersOf } from "./lists/filters.ts";
import { reachWith } from "./lists/listed.ts";
import { type Listing, listingsOf } from "./lists/listing.ts";
import { isSuccess } from "../items/fields.ts";
import { type Somebody, createSomebody, traceOf } from "./story/foreign-identity.ts";
import type { Relation, Story } from "./story/relation.ts";

/** So many filters are tried, beside the whole list. */
const MAX_FILTERS = 4;

/** What one organization made is not read, listed, changed or deleted by another one (§5.1). */
export const foreignRefused: Relation = {
  id: "foreign-refused",
  claim: "What one organization made is closed to another one",
  section: "5.1",
  needs: [],
  identity: "other",
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const { other } = story.target.identities;
    if (!other || !isRefusing(story)) return [];
    const { resource, contract } = story;
    const stranger = createSomebody(other, item, story);
    const broken: Broken[] = [];
    const read = await resource.ask("read", item, { as: stranger.send });
    const shown = read && resource.shown("read", read);
    if (
      read &&
      shown &&
      (isThat(item, shown, resource.roleOf("read")?.idProperty) || (await appears(item, story, stranger)))
    )
      broken.push({
        key: "read",
        message: `An item was read with ${other.words}`,
        exchange: read,
        rests: [item.exchange],
      });
    for (const listing of listingsOf(contract, resource.collection)) {
      await reachWith(listing, [item], story);
      const found = await listed(listing, item, story, (request) => stranger.send(request, listing.operation));
      if (found)
        broken.push({
          key: "listed",
          message: `An item was listed with ${other.words}`,
          exchange: found,
          rests: [item.exchange],
        });
    }
    // What can be put where nothing is would be left there.
    const makes = resource.operationOf("replace")?.responses.some(({ status }) => status === "201");
    for (const deed of ["update", ...(makes ? [] : (["replace"] as const)), "delete"] as const) {
      const attempt = await stranger.attempt(deed);
      const trace = attempt && traceOf(attempt, other.words);
      if (trace) broken.push(trace);
    }
    return broken;
  },
};

/**
 * Whether there is something for somebody as soon as the usual identity has made it: of ids that are counted, the next
 * one is asked for before it is made. Another organization may well have an item of the same number, but not one that
 * comes into being just then.
 */
async function appears(item: Item, { resource }: Story, stranger: Somebody): Promise<boolean> {
  const [, stem = "", count = ""] = /^(.*?)(\d{1,9})$/.exec(String(item.id)) ?? [];
  if (count === "") return false;
  const next = `${stem}${String(Number(count) + 1).padStart(count.length, "0")}`;
  const id = typeof item.id === "number" ? Number(next) : next;
  const before = await resource.ask(
    "read",
    { ...item, id, values: [...item.values.slice(0, -1), id] },
    { as: stranger.send },
  );
  const made = before && !isSuccess(before) ? await resource.make({ seed: 2 }) : undefined;
  if (made === undefined || String(made.id) !== next) return false;
  const after = await resource.ask("read", made, { as: stranger.send });
  return after !== undefined && isSuccess(after);
}

/** What needs no credentials belongs to nobody. */
function isRefusing({ operation }: Story): boolean {
  return operation.security.length > 0 && operation.security.every((requirement) => requirement.length > 0);
}

/** The answer to somebody that lists an item: the whole list, or what has one of its values. */
async function listed(
  listing: Listing,
  item: Item,
  { contract }: Story,
  send: (request: NonNullable<ReturnType<Listing["request"]>>) => Promise<Exchange>,
): Promise<Exchange | undefined> {
  const { limit } = listing.steering;
  const all = limit ? { [limit.name]: limit.most } : {};
  const narrowed = filtersOf(contract, listing).flatMap((filter): readonly JsonObject[] => {
    const [value] = filter.of(item.value);
    return value === undefined ? [] : [{ [filter.name]: filter.sent(value) }];
  });
  for (const asked of [{}, ...narrowed.slice(0, MAX_FILTERS)]) {
    const request = listing.request(item, { ...all, ...asked });
    const answered = request && (await send(request));
    const found = answered && listing.shown(answered)?.find((each) => listing.idOf(each) === String(item.id));
    if (answered && found && isThat(item, found, listing.role.idProperty)) return answered;
  }
  return undefined;
}

/**
 * Whether what is shown is this very item, and not one of the other organization that has the same number or name: it
 * agrees in all that was sent, and in something that two hardly have in common.
 */
function isThat({ id, sent, value }: Item, shown: JsonObject, idProperty: string | undefined): boolean {
  if (idProperty === undefined || String(idShown(shown, { idProperty })) !== String(id)) return false;
  const own = Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(value, name)));
  const asMade = Object.fromEntries(Object.keys(own).map((name) => [name, value[name] as Json]));
  if (differenceIn(asMade, shown)) return false;
  const isOwnId = typeof id === "string" && /[0-9a-z]{8}/i.test(id.replaceAll("-", "")) && /\d/.test(id);
  const isMadeUp = !Object.values(sent).includes(id);
  const isRare = Object.entries(asMade).some(
    ([name, each]) => typeof each === "string" && each.length > 5 && shown[name] === each && each !== id,
  );
  return (isOwnId && isMadeUp) || isRare;
}
