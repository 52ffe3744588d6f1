import {
  type Json,
  type JsonObject,
  type JsonSchema,
  foldedName,
  isObject,
  membersOf,
  partsOf,
  propertyNamesOf,
  singular,
} from "../../../contracts/index.ts";
import { inTypeOf } from "../members/members.ts";
import type { ResourceContext } from "../resource-context.ts";
import { stateNames } from "./effect.ts";
import { createItemView } from "./item-view.ts";

/** Words in front of a state in an answer: after the action, and before it. */
const afterWords = /^(current|new|present|updated|final|resulting|to)$/;
const beforeWords = /^(previous|prev|old|prior|former|from|original)$/;

/** A member of an answer that shows a state of the item. */
interface ShownState {
  readonly name: string;
  readonly of: string;
  readonly isBefore: boolean;
  /** Values of the member. Empty if it can have any. */
  readonly values: readonly Json[];
}

/** Shows an item in the answer of an action on it, in members with other names. */
export type StateInAnswer = (answer: JsonObject, item: JsonObject, before: JsonObject) => JsonObject;

/**
 * Compiles the members of an action's answer that show the state of its item under another name, and its id:
 * `current_status`, `previous_status`, `ticket_id`, at the top or in an object there. A member with another word in front
 * shows the state if it has the same values.
 */
export function createStateInAnswer(above: ResourceContext): StateInAnswer {
  const { contract, operation, representations, role } = above;
  const item = createItemView(above);
  const states = item.names.filter((name) => stateNames.test(name)).toSorted((one, other) => other.length - one.length);
  const noun = foldedName(singular(role.collection));
  const schema = representations.shapeOf(operation);
  const ofTop = createPart(schema, true);
  const inner = new Map(
    [...propertyNamesOf(contract, schema)].map((name) => [name, createPart(memberOf(schema, name), false)]),
  );
  return (answer, ...items) => {
    const shown = ofTop(answer, ...items);
    const parts = Object.entries(shown).map(([name, part]): [string, Json] => {
      const ofPart = inner.get(name);
      return [name, isObject(part) && ofPart && !item.names.includes(name) ? ofPart(part, ...items) : part];
    });
    return Object.fromEntries(parts);
  };

  function createPart(part: JsonSchema, isTop: boolean): StateInAnswer {
    const names = [...propertyNamesOf(contract, part)];
    const ids = names.filter((name) => isIdOfItem(foldedName(name)));
    const shownStates = names
      .filter((name) => !isTop || !item.names.includes(name))
      .map((name) => findState(name, enumOf(memberOf(part, name))))
      .filter((found) => found !== undefined)
      // An object with an id has a state of its own.
      .filter(({ name, of }) => name !== of || !names.includes("id"));
    return (value, after, before) => {
      const shown: Record<string, Json> = { ...value };
      for (const { name, of, isBefore, values } of shownStates) {
        const state = (isBefore ? before : after)[of];
        if (state === undefined || typeof state !== typeof value[name]) continue;
        if (values.length === 0 || values.includes(state)) shown[name] = state;
      }
      for (const name of ids) {
        const id = inTypeOf(value[name], after[role.idProperty ?? "id"] ?? null);
        if (id !== undefined) shown[name] = id;
      }
      return shown;
    };
  }

  /** The state that a member shows, by its name or by its values. */
  function findState(name: string, values: readonly Json[]): ShownState | undefined {
    const folded = foldedName(name);
    const isSame = (of: string): boolean => {
      const own = item.enumOf(of);
      return own.length > 1 && own.length === values.length && own.every((value) => values.includes(value));
    };
    const named = states.find((of) => folded.endsWith(foldedName(of)));
    const of = named ?? states.find(isSame);
    if (of === undefined) return undefined;
    const start = named === undefined ? folded : folded.slice(0, -foldedName(named).length);
    if (beforeWords.test(start)) return { name, of, values, isBefore: true };
    const isAfter = (named !== undefined && (start === noun || afterWords.test(start))) || isSame(of);
    const isPlain = start === "" && values.some((value) => item.enumOf(of).includes(value));
    return isAfter || isPlain ? { name, of, values, isBefore: false } : undefined;
  }

  function isIdOfItem(folded: string): boolean {
    return folded === `${noun}id` || (folded !== "id" && folded === foldedName(role.idParameter ?? ""));
  }

  function memberOf(of: JsonSchema, name: string): JsonSchema {
    return { allOf: membersOf(contract, of, name) };
  }

  function enumOf(of: JsonSchema): readonly Json[] {
    return partsOf(contract, of).flatMap((part) => part["enum"] ?? []) as Json[];
  }
}
