import {
  type Json,
  type JsonObject,
  type MembershipPart,
  type Resource,
  decodeSegment,
  itemIdOf,
  parameterNamesIn,
  percentEncode,
  withItemId,
} from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import type { Address, Store } from "../../state/store.ts";
import type { Stored } from "../../state/stored.ts";
import { examplesOf } from "../examples.ts";
import { allItems } from "../find-items.ts";
import { membersIn } from "../members/members.ts";
import type { ResourceContext } from "../resource-context.ts";
import type { StoredRole } from "../stored-role.ts";
import { withListed } from "./entry-list.ts";
import { type ShownLinks, createShownLinks } from "./shown-links.ts";

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
  /** Shows memberships in the lists of their owners, or shows them no more. */
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
  const scopes = parameterNamesIn(membership.path).length - 1;
  const ownIndex = parameterNamesIn((isReversed ? membership.member : membership.owner).collection).length;
  const examples = { own: examplesOf(sides.own.reader), other: examplesOf(sides.other.reader) };
  const { other } = sides;
  const [ownerSide, memberSide] = isReversed ? (["other", "own"] as const) : (["own", "other"] as const);
  const { idProperty = "id" } = sides[memberSide].reader.role;
  const ownerList = createOwnerList(membership, { owner: sides[ownerSide], member: sides[memberSide] });
  const memberList = createShownLinks(sides[memberSide].reader, {
    word: membership.reverse?.word ?? lastWord(membership.owner.collection),
    idProperty: sides[ownerSide].reader.role.idProperty,
    isOne: membership.reverse?.isOne === true,
  });
  return { placeOf, ownKey, ownersOf, membersOf, keyed, find, show, list, joined };

  function placeOf(call: Call, owner: string): string {
    return (role.pathPrefix ?? "") + concrete(membership.path, [...valuesOf(call).slice(0, scopes), owner]);
  }

  function ownKey(call: Call): string {
    return valuesOf(call)[ownIndex] ?? "";
  }

  function valuesOf({ input }: Call): readonly string[] {
    return parameters.map((name) => String(input.parameters[name] ?? membersIn(input.body)[name] ?? ""));
  }

  function addressOf(call: Call, side: Side, id: string): Address {
    const { resource, reader } = sides[side];
    const collection = (reader.role.pathPrefix ?? "") + concrete(resource.collection, valuesOf(call));
    return { organization: call.world.organization, collection, id };
  }

  async function find(call: Call, side: Side, key: string): Promise<Stored | undefined> {
    const { reader } = sides[side];
    const address = addressOf(call, side, key);
    const stored = await call.store.read(address);
    if (stored || !examples[side]) return stored;
    const idParameter = reader.role.idParameter ?? "";
    const input = { parameters: { ...call.input.parameters, [idParameter]: key } };
    return (await examples[side]({ ...call, input }, address))?.();
  }

  async function show(call: Call, all: readonly MembershipKeys[], isMember: boolean): Promise<void> {
    const pairs = all.map(
      ({ owner, member }) => ({ [ownerSide]: owner, [memberSide]: member }) as Record<Side, string>,
    );
    await showIn(call, ownerList, { pairs, side: ownerSide, listed: memberSide, isMember, back: memberList });
    await showIn(call, memberList, { pairs, side: memberSide, listed: ownerSide, isMember, back: ownerList });
  }

  /** Adds the items of one side to the lists of those of the other side, or removes them. */
  async function showIn(
    call: Call,
    shown: ShownLinks | undefined,
    {
      pairs,
      side,
      listed,
      isMember,
      back,
    }: {
      readonly pairs: readonly Readonly<Record<Side, string>>[];
      readonly side: Side;
      readonly listed: Side;
      readonly isMember: boolean;
      readonly back: ShownLinks | undefined;
    },
  ): Promise<void> {
    if (!shown) return;
    for (const [key, own] of Map.groupBy(pairs, (each) => each[side])) {
      const item = await find(call, side, key);
      if (!item) continue;
      const removed = new Set(own.map((each) => each[listed]));
      const added = await Promise.all(
        own.map((each) => entryOf(call, shown, { side: listed, key: each[listed], back })),
      );
      await call.store.change(addressOf(call, side, key), (stored) => {
        const current = stored ?? item;
        return { ...current, value: shown.withEntries(current.value, isMember ? { added } : { removed }) };
      });
    }
  }

  /** The entry of an item in the list of one of the other side. */
  async function entryOf(
    call: Call,
    { isOfObjects, entryFrom }: ShownLinks,
    { side, key, back }: { readonly side: Side; readonly key: string; readonly back: ShownLinks | undefined },
  ): Promise<Json> {
    const { reader } = sides[side];
    const id = reader.representations.idAs(reader.operation, key);
    if (!isOfObjects) return id;
    const { value } = (await find(call, side, key)) ?? { value: withItemId({}, reader.role, id) };
    // Items in each other's lists would double with each one that is added.
    return entryFrom(Object.fromEntries(Object.entries(value).filter(([name]) => name !== back?.name)));
  }

  async function list(call: Call): Promise<readonly Stored[]> {
    const found = isReversed ? await owners(call) : await members(call);
    const address = linkage?.isAddress ? linkage.key : undefined;
    if (address === undefined) return found;
    return found.map(({ value }) => ({ value: { ...value, [address]: linkTo(call, value) } }));
  }

  async function members(call: Call): Promise<readonly Stored[]> {
    const kept = await keptOf(call, ownKey(call));
    return Promise.all(kept.map((each) => withMember(call, each)));
  }

  async function membersOf(call: Call, owner: string): Promise<readonly string[]> {
    return (await keptOf(call, owner)).map(({ value }) => String(itemIdOf(value, { idProperty }) ?? ""));
  }

  /** The members of an owner, with what is kept beside their keys. */
  async function keptOf(call: Call, owner: string): Promise<readonly Stored[]> {
    const { items } = await call.store.list(call.world.organization, placeOf(call, owner), allItems);
    const shown = ownerList && (await find(call, ownerSide, owner));
    const listed = ownerList?.entriesIn(shown?.value)?.map(ownerList.keyOf);
    const keptByKey = new Map(items.map((item) => [String(item.value[idProperty]), item]));
    return listed?.map((key) => keptByKey.get(key) ?? { value: keyed(key) }) ?? items;
  }

  /** The member of a membership, with what the membership says beside it. */
  async function withMember(call: Call, kept: Stored): Promise<Stored> {
    const id = itemIdOf(kept.value, { idProperty });
    const member = id === undefined ? undefined : await find(call, "other", String(id));
    if (!member) return kept;
    return Object.keys(kept.value).length === 1 ? member : { value: { ...kept.value, ...member.value } };
  }

  async function owners(call: Call): Promise<readonly Stored[]> {
    const keys = await ownersOf(call, ownKey(call));
    return Promise.all(keys.map(async (key) => (await find(call, "other", key)) ?? unknownItem(key)));
  }

  async function ownersOf(call: Call, member: string): Promise<readonly string[]> {
    const { organization } = call.world;
    const places = await collectionsOf(call.store, organization);
    const [before = "", after = ""] = placeOf(call, "\0").split(percentEncode("\0"));
    const keys: string[] = [];
    for (const place of places) {
      const key = place.startsWith(before) && place.endsWith(after) ? place.slice(before.length, -after.length) : "";
      if (key === "" || key.includes("/")) continue;
      if (await call.store.read({ organization, collection: place, id: member })) keys.push(decodeSegment(key) ?? key);
    }
    if (!ownerList) return keys;
    const { collection } = addressOf(call, ownerSide, "");
    const { items } = await call.store.list(organization, collection, allItems);
    const listing = items
      .filter(({ value }) => ownerList.entriesIn(value)?.some((entry) => ownerList.keyOf(entry) === member))
      .map(({ value }) => String(itemIdOf(value, sides[ownerSide].reader.role) ?? ""));
    const stored = new Set(items.map(({ value }) => String(itemIdOf(value, sides[ownerSide].reader.role) ?? "")));
    return [...keys.filter((key) => !stored.has(key)), ...listing];
  }

  /** A member of which nothing but the key is known. */
  function keyed(member: string): JsonObject {
    return withItemId({}, { idProperty }, idOf(member));
  }

  function idOf(member: string): Json {
    const { reader } = sides[memberSide];
    return reader.representations.idAs(reader.operation, member);
  }

  function unknownItem(key: Json): Stored {
    return { value: withItemId({}, role, other.reader.representations.idAs(other.reader.operation, key)) };
  }

  function linkTo(call: Call, item: JsonObject): string {
    const { role: itsRole, operation } = other.reader;
    const values = valuesOf(call).slice(0, parameterNamesIn(other.resource.collection).length);
    return concrete(operation.path, [...values, String(itemIdOf(item, itsRole) ?? "")]);
  }

  function joined(call: Call, listed: string): Store {
    const { store } = call;
    return {
      ...withListed(store, listed, { items: () => list(call), idOf: ({ value }) => itemIdOf(value, role) }),
      async read(address) {
        const isKept = address.collection === listed && !isReversed;
        const kept = await store.read(address);
        return isKept && kept ? withMember(call, kept) : kept;
      },
    };
  }
}

/** The place of members in the item that has them. */
export function createOwnerList(
  { path, isOne }: MembershipPart["membership"],
  { owner, member }: Readonly<Record<"owner" | "member", MembershipSide>>,
): ShownLinks | undefined {
  return createShownLinks(owner.reader, { word: lastWord(path), isOne, idProperty: member.reader.role.idProperty });
}

function lastWord(path: string): string {
  return /([^/{}]+)(?:\/\{[^{}]+\})?$/.exec(path)?.[1] ?? "";
}

/** The names of the collections of an organization that have items. */
export async function collectionsOf(store: Store, organization: string): Promise<readonly string[]> {
  return store.collections ? store.collections(organization) : [...(await store.dump(organization)).collections.keys()];
}

/** A path with values for its parameters, in order. */
export function concrete(template: string, values: readonly string[]): string {
  let index = 0;
  return template.replaceAll(/\{[^{}]+\}/g, () => percentEncode(values[index++] ?? ""));
}
