import { type Json, type JsonObject, keywords } from "../../../contracts/index.ts";

/** Flags that are false by default. */
const flags = new Set(["deprecated", "readOnly", "writeOnly"]);

/** Checks that a schema means the same without a keyword. */
export function hasNoEffect(keyword: string, value: Json, schema: JsonObject): boolean {
  if (flags.has(keyword)) return value === false;
  return keywords.get(keyword)?.hasNoEffect?.(value, schema) === true;
}
