import { membersIn } from "./members.ts";
import type { Part, ResourceContext } from "./resource-context.ts";
import type { Stored } from "../state/stored.ts";
import {
  type Json,
  type JsonObject,
  type Operation,
  type Role,
  percentEncode,
  itemIdOf,
  withItemId,
} from "../../contracts/index.ts";
import type { Answer, Call } from "../calls/call.ts";
import type { Refusal } from "../model/problem.ts";
import type { Address } from "../state/store.ts";
import { singular } from "./nouns.ts";
import { factsOf } from "./sent-file.ts";
import { refuseUnfit } from "./unfit.ts";
import type { PlacedRole } from "./placed-role.ts";
import { createSets } from "./sets.ts";

/**
 * True if an operation creates items. A PUT does if it documents no 404, or 201 beside another success: then the 404 is
 * about the parent.
 */
export function canAdd({ operation: { method, responses }, role: { kind } }: Part): boolean {
  const isUpsert = kind === "replace" && method === "PUT";
  const has = (form: RegExp): boolean => responses.some(({ status }) => form.test(status));
  return kind === "create" || (isUpsert && (!has(/^404$/) || (has(/^201$/) && has(/^20[^1]$/))));
}

/** An item that has everything that its operations document. */
export interface CompleteItem {
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
type CompleteItemOf = (call: Call, address: Address, change: ItemChange) => CompleteItem | Refusal;

/** Compiles the completion of items of an operation. */
export function createCompletion(context: ResourceContext): CompleteItemOf {
  const { operation, role, representations, shower } = context;
  const setMembers = createSets(context);
  const isTransition = role.kind === "transition";
  const isShown = (name: string): boolean => representations.hasProperty(shower.operation, name);
  const form = representations.formOf(shower.operation);
  return ({ seed, now, input }, { organization, collection, id: text }, { body, id, current }) => {
    const sent = isTransition ? body : representations.writable(shower.operation, body, operation);
    const kept = operation.method === "PUT" && !isTransition ? createdOnly(current?.value) : current?.value;
    const merged = {
      ...inPath(operation, input.parameters, isShown),
      ...kept,
      ...(input.files && factsOf(input, isShown)),
      ...sent,
    };
    const known = id === undefined ? merged : withItemId(merged, role, representations.idAs(shower.operation, id));
    const time = new Date(now);
    const stamped = representations.stamp(
      shower.operation,
      setMembers(known, { sent, now: time, parameters: input.parameters }),
      time,
      current === undefined,
    );
    // Parts that an update adds have other generated ids than those before.
    const part = role.kind === "update" && current ? ` ${JSON.stringify(current.value)}` : "";
    const name = `${seed} ${organization} ${collection} ${text}${part}`;
    const making = { name, now: time, shownBy: operation };
    const completed = representations.complete(shower.operation, wrapped(stamped, shower.role), making);
    if (completed.value === stamped) return { stored: { value: stamped }, form };
    const members = unwrapped(completed.value, shower.role);
    const made = { ...stamped, ...members };
    // A member that the body does not show stays in the item only.
    const isWhole = completed.fits && Object.keys(made).length === Object.keys(members).length;
    const item = { stored: { value: made }, form: isWhole ? form : undefined };
    return refuseUnfit(context, sent, { known: stamped, made }) ?? item;
  };
}

/** The path parameters with known names, such as the book_id of a note. */
export function inPath(
  { parameters }: Operation,
  values: Readonly<Record<string, Json>>,
  isKnown: (name: string) => boolean,
): JsonObject {
  const known = parameters.filter(({ in: place, name }) => place === "path" && isKnown(name));
  return Object.fromEntries(known.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

/** The members that a replacement keeps: the time of creation. */
function createdOnly(value: JsonObject | undefined): JsonObject {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => /^_?created(_?at|_?on)?$/i.test(name)));
}

/** Compiles the concrete path of the collection of a call. */
export function collectionOf({ collection, home = "" }: PlacedRole): (call: Call) => string {
  const parts = (home + collection).split(/\{([^{}]+)\}/);
  if (parts.length === 1) return () => parts[0] as string;
  return ({ input }) =>
    parts.map((part, index) => (index % 2 === 0 ? part : percentEncode(String(input.parameters[part] ?? "")))).join("");
}

/** Compiles the address of the item that a call names, in its path or in its body. */
export function addressOf(role: PlacedRole): (call: Call) => Address {
  const collection = collectionOf(role);
  const { idParameter = "" } = role;
  return (call) => {
    const { parameters, body } = call.input;
    const id = parameters[idParameter] ?? membersIn(body)[idParameter] ?? itemIdOf(unwrapped(body, role), role) ?? "";
    return { organization: call.world.organization, collection: collection(call), id: String(id) };
  };
}

/** Answers with an item, or with the part of it that the operation is about. `made` is the item before it was stored. */
export function shown(stored: Stored, role: Role, made?: CompleteItem): Answer {
  if (role.part !== undefined) return { value: stored.value[role.part] ?? null, stored };
  const value = wrapped(stored.value, role);
  if (made?.form === undefined || made.stored.value !== stored.value) return { value, stored };
  return { value, stored, fitting: { value, form: made.form } };
}

/** An item inside the wrapper of the body, if there is one. */
export function wrapped(item: JsonObject, { wrapper }: Role): JsonObject {
  return wrapper === undefined ? item : { [wrapper]: item };
}

/** The item in a body, without its wrapper. */
export function unwrapped(body: Json | undefined, { wrapper }: Role): JsonObject {
  const members = membersIn(body);
  return wrapper !== undefined && Object.hasOwn(members, wrapper) ? membersIn(members[wrapper]) : members;
}

export function notFound({ collection }: Role, id: string): Refusal {
  return { refused: `There is no ${singular(collection)} "${id}"`, status: 404 };
}
