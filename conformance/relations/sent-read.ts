import { lostIn, readingOf } from "./lost.ts";
import type { Relation } from "./relation.ts";

/** What was sent to make an item is read, also where the answer to making it tells nothing of it. */
export const sentRead: Relation = {
  id: "sent-read",
  claim: "What was sent to make an item is kept",
  needs: ["read"],
  async holds(item, story) {
    const lost = async () => {
      const read = await readingOf(item, story);
      const difference = read && lostIn(story, item.exchange, "create", read);
      return difference && { ...difference, exchange: read.exchange };
    };
    // Looked at twice: a reading may be that of a moment before.
    const found = (await lost()) && (await lost());
    if (!found) return [];
    const { pointer, expected, got, exchange } = found;
    return [{ key: pointer, message: `What was made with "${pointer}" ${expected} is read with ${got}`, exchange }];
  },
};
