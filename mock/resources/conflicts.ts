import type { ResourceContext } from "./resource-context.ts";
import type { Stored } from "../state/stored.ts";
import { isDeepStrictEqual } from "node:util";
import {
  type Json,
  type JsonObject,
  type Operation,
  namedMembersIn,
  uniqueMembersIn,
  responseFor,
  statePropertyIn,
  documentedStatesOf,
  valueAtPath,
  uniquenessSentences,
  singular,
} from "../../contracts/index.ts";
import { canonicalJson } from "../../contracts/generate/index.ts";
import type { Call } from "../calls/call.ts";
import type { Refusal } from "../model/problem.ts";
import type { Address } from "../state/store.ts";
import { type ItemKeys, findItems } from "./find-items.ts";
import { collectionOf, notFound } from "./resource.ts";

/** Refuses an operation on an item whose state does not allow it. */
export type StateGuard = (stored: Stored, id: string) => Refusal | undefined;

/** Compiles the states of an item in which `x-state` allows an operation. Undefined if it allows all. */
export function createStateGuard(context: ResourceContext): StateGuard | undefined {
  const { operation, role } = context;
  return stateGuardOf(operation, role.collection, role.when) ?? describedStateGuardOf(context);
}

/** Kinds of roles that a description may refuse by the state of the item, each with the edit that it is. */
const edits = { transition: undefined, update: "update", replace: "update", delete: "delete" } as const;

/** Compiles the guard from a description that names the states in which a change, an action or a deletion is refused. */
function describedStateGuardOf({ contract, operation, role, reader }: ResourceContext): StateGuard | undefined {
  if (!(role.kind in edits)) return undefined;
  const edit = edits[role.kind as keyof typeof edits];
  const property = statePropertyIn(contract, reader?.operation, reader?.role);
  const documentedStates = property && documentedStatesOf(contract, operation, { ...property, edit });
  const named = Number(/\b4\d\d\b/.exec(documentedStates?.words ?? "")?.[0]);
  const status = responseFor(operation, named) ? named : conflictStatusOf(operation);
  const isDocumented = edit !== "update" || responseFor(operation, status) !== undefined;
  if (!documentedStates || !isDocumented) return undefined;
  return ({ value }, id) => {
    const state = property.of(value);
    if (state === undefined || !documentedStates.isRefusedIn(state)) return undefined;
    return {
      refused: `The ${singular(role.collection)} "${id}" has ${textOfStates(property.name, [state])}: ${documentedStates.words.trim()}`,
      status,
    };
  };
}

/** Refuses a new item that conflicts with others. */
export type NewItemCheck = (call: Call, item: JsonObject, own?: Address) => Promise<Refusal | undefined>;

/** Compiles the conflicts of a new item: with the state of its parent, or with an equal item. */
export function createNewItemCheck(context: ResourceContext): NewItemCheck | undefined {
  return declaredNewItemCheck(context) ?? describedNewItemCheck(context);
}

/** States of an item that causes no conflicts any more, such as a returned loan. */
const ended = /return|clos|done|cancel|complet|finish|end|expir|archiv|delet|reject|fail|inactive/i;

/** Refuses an item that has the same members as another active one, if a description says that they are unique. */
function describedNewItemCheck({ contract, operation, role, reader }: ResourceContext): NewItemCheck | undefined {
  const isChange = role.kind === "update" || role.kind === "replace";
  if (role.kind !== "create" && (!isChange || role.each !== undefined)) return undefined;
  const groups = uniquenessSentences(contract, operation);
  if (groups.length === 0) return undefined;
  // "It exists already" of a change can be about anything, unless it names a member.
  const membersOfSentence = isChange ? namedMembersIn : uniqueMembersIn;
  const members = groups.map((sentence) => createMemberKey(membersOfSentence(contract, operation, sentence)));
  const property = statePropertyIn(contract, reader?.operation, reader?.role);
  const itemsOf = collectionOf(role);
  const isActive = ({ value }: Stored): boolean => !ended.test(property?.of(value) ?? "");
  return async (call, item, own) => {
    const before = own && (await call.store.read(own))?.value;
    const isUnchanged = (name: string): boolean => before !== undefined && isDeepStrictEqual(before[name], item[name]);
    const sent = members.filter(
      ({ names }) => names.length > 0 && names.every((name) => hasValue(item[name])) && !names.every(isUnchanged),
    );
    if (sent.length === 0) return undefined;
    await call.store.lock?.(call.world.organization, itemsOf(call));
    const names = await findEqual(sent, call, { collection: itemsOf(call), item, isActive });
    if (!names) return undefined;
    const named = names.map((name) => `${name} ${JSON.stringify(item[name])}`).join(" and ");
    return {
      refused: `There already is a ${singular(role.collection)} with the ${named}`,
      status: conflictStatusOf(operation),
      code: "already_exists",
    };
  };
}

/** Members that are unique together, and the key that their values make. */
interface MemberKey {
  readonly names: readonly string[];
  readonly keyOf: (item: JsonObject) => string;
  readonly keysOf: ItemKeys;
}

function createMemberKey(names: readonly string[]): MemberKey {
  const keyOf = (item: JsonObject): string => canonicalJson(names.map((name) => memberOf(item, name) ?? null));
  return { names, keyOf, keysOf: ({ value }) => [keyOf(value)] };
}

interface ComparedItem {
  readonly collection: string;
  readonly item: JsonObject;
  isActive?(other: Stored): boolean;
}

/** The members of which another item has the same values. */
async function findEqual(
  keys: readonly MemberKey[],
  call: Call,
  { collection, item, isActive = () => true }: ComparedItem,
): Promise<readonly string[] | undefined> {
  for (const { names, keyOf, keysOf } of keys) {
    const equal = await findItems(call, collection, { keysOf, key: keyOf(item) });
    if (equal.some(isActive)) return names;
  }
  return undefined;
}

function hasValue(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** Compiles the conflicts that `x-state` declares. */
function declaredNewItemCheck({ operation, role }: ResourceContext): NewItemCheck | undefined {
  const { collection, unique = [], kind, when } = role;
  const [, parentCollection, parameter = ""] = /^(.*)\/\{([^{}]+)\}\/[^{}]*$/.exec(collection) ?? [];
  const guard =
    kind === "create" && parentCollection !== undefined ? stateGuardOf(operation, parentCollection, when) : undefined;
  if (!guard && unique.length === 0) return undefined;
  const keys = unique.map((name) => createMemberKey([name]));
  const parentRole = { ...role, collection: parentCollection ?? "" };
  const parentCollectionOf = collectionOf(parentRole);
  const itemsOf = collectionOf(role);
  return async (call, item, own) => {
    const { organization } = call.world;
    if (guard) {
      const id = String(call.input.parameters[parameter] ?? "");
      const address = { organization, collection: parentCollectionOf(call), id };
      const parent = await call.store.read(address);
      const refusal = parent && guard(parent, id);
      if (refusal) return refusal;
      if (parent && call.store.keep) {
        // Another process may have changed or deleted it since.
        await call.store.keep(address);
        const kept = await call.store.read(address);
        const changed = kept ? guard(kept, id) : notFound(parentRole, id);
        if (changed) return changed;
      }
    }
    const before = own && (await call.store.read(own))?.value;
    const isUnchanged = (name: string): boolean =>
      before !== undefined && memberOf(before, name) === memberOf(item, name);
    const sent = keys.filter(
      ({ names: [name = ""] }) => !["object", "undefined"].includes(typeof memberOf(item, name)) && !isUnchanged(name),
    );
    if (sent.length === 0) return undefined;
    await call.store.lock?.(organization, itemsOf(call));
    const [name] = (await findEqual(sent, call, { collection: itemsOf(call), item })) ?? [];
    if (name === undefined) return undefined;
    return {
      refused: `There already is a ${singular(collection)} with the ${name} ${JSON.stringify(memberOf(item, name))}`,
      status: conflictStatusOf(operation),
      code: "already_exists",
    };
  };
}

/** The member at a path such as "contact.email". */
function memberOf(item: JsonObject, name: string): Json | undefined {
  return valueAtPath(item, name.split("."));
}

function stateGuardOf(operation: Operation, collection: string, when: JsonObject | undefined): StateGuard | undefined {
  if (!when) return undefined;
  const rules = Object.entries(when).map(([name, value]) => ({ name, allowed: [value].flat() as readonly Json[] }));
  const status = conflictStatusOf(operation);
  return ({ value }, id) => {
    const broken = rules.find(({ name, allowed }) => !allowed.includes(value[name] ?? null));
    if (!broken) return undefined;
    const { name, allowed } = broken;
    const found = textOfStates(name, [value[name] ?? null]);
    return {
      refused: `The ${singular(collection)} "${id}" has ${found}, and needs ${textOfStates(name, allowed)}`,
      status,
    };
  };
}

/** Describes states: "status "draft" or "placed"", "no sent_at". */
function textOfStates(name: string, values: readonly Json[]): string {
  const texts = values.filter((value) => value !== null).map((value) => JSON.stringify(value));
  const parts = [
    ...(texts.length > 0 ? [`${name} ${texts.join(" or ")}`] : []),
    ...(values.includes(null) ? [`no ${name}`] : []),
  ];
  return parts.join(" or ");
}

/**
 * The status that a contract documents for a conflict. Default: 400, which clients can expect of any operation, while 409
 * and 422 need a meaning that the contract gives.
 */
export function conflictStatusOf(operation: Operation): number {
  return [409, 422, 400].find((status) => responseFor(operation, status) !== undefined) ?? 400;
}
