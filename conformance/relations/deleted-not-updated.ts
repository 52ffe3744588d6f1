import type { Operation } from "../../contracts/index.ts";
import type { ItemOperationKind, Item } from "../items/item.ts";
import type { Violation } from "./story/violation.ts";
import { settledDeleteOf } from "./story/settled.ts";
import { isSoftDeleted } from "../items/soft-deleted.ts";
import type { Relation, Story } from "./story/relation.ts";

/**
 * An update of a deleted item is refused. A PUT may create the item again (RFC 9110, section 9.3.4), unless the contract
 * documents 404 or 410 and no 201 for it.
 */
export const deletedNotUpdated: Relation = {
  id: "deleted-not-updated",
  claim: "An update of a deleted item is refused",
  cause: "lives",
  faultCode: "F103",
  needs: ["delete", "read"],
  runs: 1,
  async holds(item, story) {
    const broken: Violation[] = [];
    for (const deed of ["update", "replace"] as const) {
      const operation = story.resource.operationOf(deed);
      if (!operation || (deed === "replace" && canCreate(operation))) continue;
      if (!(await isDeleted(item, story))) return broken;
      broken.push(...(await updatedAfterDelete(deed, item, story)));
    }
    return broken;
  },
};

/** True if a PUT may create an item, by the status codes that its operation documents. */
function canCreate({ responses }: Operation): boolean {
  const documented = new Set(responses.map(({ status }) => status));
  return documented.has("201") || !(documented.has("404") || documented.has("410"));
}

/** Deletes the item. False if the provider keeps it, marks it as deleted, or deletes it later. */
async function isDeleted(item: Item, story: Story): Promise<boolean> {
  const { resource } = story;
  const deleted = await settledDeleteOf(item, story);
  if (!deleted || ![200, 204, 404, 410].includes(deleted.response.status)) return false;
  const read = await resource.sendRequest("read", item);
  return (
    read !== undefined && [404, 410].includes(read.response.status) && !isSoftDeleted(resource.itemIn("read", read))
  );
}

async function updatedAfterDelete(
  deed: ItemOperationKind,
  item: Item,
  { resource }: Story,
): Promise<readonly Violation[]> {
  const updated = await resource.sendRequest(deed, item);
  if (!updated || ![200, 204].includes(updated.response.status)) return [];
  const { method } = updated.request;
  const message = `${method} of an item that was deleted is answered with ${updated.response.status}, as if the item existed`;
  return [{ key: deed, message, exchange: updated }];
}
