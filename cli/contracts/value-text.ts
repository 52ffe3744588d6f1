import { type Json, isRawNumber } from "../../contracts/index.ts";

/** Whether a value is a number, one that JavaScript has no double for included. */
export function isNumber(value: Json): boolean {
  return typeof value === "number" || isRawNumber(value);
}

/** A value as text; a number as the document writes it. */
export function textOfValue(value: Json): string {
  return isRawNumber(value) ? JSON.stringify(value) : String(value);
}
