import { createHash } from "node:crypto";
import { toSortedJson, unordered } from "./json-text.ts";
import { type Json, type JsonObject, isObject, oncePer } from "../../../contracts/index.ts";

/** Values in a fixed order: numbers by size, all others by their text. */
export function sortValues(values: readonly Json[]): Json[] {
  // Each text is computed once, because values can be large.
  const keyed = values.map((value) => ({ value, text: typeof value === "string" ? value : toSortedJson(value) }));
  return keyed.toSorted(compareKeyed).map(({ value }) => value);
}

function compareKeyed(one: { value: Json; text: string }, other: { value: Json; text: string }): number {
  if (typeof one.value === "number" && typeof other.value === "number") return one.value - other.value;
  // Texts are compared without quotes only among themselves.
  const areStrings = typeof one.value === "string" && typeof other.value === "string";
  if (areStrings || (typeof one.value !== "string" && typeof other.value !== "string")) {
    if (one.text < other.text) return -1;
    return Number(one.text > other.text);
  }
  const [before, after] = [toSortedJson(one.value), toSortedJson(other.value)];
  if (before < after) return -1;
  return Number(before > after);
}

/** Keywords whose schemas have no order. */
const schemas = new Set(["allOf", "anyOf", "oneOf"]);

/** Value of a keyword with all lists without order in a fixed order. Each part is ordered once. */
export function inFixedOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(inFixedOrder);
  if (isObject(value)) return objectInFixedOrder(value);
  return value;
}

const objectInFixedOrder = oncePer((value: JsonObject): JsonObject => {
  const members = Object.entries(value).map(([name, one]): [string, Json] => {
    const inner = inFixedOrder(one);
    if (name === "dependentRequired" && isObject(inner)) return [name, byMember(inner)];
    const isFree = unordered.has(name) || schemas.has(name);
    return [name, Array.isArray(inner) && isFree ? sortValues(inner as Json[]) : inner];
  });
  return Object.fromEntries(members);
});

function byMember(lists: JsonObject): JsonObject {
  const ordered = Object.entries(lists).map(([name, list]): [string, Json] => [
    name,
    Array.isArray(list) ? sortValues(list as Json[]) : list,
  ]);
  return Object.fromEntries(ordered);
}

/** Maximum length of the text of a part. Longer ones are replaced by their hash. */
const LONGEST = 500;

const texts = new WeakMap<object, string>();

/**
 * Text that is equal for values that differ in the order of lists without order only. Computed once for each part,
 * because each level would contain all texts below it.
 */
export function toOrderlessText(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  let text = texts.get(value);
  if (text === undefined) {
    text = Array.isArray(value) ? `[${value.map(toOrderlessText).join()}]` : membersText(value as JsonObject);
    if (text.length > LONGEST) text = createHash("sha256").update(text).digest("base64");
    texts.set(value, text);
  }
  return text;
}

function membersText(value: JsonObject): string {
  const names = Object.keys(value).toSorted();
  const members = names.map((name) => `${JSON.stringify(name)}:${memberText(name, value[name] as Json)}`);
  return `{${members.join()}}`;
}

function memberText(name: string, value: Json): string {
  if (name === "dependentRequired" && isObject(value)) return toOrderlessText(byMember(value));
  const isFree = Array.isArray(value) && (unordered.has(name) || schemas.has(name));
  if (isFree) return `[${value.map(toOrderlessText).toSorted().join()}]`;
  return toOrderlessText(value);
}
