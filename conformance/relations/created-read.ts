import type { Violation } from "./story/violation.ts";
import type { Item } from "../items/item.ts";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { differencesIn } from "../items/difference.ts";
import { allowsMember, canShowProperty } from "../items/fields.ts";
import type { Reading } from "../requests/preconditions.ts";
import type { Relation, Story } from "./story/relation.ts";

/** A new item is read with the values of its create response. Only members that the client sent are compared, because the provider may change all others. */
export const createdRead: Relation = {
  id: "created-read",
  claim: "A created item can be read, and equals the response to its creation",
  cause: "loss",
  needs: ["read"],
  hasCases: true,
  async holds(item, story) {
    const { resource } = story;
    const read = await resource.sendRequest("read", item);
    if (!read) return [];
    const { status } = read.response;
    if (status === 404 || status === 410)
      return [
        { key: "not found", message: `The item that was just created is answered with ${status}`, exchange: read },
      ];
    const shown = resource.itemIn("read", read);
    if (!shown) return { unjudged: `the item was not read: status ${status}` };
    const answered = {
      contract: story.contract,
      operation: resource.operationOf("read") ?? story.operation,
      exchange: read,
    };
    // The two responses may show a member in different types.
    const comparable = Object.entries(echoedMembers(item)).filter(([name, value]) =>
      allowsMember(name, value as Json, answered),
    );
    const differing = differencesIn(Object.fromEntries(comparable), shown).map(({ pointer, expected, got }) => ({
      key: `differs ${pointer}`,
      message: `The created item is read with another "${pointer}": ${got}. The create response showed ${expected}`,
      shown: { pointer, expected, actual: got },
      exchange: read,
    }));
    return [...differing, ...lostNull(item, { exchange: read, shown }, story)];
  },
};

/** Members that the client sent, with the values of the create response. */
function echoedMembers({ value, sent }: Item): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(sent, name)));
}

/** A member that was null in the create response and is missing in the read. Its basis is "assumed", because many providers omit nulls. */
function lostNull(item: Item, { exchange, shown }: Reading, { contract, resource }: Story): readonly Violation[] {
  const operation = resource.operationOf("read");
  const lost = Object.entries(echoedMembers(item)).find(
    ([name, value]) =>
      value === null &&
      !Object.hasOwn(shown, name) &&
      operation &&
      canShowProperty(name, null, { contract, operation, exchange }),
  );
  if (!lost) return [];
  const message = `The create response showed "${lost[0]}" null, and the item is read without it`;
  return [{ key: `null /${lost[0]}`, message, exchange, basis: "assumed" }];
}
