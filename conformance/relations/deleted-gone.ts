import { sameId } from "./difference.ts";
import { isSoftDeleted } from "./soft-deleted.ts";
import type { Broken, Relation } from "./relation.ts";

/** What was deleted cannot be read any more, is not listed, and deleting it again makes nothing fail. */
export const deletedGone: Relation = {
  id: "deleted-gone",
  claim: "What was deleted is not there any more",
  needs: ["delete"],
  async holds(item, { resource }) {
    const gone = await resource.ask("delete", item);
    // What may not be deleted, or not yet, is there.
    if (!gone || gone.response.status < 200 || gone.response.status > 299 || gone.response.status === 202) return [];
    const broken: Broken[] = [];
    const read = await resource.ask("read", item);
    const isRead = read !== undefined && read.response.status >= 200 && read.response.status < 300;
    if (isRead && !isSoftDeleted(resource.shown("read", read)))
      broken.push({ key: "read", message: `What was deleted is still read (${read.response.status})`, exchange: read });
    const list = await resource.ask("list", item);
    const { idProperty } = resource.roleOf("list") ?? {};
    const listed = list && resource.listed(list);
    if (list && listed?.some((each) => sameId(each, idProperty, item.id) && !isSoftDeleted(each)))
      broken.push({ key: "listed", message: "What was deleted is still listed", exchange: list });
    // Deleting again is judged by the checks that every answer is judged by.
    await resource.ask("delete", item);
    return broken;
  },
};
