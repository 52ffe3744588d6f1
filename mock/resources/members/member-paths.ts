import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  foldedName,
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
  if (plural === undefined) return undefined;
  return [plural];
}

/** Depth to which members of members are looked for. */
const MAX_DEPTH = 3;

/**
 * The member with a name in one of the item's properties, or in its list, or else deeper. Names may be written otherwise:
 * "is_disabled" is isDisabled. Undefined if several have it.
 */
export function memberPathOf(contract: Contract, item: JsonSchema, name: string): MemberPath | undefined {
  const wanted = foldedName(name);
  let places: readonly { readonly path: MemberPath; readonly schema: JsonSchema }[] = [{ path: [], schema: item }];
  for (let depth = 1; depth <= MAX_DEPTH; depth++) {
    places = places.flatMap(({ path, schema }) => {
      const entry = entrySchemaOf(contract, schema);
      return [...propertyNamesOf(contract, entry)].map((each) => ({
        path: [...path, each],
        schema: memberOf(contract, entry, each),
      }));
    });
    const isFound = ({ path, schema }: (typeof places)[number]): boolean =>
      foldedName(path.at(-1) ?? "") === wanted && isSingleValue(contract, schema);
    const [found, ...others] = depth === 1 ? [] : places.filter(isFound);
    if (found) return others.length > 0 ? undefined : found.path;
  }
  return undefined;
}

/** The schema of the value at a place. */
export function schemaAt(contract: Contract, item: JsonSchema, place: MemberPath): JsonSchema {
  return place.reduce((schema: JsonSchema, name) => memberOf(contract, entrySchemaOf(contract, schema), name), item);
}

/** The place of the name of an object beside that of its key: "tags", "name" for "tags", "id". */
export function findNamePlace(contract: Contract, item: JsonSchema, place: MemberPath): MemberPath | undefined {
  const owner = place.slice(0, -1);
  const schema = entrySchemaOf(contract, schemaAt(contract, item, owner));
  if (owner.length > 0 && propertyNamesOf(contract, schema).has("name")) return [...owner, "name"];
  return undefined;
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
  if (items.length > 0) return { allOf: items };
  return schema;
}

function memberOf(contract: Contract, schema: JsonSchema, name: string): JsonSchema {
  return { allOf: membersOf(contract, schema, name) };
}

function isSingleValue(contract: Contract, schema: JsonSchema): boolean {
  const types = typesOf(contract, schema);
  return types.some((type) => singleValueTypes.includes(type)) && !types.includes("object") && !types.includes("array");
}
