import type { ResourceContext } from "./resource-context.ts";
import type { Stored } from "../state/stored.ts";
import { isDeepStrictEqual } from "node:util";
import {
  type Json,
  type JsonObject,
  type Operation,
  findMentionedMembers,
  findUniqueMembers,
  findResponse,
  resolveStateProperty,
  readDocumentedStates,
  valueAtPath,
  uniquenessSentences,
  singular,
} from "../../contracts/index.ts";
import { canonicalJson } from "../../contracts/generate/index.ts";
import type { Call } from "../calls/call.ts";
import type { Refusal } from "../model/problem.ts";
import type { Address } from "../state/store.ts";
import { type ItemKeys, findItems } from "./find-items.ts";
import { compileCollection, notFound } from "./resource.ts";

/** Refuses an operation on an item whose state does not allow it. */
export type StateGuard = (stored: Stored, id: string) => Refusal | undefined;

/** Compiles the states of an item in which `x-state` allows an operation. Undefined if it allows all. */
export function createStateGuard(context: ResourceContext): StateGuard | undefined {
  const { operation, role } = context;
  return compileStateGuard(operation, role.collection, role.when) ?? compileDescribedGuard(context);
}

/** Kinds of roles that a description may refuse by the state of the item, each with the edit that it is. */
const edits = { transition: undefined, update: "update", replace: "update", delete: "delete" } as const;

/** Compiles the guard from a description that names the states in which a change, an action or a deletion is refused. */
function compileDescribedGuard({ contract, operation, role, reader }: ResourceContext): StateGuard | undefined {
  if (!(role.kind in edits)) return undefined;
  const edit = edits[role.kind as keyof typeof edits];
  const property = resolveStateProperty(contract, reader?.operation, reader?.role);
  const documentedStates = property && readDocumentedStates(contract, operation, { ...property, edit });
  const named = Number(/\b4\d\d\b/.exec(documentedStates?.words ?? "")?.[0]);
  const status = findResponse(operation, named) ? named : findConflictStatus(operation);
  const isDocumented = edit !== "update" || findResponse(operation, status) !== undefined;
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
  const { operation, role, reader, contract } = context;
  const checkParent = createParentStateCheck(context);
  const { unique } = role;
  const keys = (unique ? unique.map((name) => [name]) : describedKeys(context)).map(createMemberKey);
  if (!checkParent && keys.length === 0) return undefined;
  // An item of which `x-state` says what is unique conflicts in all of its states.
  const state = unique ? undefined : resolveStateProperty(contract, reader?.operation, reader?.role);
  const isActive = ({ value }: Stored): boolean => !ended.test(state?.of(value) ?? "");
  const itemsOf = compileCollection(role);
  return async (call, item, own) => {
    const refusal = await checkParent?.(call);
    if (refusal) return refusal;
    const before = own && (await call.store.read(own))?.value;
    const isUnchanged = (name: string): boolean =>
      before !== undefined && isDeepStrictEqual(readKeyMember(before, name), readKeyMember(item, name));
    const sent = keys.filter(
      ({ names }) => names.every((name) => hasValue(readKeyMember(item, name))) && !names.every(isUnchanged),
    );
    if (sent.length === 0) return undefined;
    const collection = itemsOf(call);
    await call.store.lock?.(call.world.organization, collection);
    for (const { names, keyOf, keysOf } of sent) {
      const equal = await findItems(call, collection, { keysOf, key: keyOf(item) });
      if (equal.some(isActive)) return refuseEqual(context, item, names);
    }
    return undefined;
  };

  function refuseEqual({ role: { collection } }: ResourceContext, item: JsonObject, names: readonly string[]): Refusal {
    const named = names.map((name) => `${name} ${JSON.stringify(readKeyMember(item, name))}`).join(" and ");
    return {
      refused: `There already is a ${singular(collection)} with the ${named}`,
      status: findConflictStatus(operation),
      code: "already_exists",
    };
  }
}

/** States of an item that causes no conflicts any more, such as a returned loan. */
const ended = /return|clos|done|cancel|complet|finish|end|expir|archiv|delet|reject|fail|inactive/i;

/** The members that descriptions say to be unique together. */
function describedKeys({ contract, operation, role }: ResourceContext): readonly (readonly string[])[] {
  const isChange = role.kind === "update" || role.kind === "replace";
  if (role.kind !== "create" && (!isChange || role.each !== undefined)) return [];
  // "It exists already" of a change can be about anything, unless it names a member.
  const membersOfSentence = isChange ? findMentionedMembers : findUniqueMembers;
  const groups = uniquenessSentences(contract, operation);
  return groups.map((sentence) => membersOfSentence(contract, operation, sentence)).filter(({ length }) => length > 0);
}

/** Members that are unique together, and the key that their values make. */
interface MemberKey {
  readonly names: readonly string[];
  readonly keyOf: (item: JsonObject) => string;
  readonly keysOf: ItemKeys;
}

function createMemberKey(names: readonly string[]): MemberKey {
  const toUniqueKey = (item: JsonObject): string =>
    canonicalJson(names.map((name) => readKeyMember(item, name) ?? null));
  return { names, keyOf: toUniqueKey, keysOf: ({ value }) => [toUniqueKey(value)] };
}

function hasValue(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** Compiles the states of the parent in which `x-state` allows a new item. */
function createParentStateCheck({
  operation,
  role,
}: ResourceContext): ((call: Call) => Promise<Refusal | undefined>) | undefined {
  const [, collection, parameter = ""] = /^(.*)\/\{([^{}]+)\}\/[^{}]*$/.exec(role.collection) ?? [];
  if (role.kind !== "create" || collection === undefined) return undefined;
  const guard = compileStateGuard(operation, collection, role.when);
  if (!guard) return undefined;
  const parentRole = { ...role, collection };
  const parentCollectionOf = compileCollection(parentRole);
  return async (call) => {
    const id = String(call.input.parameters[parameter] ?? "");
    const address = { organization: call.world.organization, collection: parentCollectionOf(call), id };
    const parent = await call.store.read(address);
    const refusal = parent && guard(parent, id);
    if (refusal || !parent || !call.store.keep) return refusal;
    // Another process may have changed or deleted it since.
    await call.store.keep(address);
    const kept = await call.store.read(address);
    if (kept) return guard(kept, id);
    return notFound(parentRole, id);
  };
}

/** The member at a path such as "contact.email". */
function readKeyMember(item: JsonObject, name: string): Json | undefined {
  return valueAtPath(item, name.split("."));
}

function compileStateGuard(
  operation: Operation,
  collection: string,
  when: JsonObject | undefined,
): StateGuard | undefined {
  if (!when) return undefined;
  const rules = Object.entries(when).map(([name, value]) => ({ name, allowed: [value].flat() as readonly Json[] }));
  const status = findConflictStatus(operation);
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
export function findConflictStatus(operation: Operation): number {
  return [409, 422, 400].find((status) => findResponse(operation, status) !== undefined) ?? 400;
}
