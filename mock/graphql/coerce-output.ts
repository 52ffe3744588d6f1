import type { GraphQLOutputType } from "graphql";
import { type Json, foldedName } from "../../contracts/index.ts";
import { graphql } from "./library.ts";

const { isEnumType, isListType, isNonNullType, isScalarType } = graphql;

/** Converts a stored value to the scalar, enum or list type of a field. Undefined if it does not match. */
export function coerceOutput(type: GraphQLOutputType, value: Json | undefined): Json | undefined {
  if (value === undefined) return undefined;
  if (isNonNullType(type)) {
    if (value === null) return undefined;
    return coerceOutput(type.ofType, value);
  }
  if (value === null) return null;
  if (isListType(type)) {
    const items = Array.isArray(value) ? value.map((item: Json) => coerceOutput(type.ofType, item)) : [undefined];
    if (items.some((item) => item === undefined)) return undefined;
    return items as Json[];
  }
  if (isEnumType(type))
    return type.getValues().find(({ name }) => foldedName(name) === foldedName(String(value)))?.name;
  if (!isScalarType(type)) return undefined;
  try {
    return type.coerceOutputValue(value) as Json;
  } catch {
    return undefined;
  }
}
