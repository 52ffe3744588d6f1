import type { ResourceContext } from "../resource-context.ts";
import {
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  foldedName,
  isObject,
  partsOf,
  propertyNamesOf,
  typesOf,
  singular,
} from "../../../contracts/index.ts";
import { isDeepStrictEqual } from "node:util";
import { membersIn, pickMembers } from "../members/members.ts";
import { type ActionName, oppositeOf, readActionName, statesAfter } from "./verbs.ts";

/** Members of an item that an action changes by its name. */
export type Effect = (request: {
  readonly body: JsonObject;
  readonly current: JsonObject;
  readonly now: Date;
}) => JsonObject;

type EffectContext = Pick<ResourceContext, "contract" | "operation" | "role" | "representations" | "presenter">;

const stateNames = /(status|state|phase|stage|lifecycle)$/i;

/** A flag that an action sets. */
export interface FlagEffect {
  readonly name: string;
  readonly value: Json;
  readonly opposite: Json;
}

/**
 * Compiles the effect of an action by its name: the state that it leads to ("closed" for "/close"), flags and times of
 * that state ("enabled", "archived_at"), and the part of the item that it is about ("subnets" for "/add_subnet").
 * Undefined if the name says nothing about the item, or `x-state` says it.
 */
export function createEffect(context: EffectContext): Effect | undefined {
  const { operation, role } = context;
  if (role.sets !== undefined || role.part !== undefined) return undefined;
  const item = createItemView(context);
  const names = namesOfAction(operation);
  const ofState = names.map((name) => stateEffect(item, name)).find((found) => found !== undefined);
  const ofPart = names.map((name) => partEffect(item, name)).find((found) => found !== undefined);
  const released = releasedMembers(context, names);
  if (!ofState && !ofPart && !released) return undefined;
  return (request) => ({ ...released, ...ofState?.(request), ...ofPart?.(request) });
}

/** The flags that an action sets by its name. */
export function flagsOfAction(context: EffectContext): readonly FlagEffect[] {
  const item = createItemView(context);
  return namesOfAction(context.operation).flatMap((name) => flagsAfter(item, name));
}

/** Members that become null, because the opposite action sets them: "server" for "/unassign" beside "/assign". */
function releasedMembers(
  { contract, operation, representations, presenter }: EffectContext,
  names: readonly ActionName[],
): JsonObject | undefined {
  const start = operation.path.replace(/[^/:]+$/, "");
  const undone = new Set(names.map(({ verb }) => oppositeOf(verb)));
  const opposite = contract.operations.find(
    ({ path, method }) =>
      path.startsWith(start) && method === operation.method && undone.has(foldedName(path.slice(start.length))),
  );
  if (!opposite) return undefined;
  const isReleased = (name: string): boolean =>
    typesOf(contract, representations.propertyOf(presenter.operation, name)).includes("null");
  const released = [...representations.writableProperties(opposite)].filter(
    (name) => representations.hasProperty(presenter.operation, name) && isReleased(name),
  );
  return released.length === 0 ? undefined : Object.fromEntries(released.map((name) => [name, null]));
}

/** The members of an item that its state consists of. */
export interface StateView {
  readonly names: readonly string[];
  typesOf(name: string): readonly string[];
  enumOf(name: string): readonly Json[];
}

interface ItemView extends StateView {
  schemaOf(name: string): JsonSchema;
  namesIn(name: string): ReadonlySet<string>;
}

function createItemView({ contract, representations, presenter }: EffectContext): ItemView {
  const schemaOf = (name: string): JsonSchema => representations.propertyOf(presenter.operation, name);
  const names = [...representations.propertyNames(presenter.operation)];
  return {
    names,
    schemaOf,
    typesOf: (name) => typesOf(contract, schemaOf(name)).filter((type) => type !== "null"),
    enumOf: (name) =>
      partsOf(contract, schemaOf(name)).flatMap((part) => (Array.isArray(part["enum"]) ? part["enum"] : [])) as Json[],
    namesIn: (name) => propertyNamesOf(contract, schemaOf(name)),
  };
}

/** Readings of the last word of the path, then of the first word of the operation's id and summary. */
function namesOfAction({ path, id, summary }: Operation): readonly ActionName[] {
  const word = /[/:]([^/{}:]+)\/?$/.exec(path)?.[1] ?? "";
  const firstWords = [id, summary].map((text) => readActionName(text).at(-1)?.verb ?? "");
  return [...readActionName(word), ...firstWords.map((verb) => ({ verb, object: "" }))];
}

function stateEffect(item: ItemView, name: ActionName): Effect | undefined {
  const { members, times } = readState(item, name);
  if (Object.keys(members).length === 0 && times.length === 0) return undefined;
  return ({ now }) => ({ ...members, ...Object.fromEntries(times.map((time) => [time, now.toISOString()])) });
}

/** The state that an action leads to: members with their values, and members for its time. */
export function readState(
  item: StateView,
  name: ActionName,
): { readonly members: JsonObject; readonly times: readonly string[] } {
  const state = stateAfter(item, name);
  const flags = flagsAfter(item, name).map((flag) => [flag.name, flag.value] as const);
  return { members: Object.fromEntries([...(state ? [state] : []), ...flags]), times: timesOf(item, name) };
}

/** The property and the value of the state that an action leads to. */
function stateAfter(item: StateView, { verb, object }: ActionName): readonly [string, Json] | undefined {
  if (object !== "" && !/^(set|make|mark)$/.test(verb)) return undefined;
  const wanted = object === "" ? statesAfter(verb) : [object];
  for (const name of item.names.filter((each) => stateNames.test(each))) {
    const values = item.enumOf(name).filter((value) => typeof value === "string");
    const found = wanted.map((state) => values.find((value) => foldedName(value) === state)).find(Boolean);
    if (found !== undefined) return [name, found];
  }
  return undefined;
}

function flagsAfter(item: StateView, { verb, object }: ActionName): readonly FlagEffect[] {
  const on = flagNames(statesAfter(verb), object);
  const off = flagNames(statesAfter(oppositeOf(verb) ?? ""), object);
  return item.names.flatMap((name): FlagEffect[] => {
    const folded = foldedName(name);
    const isOn = on.has(folded);
    if (!isOn && !off.has(folded)) return [];
    const pair = flagValues(item, name);
    return pair ? [{ name, value: pair[isOn ? 1 : 0], opposite: pair[isOn ? 0 : 1] }] : [];
  });
}

function flagNames(states: readonly string[], object: string): ReadonlySet<string> {
  return new Set(states.flatMap((state) => [object + state, `is${object}${state}`]));
}

/** The values of a flag, off and on: a boolean, or 0 and 1. */
function flagValues(item: StateView, name: string): readonly [Json, Json] | undefined {
  const types = item.typesOf(name);
  if (types.join() === "boolean") return [false, true];
  const values = item.enumOf(name);
  return types.every((type) => type === "integer") && [0, 1].every((value) => values.includes(value))
    ? [0, 1]
    : undefined;
}

/** Times of the state that an action leads to: "archived_at". */
function timesOf(item: StateView, { verb, object }: ActionName): readonly string[] {
  const wanted = new Set(
    object === "" ? statesAfter(verb).flatMap((state) => [`${state}at`, `${state}on`, `${state}date`]) : [],
  );
  return item.names.filter((name) => wanted.has(foldedName(name)) && item.typesOf(name).join() === "string");
}

/** Change of the object or list of the item that an action names: "protection", or an entry of "subnets". */
function partEffect(item: ItemView, { verb, object }: ActionName): Effect | undefined {
  if (object === "") return undefined;
  const part = item.names.find((name) => foldedName(name) === object && item.typesOf(name).join() === "object");
  if (part !== undefined)
    return ({ body, current }) => {
      const sent = pickMembers(body, [...item.namesIn(part)]);
      return Object.keys(sent).length === 0 ? {} : { [part]: { ...membersIn(current[part]), ...sent } };
    };
  const isAdded = /^(add|attach|append)$/.test(verb);
  if (!isAdded && !/^(remove|delete|detach)$/.test(verb)) return undefined;
  const list = item.names.find(
    (name) => foldedName(singular(name)) === object && name !== singular(name) && item.typesOf(name).join() === "array",
  );
  if (list === undefined) return undefined;
  return ({ body, current }) => {
    const entries = Array.isArray(current[list]) ? (current[list] as readonly Json[]) : [];
    if (Object.keys(body).length === 0) return {};
    return { [list]: isAdded ? [...entries, body] : entries.filter((entry) => !hasMembers(entry, body)) };
  };
}

function hasMembers(entry: Json, members: JsonObject): boolean {
  return isObject(entry) && Object.entries(members).every(([name, value]) => isDeepStrictEqual(entry[name], value));
}
