import type { Json } from "../../model/json.ts";
import { isObject } from "../../model/shapes.ts";
import { regExpOf } from "../pattern.ts";

/** Checks for a finite number. */
export function isNumber(value: Json): boolean {
  return typeof value === "number" && Number.isFinite(value);
}

/** Checks for a number of items, members or characters. */
export function isCount(value: Json): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}

export function isText(value: Json): boolean {
  return typeof value === "string";
}

/** Checks for an array that is not empty. */
export function isList(value: Json): value is Json[] {
  return Array.isArray(value) && value.length > 0;
}

/** Checks for a list of property names. */
export function isNames(value: Json): boolean {
  return Array.isArray(value) && value.every(isText);
}

export function isSchema(value: Json): boolean {
  return isObject(value) || typeof value === "boolean";
}

export function isSchemaList(value: Json): boolean {
  return isList(value) && value.every(isSchema);
}

/** Checks for a regular expression that the engine supports. */
export function isPattern(value: Json): boolean {
  return typeof value === "string" && regExpOf(value) !== undefined;
}

/** Checks for a schema that accepts every value, as far as its text shows: `true` or `{}`. */
export function isAnything(value: Json): boolean {
  return value === true || isEmpty(value);
}

/** Checks for an object without members. */
export function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
