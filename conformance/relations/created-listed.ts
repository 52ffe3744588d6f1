import type { Broken } from "./story/broken.ts";
import type { Item } from "../items/item.ts";
import {
  type Contract,
  type Operation,
  defaultOf,
  directionNames,
  isPagingName,
  orderNames,
  valueAt,
  isObject,
} from "../../contracts/index.ts";
import { confirmed } from "./lists/confirmed.ts";
import { type Listing, listingsOf } from "./lists/listing.ts";
import { walk } from "./lists/walk.ts";
import type { Relation, Story } from "./story/relation.ts";

/** So many pages an item is looked for. */
const MAX_PAGES = 5;

/** What was made is in every list of its collection that shows all of it. */
export const createdListed: Relation = {
  id: "created-listed",
  claim: "What was made is listed",
  needs: ["list"],
  isWhole: true,
  hasFlags: true,
  async holds(item, story) {
    // What is still to be made need not be there.
    if (item.exchange.response.status === 202) return [];
    const { contract, resource } = story;
    const broken: Broken[] = [];
    for (const listing of listingsOf(contract, resource.collection).filter((each) => showsAll(contract, each)))
      broken.push(...(await confirmed(story, () => missing(listing, item, story))));
    return broken;
  },
};

async function missing(listing: Listing, item: Item, story: Story): Promise<readonly Broken[]> {
  const isIt = (listed: Parameters<Listing["idOf"]>[0]): boolean => listing.idOf(listed) === String(item.id);
  const { limit } = listing.steering;
  const walked = await walk(listing, item, story, {
    most: MAX_PAGES,
    ...(limit && { size: limit.most }),
    until: ({ items }) => items.some(isIt),
  });
  // Where not all of it was seen, it may be in the rest.
  if (!walked?.isWhole) return [];
  const read = await story.resource.ask("read", item);
  if (read && (read.response.status < 200 || read.response.status > 299)) return [];
  const exchange = walked.pages[0]?.exchange;
  return exchange ? [{ key: "missing", message: "What was just made is not in the list", exchange }] : [];
}

const narrowing = /include|exclude|with|show|hide|all|archived|deleted|hidden|retired|inactive/i;
const limiting =
  /\b(only|except|unless|without|recent|latest|active|open|published|visible|pending|unread|own|not|my)\b/i;

/** Whether a list shows all there is where nothing is asked for, as far as the contract tells. */
function showsAll(contract: Contract, { operation, fields }: Listing): boolean {
  const isNarrowed = fields.some(({ name, schema }) => {
    const isShaping = isPagingName(name) || orderNames.test(name) || directionNames.test(name);
    return !isShaping && (narrowing.test(name) || defaultOf(contract, schema) !== undefined);
  });
  return !isNarrowed && !limiting.test(`${operation.summary} ${descriptionOf(contract, operation)}`);
}

function descriptionOf({ document }: Contract, { pointer }: Operation): string {
  const node = valueAt(document, pointer);
  return isObject(node) && typeof node["description"] === "string" ? node["description"] : "";
}
