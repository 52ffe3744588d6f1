import type { Item } from "../items/item.ts";
import type { Relation } from "./story/relation.ts";

/** The id of a deleted item is not assigned to the next item. Ids that the client chooses are exempt. */
export const idNotReused: Relation = {
  id: "id-not-reused",
  claim: "The id of a deleted item is not used again",
  cause: "lives",
  needs: ["delete"],
  runs: 1,
  async holds(item, { resource }) {
    const gone = await resource.sendRequest("delete", item);
    if (!gone || ![200, 204].includes(gone.response.status)) return { unjudged: "no item could be deleted" };
    const next = (await resource.createItem({ seed: 1 })) ?? (await resource.createItem({ seed: 2 }));
    if (!next) return { unjudged: "no item could be created after the deletion" };
    if (String(next.id) !== String(item.id) || isChosen(item) || isChosen(next)) return [];
    const message = `An item that was created after the deletion of "${item.id}" has the same id`;
    return [{ key: "reused", message, exchange: next.exchange }];
  },
};

/** True where the id is derived from the request. */
function isChosen({ id, exchange }: Item): boolean {
  const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const { path, body = "" } = exchange.request;
  // A number is always a counter, even if the same digits occur in the body.
  return !/^\d+$/.test(String(id)) && letters(path + body).includes(letters(String(id)));
}
