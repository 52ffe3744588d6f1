import type { GraphQLOutputType } from "graphql";
import { type Json, folded } from "../../contracts/index.ts";
import { graphql } from "./library.ts";

const { isEnumType, isListType, isNonNullType, isScalarType } = graphql;

/** A value of state as a scalar, an enum or a list of them shows it; undefined where it does not fit. */
export function fitted(type: GraphQLOutputType, value: Json | undefined): Json | undefined {
  if (value === undefined) return undefined;
  if (isNonNullType(type)) return value === null ? undefined : fitted(type.ofType, value);
  if (value === null) return null;
  if (isListType(type)) {
    const items = Array.isArray(value) ? value.map((item: Json) => fitted(type.ofType, item)) : [undefined];
    return items.some((item) => item === undefined) ? undefined : (items as Json[]);
  }
  if (isEnumType(type)) return type.getValues().find(({ name }) => folded(name) === folded(String(value)))?.name;
  if (!isScalarType(type)) return undefined;
  try {
    return type.coerceOutputValue(value) as Json;
  } catch {
    return undefined;
  }
}
