import type { Violation } from "./story/violation.ts";
import type { Item } from "../items/item.ts";
import type { Exchange } from "../model/exchange.ts";
import { confirmViolations } from "./lists/confirm-violations.ts";
import { type Listing, listingsOf } from "./lists/listing.ts";
import { walk } from "./lists/walk.ts";
import { isSuccess } from "../items/fields.ts";
import { otherIdThan } from "./story/other-id.ts";
import { refusedAsMalformed } from "./story/malformed.ts";
import { settledDeleteOf } from "./story/settled.ts";
import { isSoftDeleted } from "../items/soft-deleted.ts";
import type { Relation, Story } from "./story/relation.ts";

/** Maximum number of pages read in search of the item. */
const MAX_PAGES = 5;

/** A deleted item is neither read nor listed, and a read is refused as one of an unknown item. A second delete causes no
 * server error, and is refused if the delete of an unknown item is. */
export const deletedGone: Relation = {
  id: "deleted-gone",
  claim: "A deleted item can no longer be read",
  cause: "lives",
  faultCode: "F103",
  faultKeys: /^read$/,
  needs: ["delete"],
  async holds(item, story) {
    const { resource } = story;
    const gone = await settledDeleteOf(item, story);
    // The item still exists after a refused or a pending delete.
    if (!gone || gone.response.status < 200 || gone.response.status > 299 || gone.response.status === 202) return [];
    const broken: Violation[] = [];
    const read = await resource.sendRequest("read", item);
    const isRead = read !== undefined && read.response.status >= 200 && read.response.status < 300;
    if (isRead && !isSoftDeleted(resource.itemIn("read", read)))
      broken.push({ key: "read", message: `The deleted item is still read (${read.response.status})`, exchange: read });
    const reader = resource.operationOf("read");
    if (read && reader && refusedAsMalformed(read, reader, unknownItem) && (await readsAnother(story)))
      broken.push(refusalOf(read));
    for (const listing of listingsOf(story.contract, resource.collection))
      broken.push(...(await confirmViolations(story, () => stillListed(listing, item, story))));
    // The checks of every exchange judge the second delete, too.
    const again = await resource.sendRequest("delete", item);
    const isGone = read !== undefined && [404, 410].includes(read.response.status);
    if (again && isSuccess(again) && isGone && (await refusesUnknown(item, story)))
      broken.push({
        key: "again",
        message: `A second delete was answered with ${again.response.status}, where the delete of an unknown item is refused`,
        exchange: again,
      });
    const remover = resource.operationOf("delete");
    if (again && remover && refusedAsMalformed(again, remover, unknownItem)) broken.push(refusalOf(again));
    return broken;
  },
};

/** Statuses of unknown items. */
const unknownItem = ["404", "410"];

function refusalOf(exchange: Exchange): Violation {
  const { status } = exchange.response;
  const message = `The deleted item is answered with ${status}, as if the request were wrong; the contract has 404 for it`;
  return { key: "refusal", message, exchange };
}

/** True if another new item is read, so that the request is right for items that exist. */
async function readsAnother({ resource }: Story): Promise<boolean> {
  const another = await resource.createItem();
  const read = another && (await resource.sendRequest("read", another));
  return read !== undefined && isSuccess(read);
}

/** True if the delete of an item that never existed is refused with 404 or 410. */
async function refusesUnknown(item: Item, { contract, resource }: Story): Promise<boolean> {
  const operation = resource.operationOf("delete");
  const name = resource.roleOf("delete")?.idParameter;
  const schemas = operation?.parameters.filter((each) => each.in === "path" && each.name === name) ?? [];
  const id = otherIdThan(item.id, { contract, schemas: schemas.map(({ schema }) => schema.value) });
  if (id === undefined || schemas.length === 0) return false;
  const unknown = await resource.sendRequest("delete", { ...item, id, values: [...item.values.slice(0, -1), id] });
  return unknown !== undefined && [404, 410].includes(unknown.response.status);
}

async function stillListed(listing: Listing, item: Item, story: Story): Promise<readonly Violation[]> {
  const { limit } = listing.steering;
  const isIt = (each: Parameters<Listing["idOf"]>[0]): boolean =>
    listing.idOf(each) === String(item.id) && !isSoftDeleted(each);
  const walked = await walk(listing, item, story, {
    most: MAX_PAGES,
    ...(limit && { size: limit.most }),
    until: ({ items }) => items.some(isIt),
  });
  const last = walked?.pages.at(-1);
  if (!last?.items.some(isIt)) return [];
  return [{ key: "listed", message: "The deleted item is still listed", exchange: last.exchange }];
}
