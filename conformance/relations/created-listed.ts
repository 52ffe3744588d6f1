import type { Violation } from "./story/violation.ts";
import type { Item } from "../items/item.ts";
import {
  type Contract,
  type JsonObject,
  type Operation,
  defaultOf,
  directionNames,
  isPagingName,
  itemIdOf,
  orderNames,
  searchNames,
  valueAt,
  isObject,
} from "../../contracts/index.ts";
import { confirmViolations } from "./lists/confirm-violations.ts";
import { type Listing, listingsOf } from "./lists/listing.ts";
import { walk } from "./lists/walk.ts";
import type { Relation, Story } from "./story/relation.ts";

/** Maximum number of pages read in search of an item. */
const MAX_PAGES = 5;

/** A new item is in every unfiltered list of its collection. */
export const createdListed: Relation = {
  id: "created-listed",
  claim: "A created item is in the list",
  cause: "lives",
  needs: ["list"],
  isWhole: true,
  hasFlags: true,
  hasLeast: true,
  async holds(item, story) {
    // A 202 response leaves the creation open.
    if (item.exchange.response.status === 202) return [];
    const { contract, resource } = story;
    const broken: Violation[] = [];
    for (const listing of listingsOf(contract, resource.collection).filter((each) => showsAll(contract, each)))
      broken.push(...(await confirmViolations(story, () => missing(listing, item, story))));
    return broken;
  },
};

async function missing(listing: Listing, item: Item, story: Story): Promise<readonly Violation[]> {
  const isIt = (listed: JsonObject): boolean =>
    listing.idOf(listed) === String(item.id) || isShownUnder(item, listed, story);
  const { limit } = listing.steering;
  const walked = await walk(listing, item, story, {
    most: MAX_PAGES,
    ...(limit && { size: limit.most }),
    until: ({ items }) => items.some(isIt),
  });
  // The item may be on a page that was not read.
  if (!walked?.isWhole) return [];
  const read = await story.resource.sendRequest("read", item);
  if (read && (read.response.status < 200 || read.response.status > 299)) return [];
  const exchange = walked.pages[0]?.exchange;
  return exchange ? [{ key: "missing", message: "The item that was just created is not in the list", exchange }] : [];
}

/** True for a listed item with the id of an item, where the id property is not the one that the contract suggests. */
function isShownUnder({ id, value }: Item, listed: JsonObject, { resource }: Story): boolean {
  const shown = itemIdOf(value, resource.roleOf("read") ?? {});
  return shown !== undefined && String(shown) !== String(id) && Object.values(listed).includes(id);
}

const narrowing = /include|exclude|with|show|hide|all|archived|deleted|hidden|retired|inactive/i;
const limiting =
  /\b(only|except|unless|without|recent|latest|active|open|published|visible|pending|unread|own|not|my)\b/i;

const searching = /\/(search|find|query|lookup|autocomplete|suggest)[^/{}]*$/i;

/** True for a list that returns the whole collection without parameters, as far as names, defaults and descriptions show. */
function showsAll(contract: Contract, { operation, fields }: Listing): boolean {
  const isNarrowed = fields.some(({ name, schema }) => {
    const isShaping = isPagingName(name) || orderNames.test(name) || directionNames.test(name);
    return !isShaping && (narrowing.test(name) || defaultOf(contract, schema) !== undefined);
  });
  // A search without a text may find nothing.
  const isSearch = searching.test(operation.path) && fields.some(({ name }) => searchNames.test(name));
  return !isNarrowed && !isSearch && !limiting.test(`${operation.summary} ${descriptionOf(contract, operation)}`);
}

function descriptionOf({ document }: Contract, { pointer }: Operation): string {
  const node = valueAt(document, pointer);
  return isObject(node) && typeof node["description"] === "string" ? node["description"] : "";
}
