import { persistentDifferences } from "../items/difference.ts";
import { lossesIn, readingOf } from "./story/lost.ts";
import type { Relation } from "./story/relation.ts";

/** Members sent on create are read back, even if the create response does not show them. */
export const sentRead: Relation = {
  id: "sent-read",
  claim: "A created item keeps the values of the request",
  cause: "loss",
  needs: ["read"],
  hasCases: true,
  async holds(item, story) {
    const lost = await persistentDifferences(async () => {
      const read = await readingOf(item, story);
      return read ? lossesIn(story, item.exchange, "create", read).map((each) => ({ ...each, ...read })) : [];
    });
    return lost.map(({ pointer, expected, got, exchange }) => ({
      key: pointer,
      message: `The item was created with "${pointer}" ${expected} and is read with ${got}`,
      shown: { pointer, expected, actual: got },
      exchange,
    }));
  },
};
