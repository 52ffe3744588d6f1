import { isDeepStrictEqual } from "node:util";
import { type Json, type JsonObject, foldedName, isObject, singular } from "../../../contracts/index.ts";
import { membersIn } from "../members/members.ts";
import type { Effect, EffectContext } from "./effect.ts";
import { type ItemView, createItemView } from "./item-view.ts";

/** Verbs in front of the member that an action is about: "updatestatus", "set_owner", "addTag". */
const leadingVerb =
  /^(update|set|change|edit|patch|put|add|append|attach|remove|delete|detach|unassign|unlink|revoke|assign|grant|link|new)/;
/** Verbs that give a whole new list. */
const replacement = /^(update|set|change|edit|put|replace)/;
const removal = /^(remove|delete|detach|unassign|unlink|revoke)/;

/**
 * Compiles the change of the member that the last word of an action's path names: `notes` for `PUT /groups/{id}/notes` with
 * `{"text": "…"}`, an entry of `tags` for `POST /orders/{id}/tags`, members of `protection` for "change_protection",
 * entries of `host_ids` for "remove-hosts" with a list of that name. Undefined if the item has no such member, or
 * `x-state` says the effect.
 */
export function createNamedMemberEffect(context: EffectContext): Effect | undefined {
  const { role, operation } = context;
  const { method, path } = operation;
  if (role.sets !== undefined || role.part !== undefined) return undefined;
  const item = createItemView(context);
  const word = foldedName(/[/:]([^/{}:]+)\/?$/.exec(path)?.[1] ?? "");
  const bare = word.replace(leadingVerb, "");
  const noun = foldedName(singular(role.collection));
  const target = findSentList(context, item, bare) ?? findTarget(item, [word, bare], noun);
  if (target === undefined) return undefined;
  const name: string = target;
  const types = item.typesOf(name);
  const ownMembers = item.namesIn(name);
  const isRemoval = method === "DELETE" || removal.test(word);
  return ({ body, current }) => {
    if (Object.keys(body).length === 0) return {};
    const changed = types.includes("array") ? entriesAfter(current[name], body) : valueAfter(current[name], body);
    return changed === undefined ? {} : { [name]: changed, ...listedObjects(item, name, changed, current) };
  };

  function valueAfter(before: Json | undefined, body: JsonObject): Json | undefined {
    if (isRemoval) return undefined;
    const sent = objectIn(body) ?? sentValue(body);
    if (isObject(sent)) {
      if (!types.includes("object")) return undefined;
      return method === "PUT" ? sent : { ...membersIn(before), ...sent };
    }
    return sent !== undefined && item.allows(name, sent) ? sent : undefined;
  }

  /** The value of the member with the name of the target, or else the only one. */
  function sentValue(body: JsonObject): Json | undefined {
    const entries = Object.entries(body);
    const named = entries.find(([each]) => foldedName(singular(each)) === foldedName(singular(name)));
    return (named ?? (entries.length === 1 ? entries[0] : undefined))?.[1];
  }

  /** A body that has members of the target alone: it is the target, or an entry of it. */
  function objectIn(body: JsonObject): JsonObject | undefined {
    return Object.keys(body).every((each) => ownMembers.has(each)) ? body : undefined;
  }

  function entriesAfter(before: Json | undefined, body: JsonObject): Json | undefined {
    const listed = Array.isArray(before) ? (before as Json[]) : [];
    const sent = objectIn(body) ?? sentValue(body);
    if (sent === undefined) return undefined;
    const each = [sent].flat() as Json[];
    if (isRemoval) return listed.filter((entry) => !each.some((other) => isSameEntry(entry, other)));
    const isNew = (entry: Json): boolean => !listed.some((other) => isDeepStrictEqual(entry, other));
    return method === "PUT" || replacement.test(word) ? each : [...listed, ...each.filter(isNew)];
  }
}

/** The list of the item that a request sends under its name, where the word of the path begins it: `host_ids` for "hosts". */
function findSentList({ operation, representations }: EffectContext, item: ItemView, word: string): string | undefined {
  if (word === "") return undefined;
  const sent = representations.writableProperties(operation);
  const names = item.names.filter((name) => {
    const isNamed = [word, singular(word)].some((each) => foldedName(name).startsWith(each));
    return isNamed && sent.has(name) && item.typesOf(name).includes("array");
  });
  return names.length === 1 ? names[0] : undefined;
}

/** The list of objects that an item has beside a list of their ids: `hosts`, where `host_ids` has changed. */
function listedObjects(item: ItemView, name: string, changed: Json, current: JsonObject): JsonObject {
  const [, stem] = /^(.+?)_?ids$/i.exec(name) ?? [];
  if (stem === undefined || !Array.isArray(changed)) return {};
  const beside = item.names.find(
    (each) => foldedName(singular(each)) === foldedName(stem) && item.typesOf(each).includes("array"),
  );
  if (beside === undefined || !item.namesIn(beside).has("id")) return {};
  const before = Array.isArray(current[beside]) ? (current[beside] as Json[]) : [];
  return { [beside]: changed.map((id: Json) => before.find((each) => membersIn(each)["id"] === id) ?? { id }) };
}

/** True for an entry of a list that a request names: it is equal, or has all members of the named one. */
function isSameEntry(entry: Json, named: Json): boolean {
  if (!isObject(entry) || !isObject(named)) return isDeepStrictEqual(entry, named);
  return Object.entries(named).every(([name, value]) => isDeepStrictEqual(entry[name], value));
}

/** The member that one of several words names: "state" for "orderstate" of an order, "tags" for "tag". */
function findTarget(item: ItemView, words: readonly string[], noun: string): string | undefined {
  const forms = words.flatMap((word) => [word, ...(word.startsWith(noun) ? [word.slice(noun.length)] : [])]);
  for (const form of forms.filter((each) => each !== "")) {
    const found =
      item.names.find((name) => foldedName(name) === form) ??
      item.names.find((name) => foldedName(singular(name)) === form && item.typesOf(name).includes("array"));
    if (found !== undefined) return found;
  }
  return undefined;
}
