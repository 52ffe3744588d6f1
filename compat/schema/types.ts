import type { Part } from "./part.ts";
import { type Json, type JsonSchema, type JsonType, getJsonType } from "../../contracts/index.ts";

/** All JSON types in the order of messages; "number" includes "integer". */
export const allTypes: readonly JsonType[] = ["object", "array", "string", "number", "boolean", "null"];

const named: readonly JsonType[] = ["object", "array", "string", "number", "integer", "boolean", "null"];

/** Checks that a list contains all types. */
export function isAny(types: readonly JsonType[]): boolean {
  return includedTypes(allTypes, types).length === allTypes.length;
}

/** Declared types of a part. Undefined without `type`. */
export function typesOfPart({ schema, orNull }: Part): readonly JsonType[] | undefined {
  const declared = schema["type"];
  if (declared === undefined) return undefined;
  return ordered([...([declared].flat() as JsonType[]), ...(orNull === undefined ? [] : (["null"] as const))]);
}

/** Checks that a schema accepts null only. */
export function isNull(schema: JsonSchema): boolean {
  if (typeof schema === "boolean" || schema["not"] !== undefined) return false;
  const { type = "null", const: constant = null, enum: values = [null] } = schema;
  const [types, list] = [[type].flat() as Json[], [values].flat() as Json[]];
  const isTaken = types.includes("null") && constant === null && list.includes(null);
  const isAlone = [
    schema["type"] !== undefined && types.length === 1,
    schema["const"] === null,
    schema["enum"] !== undefined && list.length === 1,
  ];
  return isTaken && isAlone.includes(true);
}

/** Types of values, with the names that `among` uses. */
export function typesOfValues(values: Iterable<Json>, among?: readonly JsonType[]): readonly JsonType[] {
  const present = new Set([...values].map(getJsonType));
  if (!among) return ordered([...present]);
  return among.filter((type) => present.has(type) || (type === "number" && present.has("integer")));
}

/** Types in both lists. */
export function intersection(some: readonly JsonType[], others: readonly JsonType[]): readonly JsonType[] {
  return ordered([...includedTypes(some, others), ...includedTypes(others, some)]);
}

/** Types in any of the lists. */
export function unionOfTypes(some: readonly JsonType[], others: readonly JsonType[]): readonly JsonType[] {
  return ordered([...some, ...others]);
}

/** Types of a list that another list includes. */
export function includedTypes(types: readonly JsonType[], others: readonly JsonType[]): JsonType[] {
  return types.filter((type) => others.includes(type) || (type === "integer" && others.includes("number")));
}

/** Checks that a side without `type` was narrowed to some types. Null does not count as a change of its own. */
export function isTypeAdded(
  { types: any }: { readonly types: readonly JsonType[] },
  { types: some }: { readonly types: readonly JsonType[] },
): boolean {
  return isAny(any) && some.length < allTypes.length - 1;
}

function ordered(types: readonly JsonType[]): readonly JsonType[] {
  return named.filter((type) => types.includes(type) && !(type === "integer" && types.includes("number")));
}
