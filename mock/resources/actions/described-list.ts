import {
  type Json,
  type JsonObject,
  foldedName,
  itemIdOf,
  membersOf,
  rolesOf,
  sentencesIn,
  singular,
  typesOf,
  valueAt,
} from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import { withoutWrapper } from "../bodies/wrapper.ts";
import { membersIn } from "../members/members.ts";
import type { ResourceContext } from "../resource-context.ts";
import { collectionOf } from "../resource.ts";

/** Names in a text, with the preposition before them: "to the `watcher_ids`". Other words than names are found, too. */
const namesBehind = /\b(to|into|onto|from) (?:(?:the|its|this|an?|item's) )?([`"']?)([A-Za-z]\w*)\2/g;
const additions = /\b(add|append|push|insert|includ|put)(s|ing|e|es|ed)?\b/i;
const removals = /\b(remov|delet|drop|tak|pull|withdraw)(s|ing|e|es|ed)?\b/i;
/** Words for the user whose credentials a request has. */
const callerWords =
  /\b(requesting|authenticated|current|calling|logged[- ]in|signed[- ]in) (user|account|member)|\bcaller\b|\byour(self)?\b/i;
/** Last words of a path that shows that user. */
const callerPath = /\/(me|myself|self|current|current[-_]?user|whoami)$/i;

/** A list of the item, and the direction in which an action changes it. */
interface DescribedList {
  readonly name: string;
  readonly isRemoval: boolean;
}

/**
 * Compiles the change of a list that the text of an action names: "Adds the user's ID to the `watcher_ids`". The value is
 * that of the request with the noun of the list, or the only parameter below the item, or else the id of the caller where
 * the text speaks of that user and an operation shows it. Undefined if the text names no list of texts or numbers.
 */
export function createDescribedListEffect(
  context: ResourceContext,
): ((call: Call, current: JsonObject) => JsonObject) | undefined {
  const { contract, operation, representations, role, shower } = context;
  if (role.sets !== undefined || role.part !== undefined || operation.safe) return undefined;
  const text = `${operation.summary}. ${String(valueAt(contract.document, `${operation.pointer}/description`) ?? "")}`;
  const found = sentencesIn(text).flatMap((sentence) => findLists(sentence));
  const [list] = found;
  if (list === undefined || found.some(({ name, isRemoval }) => name !== list.name || isRemoval !== list.isRemoval))
    return undefined;
  const { name, isRemoval } = list;
  const nouns = readNouns(name);
  const entryTypes = typesOf(contract, {
    allOf: membersOf(contract, representations.propertyOf(shower.operation, name), "items"),
  });
  const below = operation.parameters.filter(
    ({ in: place, name: each }) =>
      place === "path" && each !== role.idParameter && !role.collection.includes(`{${each}}`),
  );
  const callerKey = callerWords.test(text) ? createCallerKey(context) : undefined;
  return (call, current) => {
    const sent = [sentValue(call) ?? []].flat().filter(isEntry);
    if (sent.length === 0) return {};
    const before = Array.isArray(current[name]) ? (current[name] as Json[]) : [];
    const others = before.filter((entry) => !sent.includes(entry));
    if (isRemoval) return { [name]: others };
    return { [name]: [...before, ...sent.filter((entry) => !before.includes(entry))] };
  };

  function findLists(sentence: string): readonly DescribedList[] {
    const [isAdded, isRemoved] = [additions.test(sentence), removals.test(sentence)];
    if (isAdded === isRemoved || (isAdded && operation.method === "DELETE")) return [];
    return [...sentence.matchAll(namesBehind)].flatMap(([, preposition, quote, word = ""]): DescribedList[] => {
      const isName = quote !== "" || /_|[a-z][A-Z]/.test(word);
      const isFitting = (preposition === "from") === isRemoved;
      return isName && isFitting && isListOfKeys(word) ? [{ name: word, isRemoval: isRemoved }] : [];
    });
  }

  function isListOfKeys(member: string): boolean {
    if (!representations.hasProperty(shower.operation, member)) return false;
    const schema = representations.propertyOf(shower.operation, member);
    const types = typesOf(contract, { allOf: membersOf(contract, schema, "items") });
    return (
      typesOf(contract, schema).includes("array") &&
      types.length > 0 &&
      types.every((type) => /string|integer|number/.test(type))
    );
  }

  function sentValue(call: Call): Json | undefined {
    const { parameters, body } = call.input;
    const named = Object.entries({ ...parameters, ...membersIn(withoutWrapper(body, role)) }).find(([each]) =>
      nouns.has(foldedName(singular(each))),
    );
    const [only, other] = below;
    return named?.[1] ?? (only && !other ? parameters[only.name] : undefined) ?? callerKey?.(call);
  }

  function isEntry(value: Json): boolean {
    return (
      entryTypes.some((type) => type === typeof value) || (Number.isInteger(value) && entryTypes.includes("integer"))
    );
  }
}

/** Names under which a request can send an entry of a list: "favoriteuserid", "favoriteuser", "userid" and "user" for `favoriteUserIds`. */
function readNouns(list: string): ReadonlySet<string> {
  const words = list
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .map((word) => foldedName(singular(word)));
  const bare = words.at(-1) === "id" ? words.slice(0, -1) : words;
  return new Set(bare.flatMap((_, index) => [bare.slice(index).join(""), `${bare.slice(index).join("")}id`]));
}

/** Compiles the id of the caller, as the operation shows it that reads that user without an id: "/users/me". */
function createCallerKey({
  contract,
  operation,
  representations,
  role,
}: ResourceContext): ((call: Call) => Json | undefined) | undefined {
  const [reader, shown] =
    [...rolesOf(contract)].find(
      ([{ method, path }, { kind }]) => method === "GET" && /^(singleton|action)$/.test(kind) && callerPath.test(path),
    ) ?? [];
  if (!reader || !shown) return undefined;
  const collection = collectionOf({ ...shown, pathPrefix: role.pathPrefix ?? "" });
  const ownLength = operation.path.split("/").length - 1;
  // Examples are named by the collection, or by the path of their request, which may be below that of a server.
  const nameIn = (call: Call): string =>
    shown.kind === "singleton" ? collection(call) : call.path.split("/").slice(0, -ownLength).join("/") + reader.path;
  return (call) => {
    const example = representations.example(reader, `${call.seed} ${call.world.organization} ${nameIn(call)}`);
    return itemIdOf(withoutWrapper(example, shown), { idProperty: "id", ...shown });
  };
}
