import { type Json, type JsonObject, keywords } from "../../../contracts/index.ts";

/** Flags that are false by default. */
const flags = new Set(["deprecated", "readOnly", "writeOnly"]);

/** Checks that a schema means the same without a keyword. */
export function hasNoEffect(keyword: string, value: Json, schema: JsonObject): boolean {
  return flags.has(keyword) ? value === false : keywords.get(keyword)?.hasNoEffect?.(value, schema) === true;
}
