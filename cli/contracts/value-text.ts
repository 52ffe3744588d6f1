import { type Json, isRawNumber } from "../../contracts/index.ts";

/** True for a number, including one that a double cannot represent. */
export function isExactNumber(value: Json): boolean {
  return typeof value === "number" || isRawNumber(value);
}

/** Text of a value. Numbers are as the document writes them. */
export function textOfValue(value: Json): string {
  if (isRawNumber(value)) return JSON.stringify(value);
  return String(value);
}
