import { foldedName } from "../../contracts/index.ts";
import { graphql } from "./library.ts";
import type { CompositeType } from "./query-objects.ts";

const { isInterfaceType, isObjectType } = graphql;

/** Fields of a type. Empty for a union. */
export function readTypeFields(type: unknown) {
  if (isObjectType(type) || isInterfaceType(type)) return type.getFields();
  return {};
}

/** Name of a field, whatever its separators and its case. */
export function fieldNamed(type: CompositeType, folded: string): string | undefined {
  return Object.keys(readTypeFields(type)).find((name) => foldedName(name) === folded);
}
