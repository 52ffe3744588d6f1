import type { Part } from "./part.ts";
import { type Json, type JsonSchema, type JsonType, typeOf } from "../../contracts/index.ts";

/** Every JSON type, in the order in which types are named; "number" includes "integer". */
export const allTypes: readonly JsonType[] = ["object", "array", "string", "number", "boolean", "null"];

const named: readonly JsonType[] = ["object", "array", "string", "number", "integer", "boolean", "null"];

/** Whether some types are all that there are. */
export function isAny(types: readonly JsonType[]): boolean {
  return within(allTypes, types).length === allTypes.length;
}

/** The types that a part declares; undefined where it declares none. */
export function typesOfPart({ schema, orNull }: Part): readonly JsonType[] | undefined {
  const declared = schema["type"];
  if (declared === undefined) return undefined;
  return ordered([...([declared].flat() as JsonType[]), ...(orNull === undefined ? [] : (["null"] as const))]);
}

/** Whether null fits a schema, and nothing else. */
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

/** The types of values: as `among` names them, where it does. */
export function typesOfValues(values: Iterable<Json>, among?: readonly JsonType[]): readonly JsonType[] {
  const present = new Set([...values].map(typeOf));
  if (!among) return ordered([...present]);
  return among.filter((type) => present.has(type) || (type === "number" && present.has("integer")));
}

/** The types that both allow. */
export function intersection(some: readonly JsonType[], others: readonly JsonType[]): readonly JsonType[] {
  return ordered([...within(some, others), ...within(others, some)]);
}

/** The types that either allows. */
export function union(some: readonly JsonType[], others: readonly JsonType[]): readonly JsonType[] {
  return ordered([...some, ...others]);
}

/** The types among `types` that `others` allows. */
export function within(types: readonly JsonType[], others: readonly JsonType[]): JsonType[] {
  return types.filter((type) => others.includes(type) || (type === "integer" && others.includes("number")));
}

/** Whether a side that takes any type is narrowed to some: null goes with all that go, and is no news of its own. */
export function gotType(
  { types: any }: { readonly types: readonly JsonType[] },
  { types: some }: { readonly types: readonly JsonType[] },
): boolean {
  return isAny(any) && some.length < allTypes.length - 1;
}

function ordered(types: readonly JsonType[]): readonly JsonType[] {
  return named.filter((type) => types.includes(type) && !(type === "integer" && types.includes("number")));
}
