import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  isObject,
  membersOf,
  propertyNamesOf,
  typesOf,
} from "../../../contracts/index.ts";

/** Path in an item: the names of a property, of a member of it, and so on. */
export type MemberPath = readonly string[];

/** Types of single values. */
const singleValueTypes = ["string", "number", "integer", "boolean"];

/** The list that is named by the plural: "tags" for "tag". */
export function pluralListOf(contract: Contract, item: JsonSchema, name: string): MemberPath | undefined {
  const names = propertyNamesOf(contract, item);
  const isList = (each: string): boolean => {
    const schema = memberOf(contract, item, each);
    return typesOf(contract, schema).includes("array") && isSingleValue(contract, memberOf(contract, schema, "items"));
  };
  const plural = [`${name}s`, `${name}es`, name.replace(/y$/, "ies")].find((each) => names.has(each) && isList(each));
  return plural === undefined ? undefined : [plural];
}

/** The member with a name in one of the item's properties, or in its list. Undefined if several have it. */
export function memberPathOf(contract: Contract, item: JsonSchema, name: string): MemberPath | undefined {
  const [found, ...others] = [...propertyNamesOf(contract, item)].filter((property) => {
    const inner = entrySchemaOf(contract, memberOf(contract, item, property));
    return propertyNamesOf(contract, inner).has(name) && isSingleValue(contract, memberOf(contract, inner, name));
  });
  return found === undefined || others.length > 0 ? undefined : [found, name];
}

/** The schema of the value at a place. */
export function schemaAt(contract: Contract, item: JsonSchema, place: MemberPath): JsonSchema {
  return place.reduce((schema: JsonSchema, name) => memberOf(contract, entrySchemaOf(contract, schema), name), item);
}

/** The values at a place: all entries of lists on the way and at its end. */
export function valuesAt(item: JsonObject, place: MemberPath): readonly Json[] {
  let found: readonly Json[] = [item];
  for (const name of place)
    found = found.flatMap((each) => (isObject(each) && Object.hasOwn(each, name) ? (each[name] as Json) : []));
  return found;
}

/** The schema of the entries of a list. Other schemas stay unchanged. */
function entrySchemaOf(contract: Contract, schema: JsonSchema): JsonSchema {
  const items = typesOf(contract, schema).includes("array") ? membersOf(contract, schema, "items") : [];
  return items.length > 0 ? { allOf: items } : schema;
}

function memberOf(contract: Contract, schema: JsonSchema, name: string): JsonSchema {
  return { allOf: membersOf(contract, schema, name) };
}

function isSingleValue(contract: Contract, schema: JsonSchema): boolean {
  const types = typesOf(contract, schema);
  return types.some((type) => singleValueTypes.includes(type)) && !types.includes("object") && !types.includes("array");
}
