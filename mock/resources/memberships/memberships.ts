import {
  type Json,
  type JsonObject,
  type MembershipPart,
  type SentKeys,
  bodyWithItem,
  isObject,
  extractItemId,
  withItemId,
} from "../../../contracts/index.ts";
import type { Answer, Call, Handler } from "../../calls/call.ts";
import type { Refusal } from "../../model/problem.ts";
import type { Address } from "../../state/store.ts";
import type { Stored } from "../../state/stored.ts";
import { withWrapper } from "../bodies/wrapper.ts";
import { toMembers, pickMembers } from "../members/members.ts";
import type { ResourceContext } from "../resource-context.ts";
import { compileCollection, notFound } from "../resource.ts";
import { pickEchoed, readSentValue } from "./entry-list.ts";
import { type KeptMemberships, type MembershipKeys, type MembershipSides, createKeptMemberships } from "./kept.ts";

/** Membership that a call is about, and the key of the other item. */
interface Named {
  readonly address: Address;
  /** Key of the owner. */
  readonly owner: string;
  readonly other: string;
  /** Members of the request beside the key. */
  readonly beside: JsonObject;
}

/** Handles an operation on memberships: it lists, adds or removes items that exist. `readHandler` lists and reads them. */
export function membershipHandler(
  part: MembershipPart,
  context: ResourceContext,
  { sides, readHandler }: { readonly sides: MembershipSides; readonly readHandler: Handler },
): Handler {
  const kept = createKeptMemberships(part, context.role, sides);
  const listed = compileCollection(context.role);
  if (part.effect === "list" && part.isOne) return createLinkReader(part, context, kept);
  if (part.effect === "list" || part.effect === "read")
    return (call) => readHandler({ ...call, store: kept.joined(call, listed(call)) });
  const named = createNaming(part, context, kept);
  const answerOf = createAnswer(part, context, kept);
  const { operation, role } = context;
  const hasStatus = (status: string): boolean => operation.responses.some((each) => each.status === status);
  const refusesUnknown = hasStatus("404") && !sides.other.reader.hasImplicitItems;
  const refusesKnown = part.effect === "add" && operation.method === "POST" && hasStatus("409");
  const refusesUnknownOwn = hasStatus("404") && !sides.own.reader.hasImplicitItems;
  return async (call) => {
    if (refusesUnknownOwn && !(await kept.find(call, "own", kept.ownKey(call))))
      return notFound(sides.own.reader.role, kept.ownKey(call));
    if (part.effect === "remove") return removeMemberships(call);
    return addMemberships(call);
  };

  async function addMemberships(call: Call): Promise<Answer | Refusal> {
    const all = named(call);
    const { store } = call;
    // Nothing is added if one of several is refused.
    for (const each of all) {
      if (refusesUnknown && !(await kept.find(call, "other", each.other)))
        return notFound(sides.other.reader.role, each.other);
      if (refusesKnown && (await store.read(each.address))) return refuseKnown(each);
    }
    if (part.effect === "replace") await removeAllBut(call, all);
    for (const each of all) await removeOthers(call, each);
    let isNew = false;
    for (const { address, beside, ...each } of all) {
      const next = await store.change(address, (before) => {
        if (before && refusesKnown) return refuseKnown(each);
        isNew ||= before === undefined;
        return { value: { ...before?.value, ...beside, ...kept.keyed(address.id) } };
      });
      if (next && "refused" in next) return next;
    }
    await kept.show(call, all.map(toMembershipKeys), true);
    return { ...(await answerOf(call, all)), isNew };
  }

  async function removeMemberships(call: Call): Promise<Answer | Refusal> {
    const all = named(call);
    const answer = await answerOf(call, all);
    const shown = new Set((await kept.list(call)).map(({ value }) => String(extractItemId(value, role))));
    const [unknown] = part.keys === undefined ? all.filter(({ other }) => !shown.has(other)) : [];
    if (unknown) return notFound(role, unknown.other);
    for (const { address } of all) await call.store.change(address, () => null);
    await kept.show(call, all.map(toMembershipKeys), false);
    return answer;
  }

  /** Removes the memberships that a request does not name. */
  async function removeAllBut(call: Call, all: readonly Named[]): Promise<void> {
    const wanted = new Set(all.map(({ other }) => other));
    const others = (await kept.list(call))
      .map(({ value }) => String(extractItemId(value, role) ?? ""))
      .filter((other) => !wanted.has(other))
      .map((other) =>
        part.isReversed ? { owner: other, member: kept.ownKey(call) } : { owner: kept.ownKey(call), member: other },
      );
    await removeKept(call, others);
  }

  /** Removes what an item had before, if it has one at most from now on. */
  async function removeOthers(call: Call, { owner, address: { id: member } }: Named): Promise<void> {
    const { isOne, reverse } = part.membership;
    if (isOne) {
      const others = (await kept.membersOf(call, owner)).filter((each) => each !== member);
      await removeKept(
        call,
        others.map((each) => ({ owner, member: each })),
      );
    }
    if (reverse?.isOne) {
      const others = (await kept.ownersOf(call, member)).filter((each) => each !== owner);
      await removeKept(
        call,
        others.map((each) => ({ owner: each, member })),
      );
    }
  }

  async function removeKept(call: Call, all: readonly MembershipKeys[]): Promise<void> {
    const { organization } = call.world;
    for (const { owner, member } of all)
      await call.store.change({ organization, collection: kept.placeOf(call, owner), id: member }, () => null);
    await kept.show(call, all, false);
  }
}

/** Reads the one item to which another one links: itself, or what identifies it. */
function createLinkReader(part: MembershipPart, { operation, role }: ResourceContext, kept: KeptMemberships): Handler {
  const isMissing = operation.responses.some(({ status }) => status === "404") && part.linkage === undefined;
  return async (call) => {
    const [item] = await kept.list(call);
    if (item) return { value: withWrapper(item.value, role) };
    if (isMissing) return notFound(role, kept.ownKey(call));
    return { value: bodyWithItem(null, role.wrapper) };
  };
}

function refuseKnown({ other }: Pick<Named, "other">): Refusal {
  return { refused: `"${other}" is there already`, status: 409, code: "already_exists" };
}

function toMembershipKeys({ owner, address }: Named): MembershipKeys {
  return { owner, member: address.id };
}

/** Compiles the memberships that a call names in its path or its request. */
function createNaming(
  { effect, keys, parameters, isReversed }: MembershipPart,
  { operation }: ResourceContext,
  kept: KeptMemberships,
): (call: Call) => readonly Named[] {
  const inPath = parameters.at(-1) ?? "";
  return (call) => {
    const all: Named[] = [];
    if (!keys && effect === "replace") return all;
    const entries = keys
      ? readSentEntries(call, keys)
      : [{ key: call.input.parameters[inPath] ?? "", beside: call.input.body }];
    for (const { key, beside } of entries) {
      const other = String(key);
      const [owner, member] = isReversed ? [other, kept.ownKey(call)] : [kept.ownKey(call), other];
      const address = { organization: call.world.organization, collection: kept.placeOf(call, owner), id: member };
      all.push({ address, owner, other, beside: operation.method === "DELETE" ? {} : toMembers(beside) });
    }
    return all;
  };
}

interface Entry {
  readonly key: Json;
  readonly beside?: Json | undefined;
}

/** The keys in a request, with what it says beside each. */
function readSentEntries({ input }: Call, { name, key, isAddress }: SentKeys): readonly Entry[] {
  const sent = readSentValue(input, name);
  if (isAddress) {
    const addresses = key !== undefined && isObject(sent) ? sent[key] : sent;
    return splitAddresses(addresses).map((each) => ({ key: keyInAddress(each) }));
  }
  const found = sent;
  const whole = toMembers(input.body);
  return [found ?? []].flat().flatMap((entry: Json): readonly Entry[] => {
    const value = key !== undefined && isObject(entry) ? entry[key] : entry;
    if (typeof value !== "string" && typeof value !== "number") return [];
    if (isObject(entry)) return [{ key: value, beside: omitMember(entry, key) }];
    return [{ key: value, beside: Array.isArray(found) ? undefined : omitMember(whole, name) }];
  });
}

function omitMember(value: JsonObject, name = ""): JsonObject {
  const { [name]: _, ...rest } = value;
  return rest;
}

/** Compiles the answer of an addition or a removal: the item that it shows, or what was sent. */
function createAnswer({ shows, role }: MembershipPart, context: ResourceContext, kept: KeptMemberships) {
  const { operation, representations } = context;
  const names = [...representations.propertyNames(operation)];
  return async (call: Call, all: readonly Named[]): Promise<Answer> => {
    if (shows === "members") {
      const items = await kept.list(call);
      return { page: { items, envelope: {} } };
    }
    if (shows === "rest") return { value: pickEchoed(call.input, names) };
    const key = shows === "own" ? kept.ownKey(call) : (all[0]?.other ?? "");
    const item = await kept.find(call, shows, key);
    return shownItem(item ?? { value: withItemId({}, role, key) }, all);
  };

  function shownItem({ value }: Stored, all: readonly Named[]): Answer {
    const beside = shows === "other" ? pickMembers(all[0]?.beside ?? {}, names) : {};
    return { value: withWrapper({ ...value, ...beside }, role) };
  }
}

/** Key in the address of an item: its last segment, or what is in parentheses at its end. */
function keyInAddress(address: string): string {
  const path = address.split(/[?#]/, 1)[0]?.replace(/\/$/, "") ?? "";
  const segment = path.slice(path.lastIndexOf("/") + 1);
  const [, inParentheses] = /\((?:\w+=)?'?([^()']*)'?\)$/.exec(segment) ?? [];
  const key = inParentheses ?? segment;
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** Keys that a body of addresses has, one a line. */
function splitAddresses(body: Json | undefined): readonly string[] {
  if (isObject(body)) return [];
  return [body ?? []]
    .flat()
    .flatMap((each) => String(each).split(/\s+/))
    .filter((each) => each !== "");
}
