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
  /** The items of the other side, as the list of a call shows them. */
  list(call: Call): Promise<readonly Stored[]>;
  /** A store that has the items of the other side in the list of a call. */
  joined(call: Call, listed: string): Store;
}

/** Compiles the reading of memberships by an operation. */
export function createKeptMemberships(
  { membership, isReversed, parameters }: MembershipPart,
  role: StoredRole,
  sides: MembershipSides,
): KeptMemberships {
  const scopes = parameterNamesIn(membership.path).length - 1;
  const ownIndex = parameterNamesIn((isReversed ? membership.member : membership.owner).collection).length;
  const examples = { own: examplesOf(sides.own.reader), other: examplesOf(sides.other.reader) };
  const { other } = sides;
  const memberSide = isReversed ? "own" : "other";
  const { idProperty = "id" } = sides[memberSide].reader.role;
  return { placeOf, ownKey, ownersOf, membersOf, keyed, find, list, joined };

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

  async function list(call: Call): Promise<readonly Stored[]> {
    if (isReversed) return owners(call);
    const kept = await keptOf(call, ownKey(call));
    return Promise.all(kept.map((each) => withMember(call, each)));
  }

  async function membersOf(call: Call, owner: string): Promise<readonly string[]> {
    return (await keptOf(call, owner)).map(({ value }) => String(itemIdOf(value, { idProperty }) ?? ""));
  }

  /** The members of an owner, with what is kept beside their keys. */
  async function keptOf(call: Call, owner: string): Promise<readonly Stored[]> {
    return (await call.store.list(call.world.organization, placeOf(call, owner), allItems)).items;
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
    return keys;
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

/** The names of the collections of an organization that have items. */
export async function collectionsOf(store: Store, organization: string): Promise<readonly string[]> {
  return store.collections ? store.collections(organization) : [...(await store.dump(organization)).collections.keys()];
}

/** A path with values for its parameters, in order. */
export function concrete(template: string, values: readonly string[]): string {
  let index = 0;
  return template.replaceAll(/\{[^{}]+\}/g, () => percentEncode(values[index++] ?? ""));
}
