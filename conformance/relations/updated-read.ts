import type { JsonObject } from "../../contracts/index.ts";
import type { Deed, Item } from "../resource.ts";
import { bodiesFor, extremesOf, takes } from "./bodies.ts";
import { isSuccess } from "./fields.ts";
import { lostIn, readingOf } from "./lost.ts";
import type { Broken, Relation, Story } from "./relation.ts";

const deeds = ["update", "replace"] as const;

/** What an update or a replacement was answered with, or else was sent, is what is read after it. */
export const updatedRead: Relation = {
  id: "updated-read",
  claim: "What was changed is read back",
  needs: ["read"],
  async holds(item, story) {
    for (const deed of deeds) {
      const broken = await changed(deed, item, story);
      if (broken.length > 0) return broken;
    }
    return [];
  },
};

async function changed(deed: Deed, item: Item, story: Story): Promise<readonly Broken[]> {
  const { resource, contract } = story;
  const operation = resource.operationOf(deed);
  if (!operation) return [];
  const bodies = bodiesFor(contract, operation, item);
  for (const body of [...extremesOf(bodies), ...emptying(bodies, (each) => takes(contract, operation, each))]) {
    const updated = await resource.ask(deed, item, { body });
    if (!updated || !isSuccess(updated) || updated.response.status === 202) continue;
    const lost = async () => {
      const read = await readingOf(item, story);
      const difference = read && lostIn(story, updated, deed, read);
      return difference && { ...difference, exchange: read.exchange };
    };
    const found = (await lost()) && (await lost());
    if (!found) continue;
    const { pointer, expected, got, exchange } = found;
    const message = `After it was changed to "${pointer}" ${expected}, it is read with ${got}`;
    return [{ key: `${deed} ${pointer}`, message, exchange }];
  }
  return [];
}

/** A body in which something is said that may be null, and the same with null after it. */
function emptying(bodies: readonly JsonObject[], takesBody: (body: JsonObject) => boolean): readonly JsonObject[] {
  for (const full of bodies)
    for (const [name, value] of Object.entries(full)) {
      const empty = { ...full, [name]: null };
      if (value !== null && takesBody(empty)) return [full, empty];
    }
  return [];
}
