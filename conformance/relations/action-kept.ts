import type { Item } from "../items/item.ts";
import { type JsonObject, type Operation, itemIdOf } from "../../contracts/index.ts";
import { wordsOf } from "../../contracts/generate/index.ts";
import { type Difference, differencesIn } from "../items/difference.ts";
import { isSuccess, shownIn } from "../items/fields.ts";
import { bodiesFor, richestOf } from "./story/bodies.ts";
import { changesIn, clientMembersOf, readingOf } from "./story/lost.ts";
import type { Reading } from "../requests/preconditions.ts";
import type { Relation, Story } from "./story/relation.ts";
import type { Violation } from "./story/violation.ts";
import { decreased } from "./version-monotonic.ts";

/** Maximum number of actions tried. */
const MAX_ACTIONS = 6;

/** Words of actions that remove content on purpose. */
const removing =
  /\b(reset|clear|empt|wipe|delet|remov|purg|anonymi|redact|discard|detach|unassign|revert|rollback|restore|undo|archiv)/i;

/**
 * An action has the effect that its response shows, lowers no version, and loses nothing that the client sent. The states
 * of items are judged by "transitions".
 */
export const actionKept: Relation = {
  id: "action-kept",
  claim: "An action has the effect that its response shows, and loses nothing that a client sent",
  cause: "loss",
  needs: ["read"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const { resource, contract, operation } = story;
    const richest = richestOf(bodiesFor(contract, operation, item));
    const broken: Violation[] = [];
    for (const action of resource.transitions.slice(0, MAX_ACTIONS)) {
      const rich = (richest && (await resource.createItem({ body: richest }))) ?? (await resource.createItem());
      broken.push(...(rich ? await violationsOf(action, rich, story) : []));
    }
    return broken;
  },
};

async function violationsOf(action: Operation, item: Item, story: Story): Promise<readonly Violation[]> {
  const { resource, contract } = story;
  // A version can be lower only if it was raised before.
  const deed = (["replace", "update"] as const).find((each) => resource.operationOf(each));
  const update = deed && resource.operationOf(deed);
  const body = update && richestOf(bodiesFor(contract, update, item));
  if (deed && body) await resource.sendRequest(deed, item, { body });
  const before = await readingOf(item, story);
  const done = before && (await resource.sendTransition(action, item));
  if (!done || !isSuccess(done) || done.response.status === 202) return [];
  const after = await readingOf(item, story);
  if (!after) return [];
  const answered = shownIn({ contract, operation: action, exchange: done });
  const isSame = answered && String(itemIdOf(answered, resource.roleOf("read") ?? {})) === String(item.id);
  const unmade = isSame ? unmadeIn(answered, before, after) : [];
  const lost = removing.test(textOf(action)) ? [] : lostIn(clientMembersOf(item, before, story), after, action);
  return [
    ...unmade.map(({ pointer, expected, got }) => ({
      key: `${action.name} ${pointer}`,
      message: `${action.name} answered with "${pointer}" ${expected}, and it is read with ${got}, as before`,
      shown: { pointer, expected, actual: got },
      exchange: after.exchange,
      otherExchanges: [done],
    })),
    ...lost.map(({ pointer, expected, got }) => ({
      key: `${action.name} lost ${pointer}`,
      message: `After ${action.name}, "${pointer}" is ${got}, and it was ${expected}`,
      shown: { pointer, expected, actual: got },
      exchange: after.exchange,
      otherExchanges: [done],
    })),
    ...decreased({ before, after }).map((violation) => ({ ...violation, otherExchanges: [done] })),
  ];
}

/** Members that the response shows with another value, and the read with the same one as before the action. */
function unmadeIn(answered: JsonObject, before: Reading, after: Reading): readonly Difference[] {
  const unchanged = Object.entries(after.shown).filter(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(before.shown[name]),
  );
  return differencesIn(answered, Object.fromEntries(unchanged)).slice(0, 1);
}

/** Members that are missing or null after the action, without those that the action is about. */
function lostIn(members: JsonObject, { shown }: Reading, action: Operation): readonly Difference[] {
  const words = new Set(wordsOf(textOf(action)));
  const isAbout = (name: string): boolean => wordsOf(name).some((word) => words.has(word));
  const kept = Object.fromEntries(
    Object.entries(members).filter(([name]) => !isAbout(name) && (shown[name] ?? null) === null),
  );
  return changesIn(kept, shown).slice(0, 1);
}

function textOf({ path, summary }: Operation): string {
  return `${path} ${summary}`;
}
