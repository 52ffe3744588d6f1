import { membersIn } from "./members.ts";
import type { Part, ResourceContext } from "./resource-context.ts";
import type { Stored } from "../state/stored.ts";
import {
  type Json,
  type JsonObject,
  type Operation,
  type Role,
  encode,
  idShown,
  withIdShown,
} from "../../contracts/index.ts";
import type { Answer, Call } from "../calls/call.ts";
import type { Refusal } from "../model/problem.ts";
import type { Address } from "../state/store.ts";
import { singular } from "./nouns.ts";
import { factsOf } from "./sent-file.ts";
import { refuseUnfit } from "./unfit.ts";
import type { PlacedRole } from "./placed-role.ts";
import { withSets } from "./sets.ts";

/**
 * Whether an operation puts new items into its collection: a PUT does where no 404 is documented, and where 201 is beside
 * another success: there the 404 is about what the item belongs to.
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

/** Completes an item with all that its operations document. Refuses one that cannot be shown. Pure. */
export function completeItem(
  context: ResourceContext,
  { seed, now, input }: Call,
  { organization, collection, id: text }: Address,
  { body, id, current }: { body: JsonObject; id?: Json; current: Stored | undefined },
): CompleteItem | Refusal {
  const { operation, role, representations, shower } = context;
  const isTransition = role.kind === "transition";
  const sent = isTransition ? body : representations.writable(shower.operation, body, operation);
  const kept = operation.method === "PUT" && !isTransition ? createdOnly(current?.value) : current?.value;
  const isShown = (name: string): boolean => representations.hasProperty(shower.operation, name);
  const merged = {
    ...inPath(operation, input.parameters, isShown),
    ...kept,
    ...(input.files && factsOf(input, isShown)),
    ...sent,
  };
  const known = id === undefined ? merged : withIdShown(merged, role, representations.idAs(shower.operation, id));
  const time = new Date(now);
  const stamped = representations.stamp(
    shower.operation,
    withSets(context, known, { sent, now: time, parameters: input.parameters }),
    time,
    current === undefined,
  );
  // What is new in an item that was changed in part has ids of its own, unlike those that were made before.
  const part = role.kind === "update" && current ? ` ${JSON.stringify(current.value)}` : "";
  const name = `${seed} ${organization} ${collection} ${text}${part}`;
  const making = { name, now: time, shownBy: operation };
  const completed = representations.complete(shower.operation, wrapped(stamped, shower.role), making);
  const form = representations.formOf(shower.operation);
  if (completed.value === stamped) return { stored: { value: stamped }, form };
  const members = unwrapped(completed.value, shower.role);
  const made = { ...stamped, ...members };
  // A member that the body does not show stays in the item only.
  const isWhole = completed.fits && Object.keys(made).length === Object.keys(members).length;
  const item = { stored: { value: made }, form: isWhole ? form : undefined };
  return refuseUnfit(context, sent, { known: stamped, made }) ?? item;
}

/** The parameters of a path that go by names that are known: a book_id, say, to which a note belongs. */
export function inPath(
  { parameters }: Operation,
  values: Readonly<Record<string, Json>>,
  isKnown: (name: string) => boolean,
): JsonObject {
  const known = parameters.filter(({ in: place, name }) => place === "path" && isKnown(name));
  return Object.fromEntries(known.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

/** What a replacement keeps: when the resource was made. */
function createdOnly(value: JsonObject | undefined): JsonObject {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => /^_?created(_?at|_?on)?$/i.test(name)));
}

/** The concrete path of the collection that a call is about. */
export function collectionOf({ collection, home = "" }: PlacedRole): (call: Call) => string {
  const parts = (home + collection).split(/\{([^{}]+)\}/);
  if (parts.length === 1) return () => parts[0] as string;
  return ({ input }) =>
    parts.map((part, index) => (index % 2 === 0 ? part : encode(String(input.parameters[part] ?? "")))).join("");
}

/** Where the item is that a call names, in its path or else in its body. */
export function addressOf(role: PlacedRole): (call: Call) => Address {
  const collection = collectionOf(role);
  const { idParameter = "" } = role;
  return (call) => {
    const { parameters, body } = call.input;
    const id = parameters[idParameter] ?? membersIn(body)[idParameter] ?? idShown(unwrapped(body, role), role) ?? "";
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

/** An item as a body shows it: inside its wrapper, where there is one. */
export function wrapped(item: JsonObject, { wrapper }: Role): JsonObject {
  return wrapper === undefined ? item : { [wrapper]: item };
}

/** The item in a body. */
export function unwrapped(body: Json | undefined, { wrapper }: Role): JsonObject {
  const members = membersIn(body);
  return wrapper !== undefined && Object.hasOwn(members, wrapper) ? membersIn(members[wrapper]) : members;
}

export function notFound({ collection }: Role, id: string): Refusal {
  return { refused: `There is no ${singular(collection)} "${id}"`, status: 404 };
}
