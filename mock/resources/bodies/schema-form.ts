import { type Schema, isObject } from "../../../contracts/index.ts";

/** Identifies a schema: the target of a plain reference, otherwise its own pointer. */
export function identifySchema({ value, pointer }: Schema): string {
  const reference = isObject(value) ? value["$ref"] : undefined;
  if (typeof reference === "string" && Object.keys(value).length === 1) return reference;
  return pointer;
}
