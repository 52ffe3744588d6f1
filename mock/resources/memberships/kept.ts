import {
  type Json,
  type JsonObject,
  type MembershipPart,
  type Resource,
  decodeSegment,
  isObject,
  extractItemId,
  listParameterNames,
  percentEncode,
  listPropertyNames,
  valueAtPath,
  withItemId,
  withValueAtPath,
} from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import type { Address, Store } from "../../state/store.ts";
import type { Stored } from "../../state/stored.ts";
import { createExamples } from "../examples.ts";
import { allItems } from "../find-items.ts";
import { toMembers, pickMembers } from "../members/members.ts";
import type { ResourceContext } from "../resource-context.ts";
import type { StoredRole } from "../stored-role.ts";
import { withListed } from "./entry-list.ts";
import { type ShownPlace, findShownPlace } from "./shown-place.ts";

/** Items on one side of a membership. */
export interface MembershipSide {
  readonly resource: Resource;
  /** The operation that reads them. */
  readonly reader: ResourceContext;
}

/** The items above the list of an operation, and those that it is about. */
export type MembershipSides = Readonly<Record<Side, MembershipSide>>;

type Side = "own" | "other";

/** The keys of the two items of a membership. */
export interface MembershipKeys {
  readonly owner: string;
  readonly member: string;
}

/** The memberships of a contract as they are kept: at the concrete path of the list, by the keys of the members. */
export interface KeptMemberships {
  /** The concrete path of the list of members of an owner. */
  placeOf(call: Call, owner: string): string;
  /** Key of the item above the list of a call. */
  ownKey(call: Call): string;
  /** Keys of the items that an owner has. */
  membersOf(call: Call, owner: string): Promise<readonly string[]>;
  /** Keys of the items that have a member. */
  ownersOf(call: Call, member: string): Promise<readonly string[]>;
  /** A member of which nothing but the key is known. */
  keyed(member: string): JsonObject;
  /** The item of a key. Undefined if there is none. */
  find(call: Call, side: Side, key: string): Promise<Stored | undefined>;
  /** Shows memberships in the items of their owners, or shows them no more. */
  show(call: Call, all: readonly MembershipKeys[], isMember: boolean): Promise<void>;
  /** The items of the other side, as the list of a call shows them. */
  list(call: Call): Promise<readonly Stored[]>;
  /** A store that has the items of the other side in the list of a call. */
  joined(call: Call, listed: string): Store;
}

/** Compiles the reading of memberships by an operation. */
export function createKeptMemberships(
  { membership, isReversed, linkage, parameters }: MembershipPart,
  role: StoredRole,
  sides: MembershipSides,
): KeptMemberships {
  const scopes = listParameterNames(membership.path).length - 1;
  const ownIndex = listParameterNames((isReversed ? membership.member : membership.owner).collection).length;
  const examples = { own: createExamples(sides.own.reader), other: createExamples(sides.other.reader) };
  const { other } = sides;
  const [ownerSide, memberSide] = isReversed ? (["other", "own"] as const) : (["own", "other"] as const);
  const ownerReader = sides[ownerSide].reader;
  const shownPlace = findShownPlace(ownerReader, ownerReader.operation, {
    word: findLastWord(membership.path),
    isOne: membership.isOne,
  });
  const { idProperty = "id" } = sides[memberSide].reader.role;
  return {
    placeOf: toMembershipPath,
    ownKey,
    ownersOf: listOwnerKeys,
    membersOf: listMemberKeys,
    keyed,
    find: findSideItem,
    show: showMembership,
    list: listKeptItems,
    joined: joinStore,
  };

  function toMembershipPath(call: Call, owner: string): string {
    return (role.pathPrefix ?? "") + concrete(membership.path, [...readPathValues(call).slice(0, scopes), owner]);
  }

  function ownKey(call: Call): string {
    return readPathValues(call)[ownIndex] ?? "";
  }

  function readPathValues({ input }: Call): readonly string[] {
    return parameters.map((name) => String(input.parameters[name] ?? toMembers(input.body)[name] ?? ""));
  }

  function toSideAddress(call: Call, side: Side, id: string): Address {
    const { resource, reader } = sides[side];
    const collection = (reader.role.pathPrefix ?? "") + concrete(resource.collection, readPathValues(call));
    return { organization: call.world.organization, collection, id };
  }

  async function findSideItem(call: Call, side: Side, key: string): Promise<Stored | undefined> {
    const { reader } = sides[side];
    const address = toSideAddress(call, side, key);
    const stored = await call.store.read(address);
    if (stored || !examples[side]) return stored;
    const idParameter = reader.role.idParameter ?? "";
    const input = { parameters: { ...call.input.parameters, [idParameter]: key } };
    return (await examples[side]({ ...call, input }, address))?.();
  }

  async function listKeptItems(call: Call): Promise<readonly Stored[]> {
    const found = isReversed ? await owners(call) : await listFullMembers(call);
    const address = linkage?.isAddress ? linkage.key : undefined;
    if (address === undefined) return found;
    return found.map(({ value }) => ({ value: { ...value, [address]: linkTo(call, value) } }));
  }

  async function listFullMembers(call: Call): Promise<readonly Stored[]> {
    const kept = await listKept(call, ownKey(call));
    return Promise.all(kept.map((each) => mergeMember(call, each)));
  }

  function linkTo(call: Call, item: JsonObject): string {
    const { role: itsRole, operation } = other.reader;
    const values = readPathValues(call).slice(0, listParameterNames(other.resource.collection).length);
    return concrete(operation.path, [...values, String(extractItemId(item, itsRole) ?? "")]);
  }

  async function listMemberKeys(call: Call, owner: string): Promise<readonly string[]> {
    return (await listKept(call, owner)).map(({ value }) => String(extractItemId(value, { idProperty }) ?? ""));
  }

  /** The members of an owner, with what is kept beside their keys: those in the item itself, if it shows them. */
  async function listKept(call: Call, owner: string): Promise<readonly Stored[]> {
    const { items } = await call.store.list(call.world.organization, toMembershipPath(call, owner), allItems);
    const entries = shownPlace && valueAtPath((await findSideItem(call, ownerSide, owner))?.value, shownPlace.steps);
    if (entries === undefined) return items;
    const byKey = new Map(items.map((item) => [String(item.value[idProperty]), item]));
    const keys = [entries ?? []].flat().map((entry: Json) => String(isObject(entry) ? entry[idProperty] : entry));
    // A member that was deleted is one no more, wherever it is shown.
    const isKnownMember = async (key: string): Promise<boolean> =>
      sides[memberSide].reader.hasImplicitItems || (await findSideItem(call, memberSide, key)) !== undefined;
    const known = await Promise.all(keys.map(isKnownMember));
    return keys.filter((_, index) => known[index]).map((key) => byKey.get(key) ?? { value: keyed(key) });
  }

  async function showMembership(call: Call, all: readonly MembershipKeys[], isMember: boolean): Promise<void> {
    if (!shownPlace) return;
    for (const [owner, own] of Map.groupBy(all, (each) => each.owner)) {
      const item = await findSideItem(call, ownerSide, owner);
      const changed = new Set(own.map(({ member }) => member));
      const before = (await listMemberKeys(call, owner)).filter((member) => !changed.has(member));
      const next = isMember ? [...before, ...changed] : before;
      const entries = await Promise.all(next.map((member) => toShownEntry(call, shownPlace, member)));
      const shown = membership.isOne ? (entries.at(-1) ?? null) : entries;
      const setShownEntries = (stored = item): Stored | null =>
        stored ? { ...stored, value: withValueAtPath(stored.value, shownPlace.steps, shown) as JsonObject } : null;
      await call.store.change(toSideAddress(call, ownerSide, owner), setShownEntries);
    }
  }

  /** The entry of a member in the item of its owner: its key, or those of its members that an entry has. */
  async function toShownEntry(call: Call, { entry }: ShownPlace, member: string): Promise<Json> {
    const names = [...listPropertyNames(ownerReader.contract, entry)];
    if (names.length === 0) return toMemberId(member);
    return pickMembers((await findSideItem(call, memberSide, member))?.value ?? keyed(member), names);
  }

  /** The member of a membership, with what the membership says beside it. */
  async function mergeMember(call: Call, kept: Stored): Promise<Stored> {
    const id = extractItemId(kept.value, { idProperty });
    const member = id === undefined ? undefined : await findSideItem(call, "other", String(id));
    if (!member) return kept;
    if (Object.keys(kept.value).length === 1) return member;
    return { value: { ...kept.value, ...member.value } };
  }

  async function owners(call: Call): Promise<readonly Stored[]> {
    const keys = await listOwnerKeys(call, ownKey(call));
    return Promise.all(keys.map(async (key) => (await findSideItem(call, "other", key)) ?? unknownItem(key)));
  }

  async function listOwnerKeys(call: Call, member: string): Promise<readonly string[]> {
    const { organization } = call.world;
    const places = await listCollections(call.store, organization);
    const [before = "", after = ""] = toMembershipPath(call, "\0").split(percentEncode("\0"));
    const keys: string[] = [];
    for (const place of places) {
      const key = place.startsWith(before) && place.endsWith(after) ? place.slice(before.length, -after.length) : "";
      if (key === "" || key.includes("/")) continue;
      if (await call.store.read({ organization, collection: place, id: member })) keys.push(decodeSegment(key) ?? key);
    }
    return keys;
  }

  /** A member of which nothing but the key is known. */
  function keyed(member: string): JsonObject {
    return withItemId({}, { idProperty }, toMemberId(member));
  }

  function toMemberId(member: string): Json {
    const { reader } = sides[memberSide];
    return reader.representations.idAs(reader.operation, member);
  }

  function unknownItem(key: Json): Stored {
    return { value: withItemId({}, role, other.reader.representations.idAs(other.reader.operation, key)) };
  }

  function joinStore(call: Call, listed: string): Store {
    const { store } = call;
    return {
      ...withListed(store, listed, {
        items: () => listKeptItems(call),
        idOf: ({ value }) => extractItemId(value, role),
      }),
      async read(address) {
        const isKept = address.collection === listed && !isReversed;
        const kept = await store.read(address);
        if (isKept && kept) return mergeMember(call, kept);
        return kept;
      },
    };
  }
}

/** The names of the collections of an organization that have items. */
export async function listCollections(store: Store, organization: string): Promise<readonly string[]> {
  if (store.collections) return store.collections(organization);
  return [...(await store.dump(organization)).collections.keys()];
}

/** A path with values for its parameters, in order. */
function concrete(template: string, values: readonly string[]): string {
  let index = 0;
  return template.replaceAll(/\{[^{}]+\}/g, () => percentEncode(values[index++] ?? ""));
}

function findLastWord(path: string): string {
  return /([^/{}]+)(?:\/\{[^{}]+\})?$/.exec(path)?.[1] ?? "";
}
