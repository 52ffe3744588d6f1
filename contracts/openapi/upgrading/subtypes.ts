import type { Json, JsonObject } from "../../model/json.ts";
import { type MutableOrigins, findOrigin } from "../../parsing/origins.ts";
import { join, referenceTo, targetPointer, valueAt } from "../../model/pointer.ts";
import { cacheRareNames, findRareNames } from "../../model/rare-names.ts";
import { isObject } from "../../model/shapes.ts";
import { withoutOpening } from "./closed-parts.ts";
import { type TagValues, completeMapping, createTagValues } from "../../schema/tag-values.ts";

/** A schema with a discriminator and without a union: its subtypes refer to it by `allOf`, or its mapping names them. */
interface Supertype {
  readonly name: string;
  readonly schema: JsonObject;
  readonly property: string;
  /** Reference to each subtype by the value that selects it. */
  readonly mapping: Readonly<Record<string, Json>>;
  /** Names of the schemas that refer to it by `allOf`, directly or through others. */
  readonly heirs: ReadonlySet<string>;
}

/**
 * Gives a schema with a discriminator the union of its subtypes, where the document has none: the discriminator selects
 * the subtype, in its definition as well as in a `oneOf`. The subtypes then refer to the schema without the union.
 */
export function withSubtypes(document: JsonObject, origins: MutableOrigins): JsonObject {
  if (!findRareNames(document).has("discriminator")) return document;
  const schemas = namedSchemas(document);
  const supertypes = readSupertypes(document, schemas);
  if (supertypes.length === 0) return document;
  const bases = new Map<string, Supertype>(
    supertypes.map((each) => [referenceTo(toComponentPointer(each.name)), each]),
  );
  const rewritten = Object.entries(schemas).map(([name, schema]): [string, Json] => {
    const own = inheritFromBases(schema, name, bases);
    const supertype = supertypes.find((each) => each.name === name);
    return [name, supertype && isObject(own) ? withUnion(supertype, own, origins) : own];
  });
  const components = { ...(document["components"] as JsonObject), schemas: Object.fromEntries(rewritten) };
  const result = { ...document, components };
  cacheRareNames(result, findRareNames(document));
  return result;
}

function namedSchemas(document: JsonObject): JsonObject {
  const { components } = document;
  if (isObject(components) && isObject(components["schemas"])) return components["schemas"];
  return {};
}

function toComponentPointer(name: string): string {
  return join("/components/schemas", name);
}

function readSupertypes(document: JsonObject, schemas: JsonObject): Supertype[] {
  const tagValues = createTagValues<undefined>((reference) => {
    const value = reference.startsWith("#") ? valueAt(document, targetPointer(reference)) : undefined;
    if (value === undefined) return undefined;
    return { value, from: undefined };
  });
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const discriminator = isObject(schema) ? schema["discriminator"] : undefined;
    if (!isObject(schema) || !isObject(discriminator) || schema["oneOf"] || schema["anyOf"]) return [];
    const property = discriminator["propertyName"];
    if (typeof property !== "string") return [];
    const heirs = findHeirs(schemas, name);
    const mapping = mergeMapping({ name, schema, property, heirs }, schemas, tagValues);
    if (Object.keys(mapping).length === 0) return [];
    return [{ name, schema, property, mapping, heirs }];
  });
}

/** Names of the schemas that refer to a schema by `allOf`, directly or through others. */
function findHeirs(schemas: JsonObject, name: string): ReadonlySet<string> {
  const heirs = new Set<string>();
  for (let wanted = [name]; wanted.length > 0;) {
    const references = new Set(wanted.map((each) => referenceTo(toComponentPointer(each))));
    wanted = Object.entries(schemas).flatMap(([each, schema]) =>
      each !== name && !heirs.has(each) && partReferences(schema).some((part) => references.has(part)) ? [each] : [],
    );
    for (const each of wanted) heirs.add(each);
  }
  return heirs;
}

/** References in the `allOf` of a schema, nested ones included. */
function partReferences(schema: Json | undefined): readonly string[] {
  const parts = isObject(schema) && Array.isArray(schema["allOf"]) ? (schema["allOf"] as readonly Json[]) : [];
  return parts.flatMap((part) => {
    const reference = isObject(part) && typeof part["$ref"] === "string" ? [withoutOpening(part["$ref"])] : [];
    return [...reference, ...partReferences(part)];
  });
}

/** The written mapping, and the heirs that it does not name: by the values that they list, or by their names. */
function mergeMapping(
  { name, schema, property, heirs }: Omit<Supertype, "mapping">,
  schemas: JsonObject,
  tagValues: TagValues<undefined>,
): Readonly<Record<string, Json>> {
  const { mapping } = schema["discriminator"] as JsonObject;
  const own = tagValues(schema, property, undefined);
  const written = Object.entries(isObject(mapping) ? mapping : {}).filter(
    ([, target]) => typeof target === "string" && target !== referenceTo(toComponentPointer(name)),
  );
  const branches = [...heirs].map((heir) => {
    const values = tagValues(schemas[heir] as Json, property, undefined);
    const isInherited = values !== undefined && values.length === own?.length;
    return { name: heir, target: referenceTo(toComponentPointer(heir)), values: isInherited ? undefined : values };
  });
  const completed = completeMapping(Object.fromEntries(written), branches);
  // A name that the property cannot have selects nothing.
  return Object.fromEntries(Object.entries(completed).filter(([value]) => !own || own.map(String).includes(value)));
}

/** Lets an heir refer to its supertype without the union, of which it is a branch itself. */
function inheritFromBases(schema: Json, name: string, bases: ReadonlyMap<string, Supertype>): Json {
  if (!isObject(schema) || !Array.isArray(schema["allOf"])) return schema;
  const allOf = (schema["allOf"] as readonly Json[]).map((part) => {
    const base = isObject(part) ? bases.get(String(part["$ref"])) : undefined;
    if (base?.heirs.has(name)) return { ...(part as JsonObject), $ref: baseReference(base) };
    return inheritFromBases(part, name, bases);
  });
  return { ...schema, allOf };
}

const baseName = "base";

function baseReference({ name }: Supertype): string {
  return referenceTo(join(toComponentPointer(name), "$defs", baseName));
}

/** The schema with a branch for each subtype, and one for values that select none. */
function withUnion(supertype: Supertype, schema: JsonObject, origins: MutableOrigins): JsonObject {
  const { name, property, mapping } = supertype;
  const pointer = toComponentPointer(name);
  const { discriminator, $defs, ...base } = schema;
  const valuesByTarget = Map.groupBy(Object.keys(mapping), (value) => mapping[value] as string);
  const initial = readMemberDefault(base, property);
  const branches: JsonObject[] = [...valuesByTarget].map(([$ref, values]) => ({
    $ref,
    properties: { [property]: { enum: values } },
    ...(!values.includes(String(initial)) && { required: [property] }),
  }));
  const other = otherBranch(supertype, base);
  if (other) branches.push(other);
  if ([base["type"]].flat().includes("null")) branches.push({ type: "null" });
  for (const index of branches.keys())
    origins.parts[join(pointer, "oneOf", index)] = findOrigin(origins, join(pointer, "discriminator"));
  origins.parts[join(pointer, "$defs", baseName)] = findOrigin(origins, pointer);
  const { opened } = isObject($defs) ? $defs : {};
  return {
    // A subtype that forbids the members of no other part has a closing of its own.
    ...(isObject(opened) ? opened : base),
    discriminator: { ...(discriminator as JsonObject), mapping },
    oneOf: branches,
    $defs: { ...(isObject($defs) ? $defs : {}), [baseName]: base },
  };
}

/** The branch of values that select no subtype, and of no value. Undefined if each value selects one. */
function otherBranch(supertype: Supertype, base: JsonObject): JsonObject | undefined {
  const { property, mapping, schema } = supertype;
  const { defaultMapping } = schema["discriminator"] as JsonObject;
  const member = isObject(base["properties"]) ? base["properties"][property] : undefined;
  const listed = isObject(member) && Array.isArray(member["enum"]) ? (member["enum"] as readonly Json[]) : undefined;
  const rest = listed?.filter((value) => !Object.hasOwn(mapping, String(value)));
  const isRequired = Array.isArray(base["required"]) && base["required"].includes(property);
  const hasDefault = readMemberDefault(base, property) !== undefined;
  if (rest?.length === 0 && (isRequired || hasDefault)) return undefined;
  const others = rest ? (rest.length > 0 ? { enum: rest } : false) : { not: { enum: Object.keys(mapping) } };
  const $ref = typeof defaultMapping === "string" ? defaultMapping : baseReference(supertype);
  return { $ref, properties: { [property]: others } };
}

function readMemberDefault(schema: JsonObject, property: string): Json | undefined {
  const member = isObject(schema["properties"]) ? schema["properties"][property] : undefined;
  if (isObject(member)) return member["default"];
  return undefined;
}
