import type { JsonSchema } from "../../model/json.ts";
import type { Contract } from "../../model/contract.ts";
import { membersOf, partsOf, propertyNamesOf, typesOf } from "../../schema/schema.ts";
import { foldedName } from "../../text/folded.ts";
import { isEnvelopeName } from "../placing.ts";

/** Members of an item, as a request has them or as a response shows them. */
export interface ItemMembers {
  readonly names: ReadonlySet<string>;
  /** Schema of a member. */
  member(name: string): JsonSchema;
}

/** A member of an item whose request has it inside an object, or at the top, and whose response has it the other way. */
export interface MovedMember {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Names that the objects inside an item have as well as the item, and mean something else there. */
const commonNames =
  /^(_?id|uuid|guid|key|slug|name|title|label|description|type|kind|status|state|value|values|data|code|url|uri|href|email|phone|address|version|tags|created(_?at)?|updated(_?at)?)$/i;

/** Names of objects inside an item whose members are those of the item. */
const holderNames = /^(meta_?data|attributes|details|profile|properties|info(rmation)?|data|spec|config(uration)?)$/i;

/** True for the name of an object inside an item whose members are those of the item. */
export function isHolderName(name: string): boolean {
  return holderNames.test(name);
}

/** Names of objects that are other items, or people. */
const otherNames = /(_by|[a-z]By)$|^(owner|author|creator|parent|user|account|_?links?|_embedded|meta)$/i;

/**
 * The members that a request has inside one object and the item at its top (`channel: {website_url}`, and
 * `website_url`), or the other way. The item has no such object, most members of which are shown, and each has one place.
 */
export function findMovedMembers(
  contract: Contract,
  { sent, shown, noun }: Readonly<Record<"sent" | "shown", ItemMembers>> & { readonly noun: string },
): readonly MovedMember[] {
  const raised = findPairs(contract, { nested: sent, flat: shown, noun });
  const lowered = findPairs(contract, { nested: shown, flat: sent, noun });
  return [
    ...raised.map(({ inner, flat }) => ({ from: inner, to: [flat] })),
    ...lowered.map(({ inner, flat }) => ({ from: [flat], to: inner })),
  ];
}

/** A member in an object, with the steps to it, and the same one at the top. */
interface Pair {
  readonly inner: readonly string[];
  readonly flat: string;
}

interface Sides {
  readonly nested: ItemMembers;
  readonly flat: ItemMembers;
  /** Noun of the item: an object of this name is the item itself. */
  readonly noun: string;
}

function findPairs(contract: Contract, { nested, flat, noun }: Sides): readonly Pair[] {
  const ownLetters = new Set([...nested.names].map(foldedName));
  const flatLetters = new Set([...flat.names].map(foldedName));
  const free = [...flat.names].filter((name) => !ownLetters.has(foldedName(name)));
  if (free.length === 0) return [];
  const pairs = [...nested.names]
    .filter((holder) => !flatLetters.has(foldedName(holder)) && !otherNames.test(holder))
    .flatMap((holder) => pairsIn([holder], nested.member(holder)));
  // Of two objects with such a member, either can be meant.
  return [...Map.groupBy(pairs, (pair) => pair.flat).values()].flatMap((same) => (same.length === 1 ? same : []));

  function pairsIn(holder: readonly string[], object: JsonSchema): readonly Pair[] {
    const last = holder.at(-1) ?? "";
    if (!isPlainObject(contract, object)) return [];
    const names = [...propertyNamesOf(contract, object)];
    const member = (name: string): JsonSchema => ({ allOf: membersOf(contract, object, name) });
    const isItem = foldedName(last) === foldedName(noun);
    // {"payload": {"contact": {…}}} beside the id of the contact.
    if (holder.length === 1 && isEnvelopeName(last) && !isItem) {
      const inner = names.find((name) => foldedName(name) === foldedName(noun));
      if (inner !== undefined) return pairsIn([...holder, inner], member(inner));
    }
    if (!isItem && names.some((name) => /^(_?id|uuid|guid)$/i.test(name))) return [];
    const found = names.flatMap((inner): readonly Pair[] => {
      const isOwn = isItem || isHolderName(last) || !commonNames.test(inner);
      const wanted = [foldedName(last + inner), ...(isOwn ? [foldedName(inner)] : [])];
      const [name, other] = free.filter((each) => wanted.includes(foldedName(each)));
      if (name === undefined || other !== undefined) return [];
      const isAlike = shareType(typesOf(contract, member(inner)), typesOf(contract, flat.member(name)));
      return isAlike ? [{ inner: [...holder, inner], flat: name }] : [];
    });
    return isItem || found.length * 2 > names.length ? found : [];
  }
}

/** True for an object of named members, and no union or reference to a resource. */
function isPlainObject(contract: Contract, schema: JsonSchema): boolean {
  const types = typesOf(contract, schema).filter((type) => type !== "null");
  const isReadOnly = partsOf(contract, schema).some((part) => part["readOnly"] === true);
  return types.join() === "object" && !isReadOnly;
}

function shareType(one: readonly string[], other: readonly string[]): boolean {
  return one.some((type) => type !== "null" && other.includes(type));
}
