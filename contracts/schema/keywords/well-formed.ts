import type { Json } from "../../model/json.ts";
import { isObject } from "../../model/shapes.ts";
import { toRegExp } from "../pattern.ts";

/** Checks for a finite number. */
export function isFiniteNumber(value: Json): boolean {
  return typeof value === "number" && Number.isFinite(value);
}

/** Checks for a number of items, members or characters. */
export function isCount(value: Json): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}

export function isString(value: Json): boolean {
  return typeof value === "string";
}

/** Checks for an array that is not empty. */
export function isFilledList(value: Json): value is Json[] {
  return Array.isArray(value) && value.length > 0;
}

/** Checks for a list of property names. */
export function isNames(value: Json): boolean {
  return Array.isArray(value) && value.every(isString);
}

export function isSchema(value: Json): boolean {
  return isObject(value) || typeof value === "boolean";
}

export function isSchemaList(value: Json): boolean {
  return isFilledList(value) && value.every(isSchema);
}

/** Checks for a regular expression that the engine supports. */
export function isPattern(value: Json): boolean {
  return typeof value === "string" && toRegExp(value) !== undefined;
}

/** Checks for a schema that accepts every value, as far as its text shows: `true` or `{}`. */
export function isAnything(value: Json): boolean {
  return value === true || hasNoMembers(value);
}

/** Checks for an object without members. */
export function hasNoMembers(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
