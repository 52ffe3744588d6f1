import {
  type Json,
  type JsonSchema,
  membersOf,
  partsOf,
  propertyNamesOf,
  typeOf,
  typesOf,
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
  const schemaOf = (name: string): JsonSchema => representations.propertyOf(shower.operation, name);
  return { names: [...representations.propertyNames(shower.operation)], typesOf: typesIn, enumOf, namesIn, allows };

  function typesIn(name: string): readonly string[] {
    return typesOf(contract, schemaOf(name)).filter((type) => type !== "null");
  }

  function enumOf(name: string): readonly Json[] {
    const parts = partsOf(contract, schemaOf(name));
    return parts.flatMap((part) => (Array.isArray(part["enum"]) ? part["enum"] : [])) as Json[];
  }

  function namesIn(name: string): ReadonlySet<string> {
    const schema = schemaOf(name);
    const entry = typesIn(name).includes("array") ? { allOf: membersOf(contract, schema, "items") } : schema;
    return propertyNamesOf(contract, entry);
  }

  function allows(name: string, value: Json): boolean {
    const [types, values] = [typesIn(name), enumOf(name)];
    const isOfType = types.includes(typeOf(value)) || (Number.isInteger(value) && types.includes("integer"));
    return (types.length === 0 || isOfType) && (values.length === 0 || values.includes(value));
  }
}
