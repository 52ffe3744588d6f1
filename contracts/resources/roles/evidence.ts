import type { RoleKind } from "../../model/role.ts";
import { isRestoring } from "../../text/verbs.ts";
import type { Facts } from "./facts.ts";
import type { Relation } from "./subjects.ts";

/** True if another operation has that role for the resource. */
export type OtherRoles = (kind: Kind) => boolean;

/** Kinds of roles, and "batch" for those of which a request lists the items. */
type Kind = RoleKind | "batch";

/** Evidence for or against a role of an operation. Its weight counts if it holds. */
type Evidence = readonly [
  Relation,
  Kind,
  reason: string,
  weight: number,
  holds: (facts: Facts, others: OtherRoles) => boolean,
];

/** Least weight of a role. Below it, an operation is an action. */
export const MIN_WEIGHT = 4;

const searchWords = /^_?(search|find|query|filter|lookup|list|paged|all$|ids$)/i;
const queryWords = /^_?(search|find|query|filter|lookup)$/i;
const makingWords = /^(start|launch|issue|generate|place|submit|convert|copy|clone|duplicate|save)/i;
const listingWords = /^(search|find|query|filter|get|list|retrieve)/i;
const batchWords = /^(batch|bulk|many|multiple)/i;
const copyWords = /^(copy|duplicate|clone)$/i;
const creationWords = /\b(creat|add|regist|invit|import|new\b|insert)/i;

const evidence: readonly Evidence[] = [
  ["item", "read", "it is a GET of an item", 4, ({ method }) => method === "GET"],
  ["item", "read", "its response is no item", -4, ({ shows }) => shows === "other" || shows === "key"],
  ["item", "replace", "it is a PUT of an item", 4, ({ method }) => method === "PUT"],
  ["item", "update", "it is a PATCH of an item", 4, ({ method }) => method === "PATCH"],
  ["item", "update", "it is a POST of an item with other operations", 4, (each) => isWrite(each) && !each.isAlone],
  ["item", "delete", "it is a DELETE of an item", 4, ({ method }) => method === "DELETE"],
  [
    "item",
    "transition",
    "it responds with the item, which has a member for the state after it",
    6,
    (each) => each.endsItem && each.shows === "item",
  ],

  ["collection", "list", "it is a GET with a list", 3, ({ method, list }) => method === "GET" && list !== undefined],
  [
    "collection",
    "list",
    "it is safe, and has a list",
    3,
    ({ method, operation, list, isKeyed }) => method === "POST" && operation.safe && isKeyed && list !== undefined,
  ],
  ["collection", "list", "a path leads to an item", 1, ({ isKeyed }) => isKeyed],
  [
    "collection",
    "list",
    "the list is the whole body, or of what is created",
    1,
    ({ isKeyed, isFilled }) => !isKeyed && isFilled,
  ],
  ["collection", "create", "it is a POST to a collection", 3, isWrite],
  [
    "collection",
    "list",
    "its word says that it searches what a GET lists",
    3.5,
    (each) => isWrite(each) && each.isListed && queryWords.test(getCollectionWord(each)),
  ],
  ["collection", "list", "it responds with what the GET of its path lists", 2.75, repeatsGet],
  ["collection", "list", "its text says that it searches", 1.5, (each) => repeatsGet(each) && each.says(listingWords)],
  [
    "collection",
    "list",
    "another operation creates the items",
    0.5,
    (each, others) => repeatsGet(each) && others("create"),
  ],
  ["collection", "create", "a path leads to an item", 1, ({ isKeyed }) => isKeyed],
  ["collection", "create", "the same path lists what it creates", 1, ({ isKeyed, isFilled }) => !isKeyed && isFilled],
  [
    "collection",
    "create",
    "its response is no item",
    -4,
    ({ shows, isKeyed }) => shows === "other" || (!isKeyed && (shows === "key" || shows === "item in a list")),
  ],
  ["collection", "replace", "it is a PUT to a collection", 4, ({ method, isKeyed }) => method === "PUT" && isKeyed],
  [
    "collection",
    "replace",
    "it sends the key of an item that is listed",
    4,
    ({ method, isKeyed, isFilled, sendsKey }) => method === "PUT" && !isKeyed && isFilled && sendsKey,
  ],
  ["collection", "replace", "its response is no item", -4, showsOther],
  ["collection", "update", "it is a PATCH to a collection", 4, ({ method, isKeyed }) => method === "PATCH" && isKeyed],
  ["collection", "update", "its response is no item", -4, showsOther],
  ["collection", "singleton", "the same path is read and written", 4, (each) => each.isReadAndWritten],
  ["collection", "singleton", "content of the same path is read and sent", 6, ({ isContent }) => isContent],
  ["collection", "singleton", "a request has the whole list", 5, (each) => each.sentList !== undefined],
  ["collection", "singleton", "its response is no object", -4, showsOther],

  ["collection", "batch", "its request lists items of the collection", 6, ({ batch }) => batch !== undefined],
  ["collection", "batch", "its text says that it searches", -3, (each) => repeatsGet(each) && each.says(listingWords)],
  ["below collection", "batch", "its request lists items of the collection", 5, ({ batch }) => batch !== undefined],
  [
    "below collection",
    "list",
    "its word says that it searches",
    3,
    ({ operation, word }) => (operation.safe || operation.method === "POST") && searchWords.test(word),
  ],
  ["below collection", "list", "it lists items", 2, ({ isListAlike }) => isListAlike],
  [
    "below collection",
    "list",
    "nothing else lists the items",
    1,
    ({ list, isListAlike }, others) => list !== undefined && !isListAlike && !others("list"),
  ],
  [
    "below collection",
    "create",
    "it responds with an item to a POST",
    2.5,
    (each) => isWrite(each) && each.shows === "item",
  ],
  [
    "below collection",
    "create",
    "it sends the key of an item in a POST",
    2,
    (each, others) => isWrite(each) && each.shows !== "item" && each.sendsKey && !others("create"),
  ],
  ["below collection", "create", "it responds with 201", 2.5, ({ documents }) => documents("201")],
  ["below collection", "create", "its text says that it creates", 1.5, ({ says }) => says(creationWords)],
  ["below collection", "create", "nothing else creates the items", 1, (_, others) => !others("create")],
  [
    "below collection",
    "create",
    "no body shows that it is about an item",
    -3,
    (each) => each.shows !== "item" && !each.sendsKey,
  ],
  ["below collection", "create", "its path is a list of its own", -2, ({ isListed }) => isListed],
  ["below collection", "create", "its word says that it is about several", -3, ({ word }) => batchWords.test(word)],

  [
    "below item",
    "read",
    "its word is a member of the item, with the same schema",
    6,
    ({ operation, part }) => operation.safe && part !== undefined,
  ],
  [
    "below item",
    "transition",
    "its word is a member of the item, with the same schema",
    6,
    ({ operation, part }) => !operation.safe && part !== undefined,
  ],
  [
    "below item",
    "transition",
    "it sends only members of the item",
    5,
    (each) => /PUT|PATCH/.test(each.method) && each.shows === "nothing" && each.sendsMembers,
  ],
  [
    "below item",
    "transition",
    "it responds with the item",
    5,
    (each) => isNonDeletingWrite(each) && each.shows === "item",
  ],
  [
    "below item",
    "transition",
    "it has no response, and the item can be missing",
    5,
    (each) => isNonDeletingWrite(each) && each.shows === "nothing" && each.documents("404"),
  ],
  [
    "below item",
    "transition",
    "the item has a member or a state for its word",
    2,
    (each) => isNonDeletingWrite(each) && each.shows === "item" && each.leadsToState,
  ],
  [
    "below item",
    "transition",
    "its word says that it restores, and items can be deleted",
    5,
    (each, others) => each.method !== "DELETE" && isRestoring(each.word) && others("delete"),
  ],
  [
    "below item",
    "transition",
    "it has no response, and its path is read",
    -2,
    (each) => each.shows === "nothing" && each.isReadAndWritten,
  ],
  ["below item", "transition", "its path lists what it responds with", -4, ({ addsToList }) => addsToList],
  ["below item", "copy", "its path lists what it responds with", -4, ({ addsToList }) => addsToList],
  ["below item", "copy", "it responds with an item", 4, (each) => isNonDeletingWrite(each) && each.shows === "item"],
  ["below item", "copy", "its word says that it copies", 2, ({ word }) => copyWords.test(word)],
  [
    "below item",
    "copy",
    "it responds with 201",
    2,
    ({ documents, method, distinguishes201 }) => method === "POST" && documents("201") && distinguishes201,
  ],

  [
    "above collections",
    "list",
    "it lists the items of the collections below",
    5,
    ({ method, isListAlike }) => method === "GET" && isListAlike,
  ],

  ["elsewhere", "create", "it responds with an item of another collection", 2, isWrite],
  [
    "elsewhere",
    "create",
    "it responds with 201",
    2,
    ({ documents, distinguishes201 }) => documents("201") && distinguishes201,
  ],
  ["elsewhere", "create", "its text says that it creates", 2, ({ says }) => says(creationWords) || says(makingWords)],
];

/** A role of an operation for a resource, with the evidence for it. */
export interface Hypothesis {
  readonly facts: Facts;
  readonly kind: Kind;
  readonly weight: number;
  /** Reasons, in the order of the evidence. */
  readonly reasons: readonly string[];
}

/** The roles that an operation can have for a resource, with what holds for and against each. */
export function weighRoles(facts: Facts, others: OtherRoles): readonly Hypothesis[] {
  const found = evidence.filter(([relation, , , , holds]) => relation === facts.relation && holds(facts, others));
  return [...Map.groupBy(found, ([, kind]) => kind)].map(([kind, rows]) => ({
    facts,
    kind,
    weight: rows.reduce((sum, [, , , weight]) => sum + weight, 0),
    reasons: [...(facts.reason === undefined ? [] : [facts.reason]), ...rows.map(([, , reason]) => reason)],
  }));
}

function getCollectionWord({ resource }: Facts): string {
  return resource.collection.split("/").at(-1) ?? "";
}

/** True for a POST that may be a GET whose query is in its body. */
function repeatsGet(facts: Facts): boolean {
  return facts.showsListOfGet && !queryWords.test(getCollectionWord(facts));
}

function isWrite({ method, operation }: Facts): boolean {
  return method === "POST" && !operation.safe;
}

function isNonDeletingWrite({ method, operation }: Facts): boolean {
  return !operation.safe && method !== "DELETE";
}

function showsOther({ shows }: Facts): boolean {
  return shows === "other" || shows === "key" || shows === "item in a list";
}
