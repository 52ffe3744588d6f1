import type { ResourceContext } from "../resource-context.ts";
import {
  type Json,
  type JsonObject,
  type Operation,
  foldedName,
  findOppositeVerb,
  listJsonTypes,
  singular,
  statesAfter,
} from "../../../contracts/index.ts";
import { toMembers } from "../members/members.ts";
import { type ItemView, type StateView, createItemView } from "./item-view.ts";
import { type ActionName, readActionName } from "./action-name.ts";

/** Members of an item that an action changes by its name. */
export type Effect = (request: {
  readonly body: JsonObject;
  readonly current: JsonObject;
  readonly now: Date;
}) => JsonObject;

export type EffectContext = Pick<ResourceContext, "contract" | "operation" | "role" | "representations" | "shower">;

/** Ends of names for a state. */
const stateNames = /(status|state|phase|stage|lifecycle)$/i;

/** A flag that an action sets. */
export interface FlagEffect {
  readonly name: string;
  readonly value: Json;
  readonly opposite: Json;
}

/**
 * Compiles the effect of an action by its name: the state that it leads to ("closed" for "/close"), flags and times of
 * that state ("enabled", "archived_at"). DELETE undoes the action. Undefined if the names say nothing
 * about the item, or `x-state` says it.
 */
export function createEffect(context: EffectContext): Effect | undefined {
  const { operation, role } = context;
  if (role.sets !== undefined || role.part !== undefined) return undefined;
  const item = createItemView(context);
  const names = namesOfAction(operation);
  const shown = shownByAction(context);
  const ofState = names.map((name) => stateEffect(item, name, shown)).find((found) => found !== undefined);
  const released = releasedMembers(context, names);
  const assigned = assigneeEffect(item, names);
  if (!ofState && !released && !assigned) return undefined;
  return (request) => ({ ...released, ...ofState?.(request), ...assigned?.(request) });
}

/** Verbs that give an item to a person, and the members that name that person. */
const assigning = /^(re)?assign$|^(claim|delegate)$/;
/** Members of a request that name a person, unlike a comment or a priority. */
const personNames =
  /(id|to|user|username|login|email|person|people|member|owner|agent|assignee|employee|operator|worker|staff|technician)$/;
const assigneeNames = /^(assignee|assigned(to|user)?)(id)?$/;

/** Names the person of a request in the item that it is given to: `assignee` for "/claim" with a `userId`. */
function assigneeEffect(item: ItemView, names: readonly ActionName[]): Effect | undefined {
  const member = findAssignee(item.names);
  if (member === undefined || !names.some(({ verb, object }) => assigning.test(verb) && object === ""))
    return undefined;
  return ({ body }) => {
    const [only, ...others] = Object.entries(body).filter(
      ([, value]) => typeof value === "string" || typeof value === "number",
    );
    const [name = "", person = null] = only ?? [];
    const isGiven = others.length === 0 && personNames.test(foldedName(name)) && item.allows(member, person);
    return isGiven ? { [member]: person } : {};
  };
}

function findAssignee(names: readonly string[]): string | undefined {
  return names.find((name) => assigneeNames.test(foldedName(name)));
}

/** The members in the documented example of an action's response. */
function shownByAction({ operation, representations }: EffectContext): JsonObject {
  if (representations.isShownByExample(operation)) return toMembers(representations.example(operation, ""));
  return {};
}

/** The flags that an action sets by its name. */
export function flagsOfAction(context: EffectContext): readonly FlagEffect[] {
  const item = createItemView(context);
  return namesOfAction(context.operation).flatMap((name) => flagsAfter(item, name));
}

/** Members that become null, because the opposite action sets them: "server" for "/unassign" beside "/assign". */
function releasedMembers(
  { contract, operation, representations, shower }: EffectContext,
  names: readonly ActionName[],
): JsonObject | undefined {
  const start = operation.path.replace(/[^/:]+$/, "");
  const undone = new Set(names.map(({ verb }) => findOppositeVerb(verb)));
  const opposite = contract.operations.find(
    ({ path, method }) =>
      path.startsWith(start) && method === operation.method && undone.has(foldedName(path.slice(start.length))),
  );
  if (!opposite) return undefined;
  const isReleased = (name: string): boolean =>
    listJsonTypes(contract, representations.propertyOf(shower.operation, name)).includes("null");
  const given = assigning.test(foldedName(opposite.path.slice(start.length)))
    ? [findAssignee([...representations.propertyNames(shower.operation)]) ?? []].flat()
    : [];
  const released = [...representations.writableProperties(opposite), ...given].filter(
    (name) => representations.hasProperty(shower.operation, name) && isReleased(name),
  );
  if (released.length === 0) return undefined;
  return Object.fromEntries(released.map((name) => [name, null]));
}

/** Readings of the last word of the path, then of the first word of the operation's id and summary. */
function namesOfAction({ path, id, summary, method }: Operation): readonly ActionName[] {
  const word = /[/:]([^/{}:]+)\/?$/.exec(path)?.[1] ?? "";
  const ofPath = [...new Set([word, singular(word)])]
    .flatMap(readActionName)
    .map((name) => ({ ...name, isOfPath: true }));
  if (method === "DELETE" && word !== "") return ofPath.map((name) => ({ ...name, verb: findOppositeVerb(name.verb) }));
  const firstWords = [id, summary].map((text) => readActionName(text).at(-1)?.verb ?? "");
  // "Archives a list." is the same as "Archive a list".
  const verbs = new Set([...firstWords, ...firstWords.map((verb) => verb.replace(/s$/, ""))]);
  return [...ofPath, ...[...verbs].map((verb) => ({ verb, object: "" }))];
}

function stateEffect(item: ItemView, name: ActionName, shown: JsonObject = {}): Effect | undefined {
  const { members, times } = readState(item, name, shown);
  if (Object.keys(members).length === 0 && times.length === 0) return undefined;
  return ({ now }) => ({ ...members, ...Object.fromEntries(times.map((time) => [time, now.toISOString()])) });
}

/** The state that an action leads to: members with their values, and members for its time. */
export function readState(
  item: StateView,
  name: ActionName,
  shown: JsonObject = {},
): { readonly members: JsonObject; readonly times: readonly string[] } {
  const state = stateAfter(item, name, shown);
  const flags = flagsAfter(item, name).map((flag) => [flag.name, flag.value] as const);
  return { members: Object.fromEntries([...(state ? [state] : []), ...flags]), times: listActionTimes(item, name) };
}

/** The property and the value of the state that an action leads to. */
function stateAfter(
  item: StateView,
  { verb, object }: ActionName,
  shown: JsonObject,
): readonly [string, Json] | undefined {
  if (object !== "" && !/^(set|make|mark)$/.test(verb)) return undefined;
  const wanted = object === "" ? statesAfter(verb) : [object];
  for (const name of item.names.filter((each) => stateNames.test(each))) {
    const values = [...item.enumOf(name), shown[name]].filter((value) => typeof value === "string");
    const found = wanted.map((state) => values.find((value) => foldedName(value) === state)).find(Boolean);
    if (found !== undefined) return [name, found];
  }
  return undefined;
}

function flagsAfter(item: StateView, { verb, object, isOfPath }: ActionName): readonly FlagEffect[] {
  const own = (each: string): readonly string[] =>
    isOfPath ? [...statesAfter(each), each, `${each.replace(/e$/, "")}ing`] : statesAfter(each);
  const [on, off] = [verb, findOppositeVerb(verb)].map((each) => flagNames(own(each), object));
  return item.names.flatMap((name): FlagEffect[] => {
    const folded = foldedName(name);
    const isOn = on?.has(folded) === true;
    if (!isOn && off?.has(folded) !== true) return [];
    const pair = flagValues(item, name);
    if (pair) return [{ name, value: pair[isOn ? 1 : 0], opposite: pair[isOn ? 0 : 1] }];
    return [];
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
  if (types.every((type) => type === "integer") && [0, 1].every((value) => values.includes(value))) return [0, 1];
  return undefined;
}

/** Times of the state that an action leads to: "archived_at". */
function listActionTimes(item: StateView, { verb, object }: ActionName): readonly string[] {
  const wanted = new Set(
    object === "" ? statesAfter(verb).flatMap((state) => [`${state}at`, `${state}on`, `${state}date`]) : [],
  );
  return item.names.filter((name) => wanted.has(foldedName(name)) && item.typesOf(name).join() === "string");
}
