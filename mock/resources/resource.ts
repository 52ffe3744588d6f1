import { compileVersions } from "./versions.ts";
import { joinMembers, toMembers, pickMembers } from "./members/members.ts";
import { withWrapper, withoutWrapper } from "./bodies/wrapper.ts";
import type { OperationRole, ResourceContext } from "./resource-context.ts";
import type { Stored } from "../state/stored.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  type Role,
  type RoleKind,
  decodeSegment,
  define,
  foldedName,
  isObject,
  findListedSchema,
  deriveLaw,
  listPropertyNames,
  percentEncode,
  chooseSuccess,
  findJsonMedia,
  listJsonTypes,
  extractItemId,
  withShownKey,
  withItemId,
  singular,
  omitUndefined,
} from "../../contracts/index.ts";
import type { Answer, Call } from "../calls/call.ts";
import type { Refusal } from "../model/problem.ts";
import type { Address, ItemPlace } from "../state/store.ts";
import { compileOtherPath } from "./paths/other-path.ts";
import { readFileProperties } from "./members/sent-file.ts";
import { refuseForbiddenMembers } from "./members/forbidden-members.ts";
import type { StoredRole } from "./stored-role.ts";
import { createdNames } from "./members/item-times.ts";
import { createReferences } from "./members/references.ts";
import { createServerMembers } from "./members/server-members.ts";
import { createParentMembers } from "./members/parent-members.ts";
import { createSetMembers, findDefaults } from "./members/set-members.ts";

/** True if an operation creates items: by its role, or as an upsert. */
export function canCreateItems(contract: Contract, { operation, role }: OperationRole): boolean {
  return deriveLaw(contract, operation, role).makesMissing;
}

/** True if an operation creates items, and does so at the path of their collection. */
function fillsCollection(contract: Contract, part: OperationRole): boolean {
  return canCreateItems(contract, part) && compileOtherPath(part.operation, part.role) === undefined;
}

/** True if clients can name the items that the operations of a collection create. Else every id may be one of them. */
export function hasNamedItems(contract: Contract, siblings: readonly OperationRole[]): boolean {
  const filling = siblings.filter((sibling) => fillsCollection(contract, sibling));
  const creates = filling.filter(({ role }) => role.kind === "create");
  if (creates.length > 0) return creates.some((create) => tellsKey(contract, create));
  return filling.length > 0;
}

/** True if a client knows the key of an item that an operation creates: it sends it, or the response shows it. */
function tellsKey(contract: Contract, { operation, role }: OperationRole): boolean {
  const { idProperty, sentKey, idParameter } = role;
  if (idParameter === undefined || idProperty !== undefined || sentKey !== undefined) return true;
  const { status, response } = chooseSuccess(operation, 201);
  if (status === 201 || response?.headers.some(({ name }) => name.toLowerCase() === "location")) return true;
  const shown = response && findJsonMedia(response.content)?.schema?.value;
  return shown !== undefined && !listJsonTypes(contract, shown).includes("object");
}

/** An item that has everything that its operations document. */
export interface CompletedItem {
  readonly stored: Stored;
  /** Form of a body that can show the item as it is, inside its wrapper. Undefined if there is none. */
  readonly form: string | undefined;
}

/** Change of an item by a call. */
interface ItemChange {
  readonly body: JsonObject;
  readonly id?: Json;
  readonly current: Stored | undefined;
}

/** Completes an item with all that its operations document. Refuses one that cannot be shown. Pure. */
type CompleteItem = (call: Call, address: Address, change: ItemChange) => CompletedItem | Refusal;

/** Names of keys that servers make. */
const madeKeys = /(id|key|code|number|uri|url|href)$/i;

/** Compiles the completion of items of an operation. */
export function createItemCompletion(context: ResourceContext): CompleteItem {
  const { operation, role, representations, presenter, shower } = context;
  const setMembers = createSetMembers(context);
  const serverMembers = createServerMembers(context);
  const isTransition = role.kind === "transition";
  const isShownProperty = (name: string): boolean => representations.hasProperty(shower.operation, name);
  const parentMembers = createParentMembers(context);
  const references = createReferences(context);
  const versions = compileVersions(context);
  const listedNames = findListedNames(context);
  const form = representations.formOf(presenter.operation);
  const defaults = findDefaults(context);
  const otherPath = role.kind === "create" ? compileOtherPath(operation, role) : undefined;
  const keptMembers = createKeptMembers(context);
  const isReplacement = deriveLaw(context.contract, operation, role).rest === "removed";
  // An operation may show the key under another name than the one that reads the item.
  const keyRoles = presenter.role.idProperty === role.idProperty ? [role] : [role, presenter.role];
  const keyedItem = (item: JsonObject, id: Json): JsonObject =>
    keyRoles.reduce((keyed, each) => withItemId(keyed, each, id), item);
  // No path has the key, and it is a member of the client, such as a name: one that is not sent is not the mock's id.
  const { idParameter, idProperty = "" } = role;
  const isOfClient =
    role.kind === "create" &&
    idParameter === undefined &&
    !madeKeys.test(idProperty) &&
    representations.writableProperties(operation).has(idProperty);
  return (call, { organization, collection, id: text }, { body, id, current }) => {
    const { seed, now, input } = call;
    const createdAt = current?.createdAt ?? otherPath?.(call);
    const toStoredItem = (value: JsonObject): Stored => omitUndefined({ value, createdAt });
    const shown = representations.withShownNames(shower.operation, body);
    const named = references.withObjects(
      listedNames.length === 0 ? shown : joinMembers(pickMembers(body, listedNames), shown),
    );
    const sent = isTransition ? named : representations.withoutReadOnly(shower.operation, named, operation);
    const kept = isReplacement ? keptMembers(current?.value ?? {}) : current?.value;
    const merged = joinMembers(
      current === undefined ? defaults : undefined,
      parentMembers(input.parameters),
      references.toItemAbove(call),
      current === undefined && id !== undefined ? serverMembers(String(id), seed) : undefined,
      knownPathParameters(operation, input.parameters, isShownProperty),
      kept,
      input.files && readFileProperties(input, isShownProperty),
      sent,
    );
    const isUnkeyed = id === undefined || (isOfClient && current === undefined && merged[idProperty] === undefined);
    const withId = isUnkeyed ? merged : keyedItem(merged, representations.idAs(presenter.operation, id));
    const date = new Date(now);
    const set = setMembers(withId, { sent, now: date, parameters: input.parameters });
    const withTimes = representations.withTimes(
      shower.operation,
      (current ? versions?.advanced(set, current.value) : versions?.first(set)) ?? set,
      { now: date, isNew: current === undefined, by: operation },
    );
    const settings = {
      name: () => {
        // Parts that an update adds have other generated ids than those before.
        const suffix = role.kind === "update" && current ? ` ${JSON.stringify(current.value)}` : "";
        return `${seed} ${organization} ${collection} ${text}${suffix}`;
      },
      now: date,
      shownBy: operation,
    };
    const completed = representations.complete(presenter.operation, withWrapper(withTimes, presenter.role), settings);
    if (completed.value === withTimes) return { stored: toStoredItem(withTimes), form };
    const members = withoutWrapper(completed.value, presenter.role);
    // A member that the body does not show stays in the item.
    const changed = beginsWith(members, withTimes) ? members : { ...withTimes, ...members };
    const isShownWhole =
      completed.fits &&
      Object.keys(changed).length === Object.keys(members).length &&
      isOnlyItem(completed.value, presenter.role);
    const item = { stored: toStoredItem(changed), form: isShownWhole ? form : undefined };
    return refuseForbiddenMembers(context, sent, { body: shown, known: withTimes, made: members }) ?? item;
  };
}

/** Names of members that only the list of a collection has, not the operation that shows an item. */
function findListedNames({ contract, lister, representations, presenter }: ResourceContext): readonly string[] {
  if (!lister) return [];
  const listed = findListedSchema(contract, representations.shapeOf(lister.operation), lister.role);
  return [...listPropertyNames(contract, listed)].filter(
    (name) => !representations.hasProperty(presenter.operation, name),
  );
}

/** True if the first members of an object are those of another one, in the same order. Their values may differ. */
function beginsWith(members: JsonObject, first: JsonObject): boolean {
  const names = Object.keys(members);
  let index = 0;
  for (const name in first) if (name !== names[index++]) return false;
  return true;
}

/** True for a body that has nothing beside the item in its wrapper. */
function isOnlyItem(body: Json, { wrapper }: Role): boolean {
  let holder: Json | undefined = body;
  for (const step of wrapper?.split(".") ?? []) {
    if (!isObject(holder) || Object.keys(holder).length > 1) return false;
    holder = holder[step];
  }
  return isObject(holder);
}

/** The path parameters with known names, such as the book_id of a note. */
export function knownPathParameters(
  { parameters }: Operation,
  values: Readonly<Record<string, Json>>,
  isKnown: (name: string) => boolean,
): JsonObject {
  const known: Record<string, Json> = {};
  for (const { in: place, name } of parameters) {
    const value = place === "path" && isKnown(name) ? values[name] : undefined;
    if (value !== undefined) define(known, name, value);
  }
  return known;
}

/** Compiles the members that a replacement keeps: the time of creation, and those that its request cannot have. */
function createKeptMembers({ operation, representations, shower }: ResourceContext): (value: JsonObject) => JsonObject {
  const sendable = new Set([...representations.writableProperties(operation)].map(foldedName));
  const isFree = sendable.size === 0;
  const isKeptProperty = (name: string): boolean =>
    createdNames.test(name) ||
    (!isFree && !sendable.has(foldedName(name)) && representations.hasProperty(shower.operation, name));
  return (value) => Object.fromEntries(Object.entries(value).filter(([name]) => isKeptProperty(name)));
}

/** Compiles the concrete path of the collection of a call. */
export function compileCollection(role: StoredRole): (call: Call) => string {
  const collection = compileCollectionPath(role);
  return ({ input }) => collection(input.parameters);
}

/** Compiles the concrete path of a collection, from the parameters of a path. */
function compileCollectionPath({
  collection,
  pathPrefix = "",
}: StoredRole): (parameters: Call["input"]["parameters"]) => string {
  const parts = (pathPrefix + collection).split(/\{([^{}]+)\}/);
  if (parts.length === 1) return () => parts[0] as string;
  return (parameters) =>
    parts.map((part, index) => (index % 2 === 0 ? part : percentEncode(String(parameters[part] ?? "")))).join("");
}

/**
 * Compiles the place of the item that a path names, from its parameters as sent. Undefined if the operation is not about
 * one such item. Where the address of a call is another one, the item is read again.
 */
export function compileNamedItem({
  operation,
  role,
}: OperationRole): ((parameters: Readonly<Record<string, string>>) => ItemPlace) | undefined {
  const { idParameter } = role;
  const isNamed = operation.parameters.some(({ in: place, name }) => place === "path" && name === idParameter);
  if (idParameter === undefined || !isNamed || !rolesOfItems.has(role.kind)) return undefined;
  const collection = compileCollectionPath(role);
  return (sent) => {
    const parameters = Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name, decodeSegment(value) ?? value]),
    );
    return { collection: collection(parameters), id: parameters[idParameter] ?? "" };
  };
}

const rolesOfItems: ReadonlySet<RoleKind> = new Set(["read", "update", "replace", "transition", "delete"]);

/** Compiles the address of the item that a call names, in its path or in its body. */
export function compileAddress(role: StoredRole): (call: Call) => Address {
  const collection = compileCollection(role);
  const { idParameter = "" } = role;
  return (call) => {
    const { parameters, body } = call.input;
    const id =
      parameters[idParameter] ?? toMembers(body)[idParameter] ?? extractItemId(withoutWrapper(body, role), role) ?? "";
    return { organization: call.world.organization, collection: collection(call), id: String(id) };
  };
}

/** Answers with an item, or with the part of it that the operation is about. `made` is the item before it was stored. */
export function itemAnswer(stored: Stored, role: Role, changed?: CompletedItem): Answer {
  if (role.part !== undefined) return { value: stored.value[role.part] ?? null, stored };
  const value = withWrapper(withShownKey(stored.value, role), role);
  if (changed?.form === undefined || changed.stored.value !== stored.value) return { value, stored };
  return { value, stored, fitting: { value, form: changed.form } };
}

export function notFound({ collection }: Role, id: string): Refusal {
  return { refused: `There is no ${singular(collection)} "${id}"`, status: 404 };
}
