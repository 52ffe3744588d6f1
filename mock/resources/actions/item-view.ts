import {
  type Json,
  type JsonSchema,
  listMemberSchemas,
  listSchemaParts,
  listPropertyNames,
  getJsonType,
  listJsonTypes,
} from "../../../contracts/index.ts";
import type { ResourceContext } from "../resource-context.ts";

/** The members of an item that its state consists of. */
export interface StateView {
  readonly names: readonly string[];
  /** Types of a member, without null. */
  typesOf(name: string): readonly string[];
  enumOf(name: string): readonly Json[];
}

/** The members of an item, as the operation shows them that reads it. */
export interface ItemView extends StateView {
  /** Members of a member, or of its entries. */
  namesIn(name: string): ReadonlySet<string>;
  /** True for a value that has the type of a member and is in its enum. */
  allows(name: string, value: Json): boolean;
}

type ViewContext = Pick<ResourceContext, "contract" | "representations" | "shower">;

export function createItemView({ contract, representations, shower }: ViewContext): ItemView {
  const findProperty = (name: string): JsonSchema => representations.propertyOf(shower.operation, name);
  return {
    names: [...representations.propertyNames(shower.operation)],
    typesOf: listTypes,
    enumOf: listEnum,
    namesIn: listMemberNames,
    allows,
  };

  function listTypes(name: string): readonly string[] {
    return listJsonTypes(contract, findProperty(name)).filter((type) => type !== "null");
  }

  function listEnum(name: string): readonly Json[] {
    const parts = listSchemaParts(contract, findProperty(name));
    return parts.flatMap((part) => (Array.isArray(part["enum"]) ? part["enum"] : [])) as Json[];
  }

  function listMemberNames(name: string): ReadonlySet<string> {
    const schema = findProperty(name);
    const entry = listTypes(name).includes("array") ? { allOf: listMemberSchemas(contract, schema, "items") } : schema;
    return listPropertyNames(contract, entry);
  }

  function allows(name: string, value: Json): boolean {
    const [types, values] = [listTypes(name), listEnum(name)];
    const isOfType = types.includes(getJsonType(value)) || (Number.isInteger(value) && types.includes("integer"));
    return (types.length === 0 || isOfType) && (values.length === 0 || values.includes(value));
  }
}
