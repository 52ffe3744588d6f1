import { isDeepStrictEqual } from "node:util";
import { type Json, type JsonObject, foldedName, isObject, singular } from "../../../contracts/index.ts";
import { toMembers } from "../members/members.ts";
import type { Effect, EffectContext } from "./effect.ts";
import { type ItemView, createItemView } from "./item-view.ts";

/** Verbs in front of the member that an action is about: "updatestatus", "set_owner", "addTag". */
const leadingVerb = /^(update|set|change|edit|patch|put|add|append|attach|remove|delete|detach|unassign|assign)/;
const removal = /^(remove|delete|detach|unassign)/;
/** Verbs that give a whole new list. */
const replacement = /^(update|set|change|edit|put)/;

/**
 * Compiles the change of the member that the last word of an action's path names: `notes` for `PUT /groups/{id}/notes` with
 * `{"text": "…"}`, an entry of `tags` for `POST /orders/{id}/tags`, members of `protection` for "change_protection".
 * Undefined if the item has no such member, or `x-state` says the effect.
 */
export function createNamedMemberEffect(context: EffectContext): Effect | undefined {
  const { role, operation } = context;
  const { method, path } = operation;
  if (role.sets !== undefined || role.part !== undefined) return undefined;
  const item = createItemView(context);
  const word = foldedName(/[/:]([^/{}:]+)\/?$/.exec(path)?.[1] ?? "");
  const name = findTarget(item, [word, word.replace(leadingVerb, "")]);
  if (name === undefined) return undefined;
  const ownMembers = item.namesIn(name);
  const isRemoval = method === "DELETE" || removal.test(word);
  return ({ body, current }) => {
    const sent = sentValue(body, name, ownMembers);
    if (sent === undefined) return {};
    const before = current[name];
    if (item.typesOf(name).includes("array")) return { [name]: entriesAfter(before, [sent].flat() as Json[]) };
    if (isRemoval || !item.allows(name, sent)) return {};
    return { [name]: isObject(sent) && method !== "PUT" ? { ...toMembers(before), ...sent } : sent };
  };

  function entriesAfter(before: Json | undefined, sent: readonly Json[]): Json {
    const listed = Array.isArray(before) ? (before as Json[]) : [];
    const includesEntry = (entry: Json, all: readonly Json[]): boolean =>
      all.some((other) => isDeepStrictEqual(entry, other));
    if (isRemoval) return listed.filter((entry) => !includesEntry(entry, sent));
    if (method === "PUT" || replacement.test(word)) return sent;
    return [...listed, ...sent.filter((entry) => !includesEntry(entry, listed))];
  }
}

/** The value for a member: a body that has members of it alone, the member with its name, or else the only one. */
function sentValue(body: JsonObject, name: string, ownMembers: ReadonlySet<string>): Json | undefined {
  const entries = Object.entries(body);
  if (entries.length > 0 && entries.every(([each]) => ownMembers.has(each))) return body;
  const named = entries.find(([each]) => foldedName(singular(each)) === foldedName(singular(name)));
  return (named ?? (entries.length === 1 ? entries[0] : undefined))?.[1];
}

/** The member that one of several words names: "tags" for "tag". */
function findTarget(item: ItemView, words: readonly string[]): string | undefined {
  for (const word of words.filter((each) => each !== "")) {
    const found =
      item.names.find((name) => foldedName(name) === word) ??
      item.names.find((name) => foldedName(singular(name)) === word && item.typesOf(name).includes("array"));
    if (found !== undefined) return found;
  }
  return undefined;
}
