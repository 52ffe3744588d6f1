import type { JsonObject } from "../../model/json.ts";
import { type RequestField, directionNames, orderNames } from "../list-fields.ts";

/** Ascending or descending. */
export type SortSign = 1 | -1;

/** The fields of a list that select its order. */
export interface SortFields {
  /** Fields for the properties to sort by. */
  readonly keys: readonly RequestField[];
  /** Fields for the direction of all of them. */
  readonly directions: readonly RequestField[];
  /** Fields for the direction of one property: "orderby.name", "sort[name]". */
  readonly ofOneProperty: readonly { readonly field: RequestField; readonly property: string }[];
}

const ofOneForm = /^(?:order|order_?by|sort|sort_?by)[.[_]([^.[\]]+)\]?$/i;
const directionForm = /^\s*(asc|desc)(ending)?\s*$/i;
const endingForm = /[\s:,_]{1,3}(asc|desc)(?:ending)?$/i;

/** Finds the fields that select the order of a list. A field with the name of a property filters by it. */
export function findSortFields(fields: readonly RequestField[], properties: ReadonlySet<string>): SortFields {
  const others = fields.filter(({ name }) => !properties.has(name));
  return {
    keys: others.filter(({ name }) => orderNames.test(name)),
    directions: others.filter(({ name }) => directionNames.test(name)),
    ofOneProperty: others.flatMap((field) => {
      const property = ofOneForm.exec(field.name)?.[1];
      if (property !== undefined && properties.has(property)) return [{ field, property }];
      return [];
    }),
  };
}

/** The property that a text sorts by, and the direction if the text has one: "-name", "name desc", "name:asc", "name_desc". */
export function readSortKey(
  text: string,
  properties: Pick<ReadonlySet<string>, "has">,
): { readonly property: string; readonly sign: SortSign | undefined } | undefined {
  const whole = text.trim();
  if (properties.has(whole)) return { property: whole, sign: undefined };
  const ending = endingForm.exec(whole);
  const named = whole.slice(0, ending?.index);
  const marked = signs[named.charAt(0)];
  const property = marked === undefined ? named : named.slice(1).trim();
  if (!properties.has(property)) return undefined;
  return { property, sign: readDirection(ending?.[1]) ?? marked };
}

const fieldNames = /^(field|column|property|attribute|key|name|by|sort_?by|(field|column|property)_?name)$/i;
const orderWords = /^(order|dir|direction|sort_?(order|direction|dir))$/i;

/** The texts of an order that is sent as an object: `{column: "age", order: "descending"}`, `{age: "desc"}`. */
export function readSortObject(sent: JsonObject): readonly string[] {
  const entries = Object.entries(sent);
  const field = entries.find(([name, value]) => fieldNames.test(name) && readDirection(value) === undefined)?.[1];
  const direction = entries.find(([name]) => orderWords.test(name))?.[1];
  if (field === undefined) return entries.map(([name, value]) => withDirection(name, value));
  return [withDirection(String(field), direction)];
}

function withDirection(name: string, direction: unknown): string {
  const sign = readDirection(direction) ?? (direction === -1 ? -1 : undefined);
  if (sign === undefined) return name;
  return `${name} ${sign === 1 ? "asc" : "desc"}`;
}

const signs: Readonly<Record<string, SortSign>> = { "+": 1, "-": -1 };

/** The direction that a word stands for. */
export function readDirection(word: unknown): SortSign | undefined {
  const [, direction] = directionForm.exec(String(word)) ?? [];
  if (direction === undefined) return undefined;
  if (direction.toLowerCase() === "desc") return -1;
  return 1;
}
