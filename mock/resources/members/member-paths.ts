import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  foldedName,
  isObject,
  listMemberSchemas,
  listPropertyNames,
  listJsonTypes,
} from "../../../contracts/index.ts";

/** Path in an item: the names of a property, of a member of it, and so on. */
export type MemberPath = readonly string[];

/** Types of single values. */
const singleValueTypes = ["string", "number", "integer", "boolean"];

/** The list that is named by the plural: "tags" for "tag". */
export function findPluralList(contract: Contract, item: JsonSchema, name: string): MemberPath | undefined {
  const names = listPropertyNames(contract, item);
  const isScalarList = (each: string): boolean => {
    const schema = toMemberSchema(contract, item, each);
    return (
      listJsonTypes(contract, schema).includes("array") &&
      isSingleValue(contract, toMemberSchema(contract, schema, "items"))
    );
  };
  const plural = [`${name}s`, `${name}es`, name.replace(/y$/, "ies")].find(
    (each) => names.has(each) && isScalarList(each),
  );
  if (plural === undefined) return undefined;
  return [plural];
}

/** Depth to which members of members are looked for. */
const MAX_DEPTH = 3;

/**
 * The member with a name in one of the item's properties, or in its list, or else deeper. Names may be written otherwise:
 * "is_disabled" is isDisabled. Undefined if several have it.
 */
export function findMemberPath(contract: Contract, item: JsonSchema, name: string): MemberPath | undefined {
  const wanted = foldedName(name);
  let places: readonly { readonly path: MemberPath; readonly schema: JsonSchema }[] = [{ path: [], schema: item }];
  for (let depth = 1; depth <= MAX_DEPTH; depth++) {
    places = places.flatMap(({ path, schema }) => {
      const entry = toEntrySchema(contract, schema);
      return [...listPropertyNames(contract, entry)].map((each) => ({
        path: [...path, each],
        schema: toMemberSchema(contract, entry, each),
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
export function locateSchema(contract: Contract, item: JsonSchema, place: MemberPath): JsonSchema {
  return place.reduce(
    (schema: JsonSchema, name) => toMemberSchema(contract, toEntrySchema(contract, schema), name),
    item,
  );
}

/** The place of the name of an object beside that of its key: "tags", "name" for "tags", "id". */
export function findNamePlace(contract: Contract, item: JsonSchema, place: MemberPath): MemberPath | undefined {
  const owner = place.slice(0, -1);
  const schema = toEntrySchema(contract, locateSchema(contract, item, owner));
  if (owner.length > 0 && listPropertyNames(contract, schema).has("name")) return [...owner, "name"];
  return undefined;
}

/** The values at a place: all entries of lists on the way and at its end. */
export function locateValues(item: JsonObject, place: MemberPath): readonly Json[] {
  let found: readonly Json[] = [item];
  for (const name of place)
    found = found.flatMap((each) => (isObject(each) && Object.hasOwn(each, name) ? (each[name] as Json) : []));
  return found;
}

/** The schema of the entries of a list. Other schemas stay unchanged. */
function toEntrySchema(contract: Contract, schema: JsonSchema): JsonSchema {
  const items = listJsonTypes(contract, schema).includes("array") ? listMemberSchemas(contract, schema, "items") : [];
  if (items.length > 0) return { allOf: items };
  return schema;
}

function toMemberSchema(contract: Contract, schema: JsonSchema, name: string): JsonSchema {
  return { allOf: listMemberSchemas(contract, schema, name) };
}

function isSingleValue(contract: Contract, schema: JsonSchema): boolean {
  const types = listJsonTypes(contract, schema);
  return types.some((type) => singleValueTypes.includes(type)) && !types.includes("object") && !types.includes("array");
}
