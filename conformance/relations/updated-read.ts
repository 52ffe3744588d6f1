import type { Violation } from "./story/violation.ts";
import type { ItemOperationKind, Item } from "../items/item.ts";
import type { JsonObject } from "../../contracts/index.ts";
import { bodiesFor, extremesOf, acceptsBody } from "./story/bodies.ts";
import { isSuccess } from "../items/fields.ts";
import { persistentDifferences } from "../items/difference.ts";
import { lossesIn, readingOf } from "./story/lost.ts";
import type { Relation, Story } from "./story/relation.ts";

const deeds = ["update", "replace"] as const;

/** An item is read with the values of the update response, or with the sent values if the response does not show them. */
export const updatedRead: Relation = {
  id: "updated-read",
  claim: "An update can be read back",
  cause: "loss",
  needs: ["read"],
  async holds(item, story) {
    const broken: Violation[] = [];
    for (const deed of deeds) broken.push(...(await lostInUpdate(deed, item, story)));
    return broken;
  },
};

async function lostInUpdate(deed: ItemOperationKind, item: Item, story: Story): Promise<readonly Violation[]> {
  const { resource, contract } = story;
  const operation = resource.operationOf(deed);
  if (!operation) return [];
  const bodies = bodiesFor(contract, operation, item);
  const broken: Violation[] = [];
  for (const body of [
    ...extremesOf(bodies),
    ...bodiesToNull(bodies, (each) => acceptsBody(contract, operation, each)),
  ]) {
    const updated = await resource.sendRequest(deed, item, { body });
    if (!updated || !isSuccess(updated) || updated.response.status === 202) continue;
    const lost = await persistentDifferences(async () => {
      const read = await readingOf(item, story);
      return read ? lossesIn(story, updated, deed, read).map((each) => ({ ...each, ...read })) : [];
    });
    for (const { pointer, expected, got, exchange } of lost) {
      const message = `After an update of "${pointer}" to ${expected}, the item is read with ${got}`;
      broken.push({ key: `${deed} ${pointer}`, message, shown: { pointer, expected, actual: got }, exchange });
    }
  }
  return broken;
}

/** A body with a nullable member that has a value, followed by the same body with null. */
function bodiesToNull(bodies: readonly JsonObject[], takesBody: (body: JsonObject) => boolean): readonly JsonObject[] {
  for (const full of bodies)
    for (const [name, value] of Object.entries(full)) {
      const empty = { ...full, [name]: null };
      if (value !== null && takesBody(empty)) return [full, empty];
    }
  return [];
}
