import type { Contract, Operation } from "../../model/contract.ts";
import type { JsonSchema } from "../../model/json.ts";
import type { Role } from "../../model/role.ts";
import { oncePer } from "../../model/once-per.ts";
import { listParameterNames } from "../../model/template.ts";
import { describeListPlace, itemRole, listRole } from "../item-role.ts";
import { type Resource, type Resources, resourcesIn } from "../resources.ts";
import { holdsKey } from "../sites.ts";
import {
  type MembershipEffect,
  type Side,
  isAddition,
  isOnlyList,
  listsKeys,
  listSideNames,
  readEffects,
  sidesOf,
} from "./sides.ts";
import { findCandidates, findLinked, isPathInScope } from "./candidates.ts";
import { type SentKeys, readLinkage, readSentLinkage } from "./linkage.ts";
import { withoutKey } from "./link-paths.ts";
import { createKeyReader, isNamedAfter } from "./sent-keys.ts";

/** Items of a collection that are members of items of another one: users of "/groups/{groupId}/members". */
interface Membership {
  /** Path template where memberships are kept, by the keys of the members. */
  readonly path: string;
  readonly owner: Resource;
  readonly member: Resource;
  /** True if an owner has one member at most. */
  readonly isOne: boolean;
  /** The list of the owners of a member, or the one that it has. */
  readonly reverse?: Pick<Side, "word" | "isOne">;
}

/** Part that an operation has in a membership. */
export interface MembershipPart {
  readonly membership: Membership;
  readonly effect: MembershipEffect;
  /** True for an operation below the member: "/users/{userId}/groups". */
  readonly isReversed: boolean;
  /** True if the item above its path has one at most of what it lists. */
  readonly isOne: boolean;
  /** Role of the operation, about the items that are listed, added or removed. */
  readonly role: Role;
  /** Names of the path parameters, in order: those above the first item, its key, and that of the other item. */
  readonly parameters: readonly string[];
  /** Place of the keys in the request, if they are not in the path. */
  readonly keys: SentKeys | undefined;
  /** Links in the response, if it has nothing else of the items. */
  readonly linkage: SentKeys | undefined;
  /** Content of the response. */
  readonly shows: "members" | "other" | "own" | "rest";
}

/** The parts that operations of a contract have in memberships. */
export const membershipsIn: (contract: Contract) => ReadonlyMap<Operation, MembershipPart> = oncePer((contract) =>
  findParts(resourcesIn(contract)),
);

/** Word of the list that is meant where two collections have several memberships. */
const usualWord = /^members?$/i;

function findParts(resources: Resources): ReadonlyMap<Operation, MembershipPart> {
  const sides = sidesOf(resources);
  const found = sides.flatMap((side) => {
    const member = side.links.length > 0 ? findLinked(resources, side) : findMemberResource(resources, side);
    if (member && hasAdditions(resources, side, member)) return [{ side, member }];
    return [];
  });
  const parts = new Map<Operation, MembershipPart>();
  const turned = new Set<Side>();
  for (const { side, member } of found) {
    if (turned.has(side)) continue;
    const plain: Membership = { path: side.path, owner: side.own, member, isOne: side.isOne };
    const others = found.filter((each) => each.side.own === side.own && each.member === member);
    const isMeant = others.length === 1 || usualWord.test(side.word) || isNamedAfter(member, [side.word]);
    const reverse = isMeant ? sides.find((each) => isReverse(resources, each, plain)) : undefined;
    const membership = reverse ? { ...plain, reverse: { word: reverse.word, isOne: reverse.isOne } } : plain;
    if (
      reverse ||
      side.list ||
      [...side.links, ...side.atItem].some((each) => resources.placeOf(each).method === "GET")
    )
      for (const [operation, part] of listMembershipParts(resources, side, { membership, isReversed: false }))
        parts.set(operation, part);
    if (!reverse) continue;
    turned.add(reverse);
    for (const [operation, part] of listMembershipParts(resources, reverse, { membership, isReversed: true }))
      parts.set(operation, part);
  }
  return parts;
}

/** The collection whose items a side lists or names by their keys. */
function findMemberResource(resources: Resources, side: Side): Resource | undefined {
  const candidates = findCandidates(resources, side).filter((each) => each !== side.own);
  const listed = candidates.filter((each) => isListedBy(resources, side, each));
  const named = listed.filter((each) => isNamedAfter(each, [...listSideNames(side), ...sentNames(resources, side)]));
  const [found, other] = named.length > 0 ? named : listed;
  return other === undefined ? found : undefined;
}

/** True for a list of the items of a resource, or of their keys, or without a list for paths that name its items. */
function isListedBy(resources: Resources, side: Side, resource: Resource): boolean {
  const isNamed = isNamedAfter(resource, [...listSideNames(side), ...sentNames(resources, side)]);
  if (!side.list) return isNamed && side.atItem.length > 0;
  if (!side.placing) return false;
  const { schema, names } = side.placing.site;
  if (listsKeys(resources, side)) return isNamed && isOnlyList(resources, side.list);
  if (!resources.isItemOf(schema, resource)) return false;
  const known = resources.bodies.names(resource.item ?? true);
  const isWhole = names.size === known.size || names.size > 2;
  return isNamed || (isWhole && [...names].every((name) => known.has(name)));
}

/** Names of the members that requests to the path of a list have. */
function sentNames({ bodies }: Resources, { atList }: Side): readonly string[] {
  return atList.flatMap((operation) => [...bodies.names(bodies.requestSchema(operation) ?? true)]);
}

/** True if all that a side adds are keys of items that exist. */
function hasAdditions(resources: Resources, side: Side, member: Resource): boolean {
  if (side.links.some((each) => !each.safe && each.method !== "DELETE" && readSentLinkage(resources, each)))
    return true;
  const readKeys = createKeyReader(resources, member, listSideNames(side));
  const additions = [...side.atList, ...side.atItem].filter((each) => isAddition(resources, each));
  const isOfKeys = (each: Operation): boolean =>
    side.atItem.includes(each) ? readKeys.isNoItem(each) : readKeys.of(each) !== undefined;
  return additions.length > 0 && additions.every(isOfKeys);
}

/** True for the list of the owners below a member, where nothing creates owners. */
function isReverse(resources: Resources, side: Side, { owner, member, path }: Membership): boolean {
  if (side.own !== member || side.path === path || !isPathInScope(owner.collection, side.path)) return false;
  if (side.links.length > 0 && findLinked(resources, side) !== owner) return false;
  const isMeant = isNamedAfter(owner, listSideNames(side)) && isListedBy(resources, side, owner);
  if (side.links.length === 0 && !isMeant) return false;
  const additions = [...side.atList, ...side.atItem].filter((each) => isAddition(resources, each));
  return additions.length === 0 || hasAdditions(resources, side, owner);
}

function listMembershipParts(
  resources: Resources,
  side: Side,
  { membership, isReversed }: Pick<MembershipPart, "membership" | "isReversed">,
): readonly (readonly [Operation, MembershipPart])[] {
  const { bodies, placeOf } = resources;
  const [own, other] = isReversed ? [membership.member, membership.owner] : [membership.owner, membership.member];
  const readKeys = createKeyReader(resources, other, listSideNames(side));
  const readSent = (operation: Operation): SentKeys | undefined =>
    (side.links.includes(operation) ? readSentLinkage(resources, operation) : undefined) ?? readKeys.of(operation);
  return readEffects(resources, side, readSent).flatMap((each) => createMembershipPart(...each));

  function createMembershipPart(
    operation: Operation,
    effect: MembershipEffect | undefined,
    keys: SentKeys | undefined,
  ): (readonly [Operation, MembershipPart])[] {
    const isKeyed = effect === "list" || keys !== undefined || side.atItem.includes(operation);
    const isEmptied = effect === "replace" && operation.method === "DELETE";
    if (effect === undefined || !(isKeyed || isEmptied)) return [];
    const shown = bodies.responseSchema(operation);
    const isAtLinks = side.links.includes(operation);
    const linkage = isAtLinks ? readLinkage(resources, shown) : undefined;
    const shows = linkage ? showsOfLinks(linkage) : classifyAnswer(resources, shown, { own, other });
    const placing = shows === "members" && !linkage ? other.findList(shown) : side.placing;
    const base =
      effect === "list" && !side.isOne
        ? listRole(other, linkage ? undefined : placing)
        : itemRole(chooseRoleKind(operation, effect), shows === "own" ? own : other, { shown });
    const { sentIn: _, sentKey: __, ...role } = base;
    const key = other.key?.property;
    const part: MembershipPart = {
      membership,
      effect,
      isReversed,
      isOne: side.isOne,
      keys,
      linkage,
      shows,
      parameters: listParameterNames(placeOf(operation).path),
      role: {
        ...role,
        collection: toListPath(operation),
        ...(linkage?.name !== undefined && { [linkage.isList ? "itemsProperty" : "wrapper"]: linkage.name }),
        ...(key !== undefined && { idProperty: key }),
        ...(effect === "list" && listsKeys(resources, side) && { listsKeys: true }),
        ...(shows === "members" && !linkage && describeListPlace(placing)),
      },
    };
    return [[operation, part]];
  }

  /** Path of the list that an operation is about. */
  function toListPath(operation: Operation): string {
    const { path } = placeOf(operation);
    if (side.atItem.includes(operation)) return withoutKey(path);
    return path;
  }

  function chooseRoleKind(operation: Operation, effect: MembershipEffect): Role["kind"] {
    if (effect === "read") return "read";
    if (effect === "list") return "singleton";
    if (effect === "remove") return "delete";
    if (placeOf(operation).method === "PUT") return "replace";
    return "create";
  }
}

function showsOfLinks({ isList }: SentKeys): MembershipPart["shows"] {
  return isList ? "members" : "other";
}

function classifyAnswer(
  resources: Resources,
  shown: JsonSchema | undefined,
  { own, other }: { readonly own: Resource; readonly other: Resource },
): MembershipPart["shows"] {
  if (shown === undefined) return "rest";
  const placing = other.findList(shown);
  if (
    placing &&
    (resources.isItemOf(placing.site.schema, other) || holdsKey(resources.contract, placing.site.schema))
  ) {
    if (placing.site.steps.length > 0 && resources.isItemOf(shown, own)) return "own";
    return "members";
  }
  if (resources.isItemOf(shown, other)) return "other";
  if (resources.isItemOf(shown, own)) return "own";
  return "rest";
}
