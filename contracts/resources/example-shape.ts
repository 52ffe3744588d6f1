import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Contract, MediaType } from "../model/contract.ts";
import { oncePer } from "../model/once-per.ts";
import { isObject } from "../model/shapes.ts";
import {
  type JsonType,
  listMemberSchemas,
  listSchemaParts,
  listPropertyNames,
  getJsonType,
  listJsonTypes,
} from "../schema/schema.ts";

/** Maximum number of values that are read from the examples of one body, of the entries of a list, and of nesting. */
const MAX_VALUES = 2000;
const MAX_ENTRIES = 20;
const MAX_DEPTH = 8;

/**
 * Shape of a body: its schema, and the shape of its examples where the schema names no members. It says what a body is
 * likely to have, and is never used to validate one. Undefined if there are neither.
 */
export const shapeOf: (contract: Contract) => (media: MediaType) => JsonSchema | undefined = oncePer(
  (contract: Contract) => oncePer((media: MediaType) => findShape(contract, media)),
);

function findShape(contract: Contract, media: MediaType): JsonSchema | undefined {
  if (media.likely !== undefined) return media.likely;
  const schema = media.schema?.value;
  const read = shapeOfValues(readExamples(media));
  if (read === undefined || schema === undefined) return schema ?? read;
  const added = findOpenParts(contract, schema, read);
  if (added === undefined) return schema;
  return { allOf: [schema, added] };
}

/** Examples of a body and of its schema. An example in the form of a JSON text is the value that it writes. */
export function readExamples(media: MediaType | undefined): readonly Json[] {
  if (!media) return [];
  const { examples, schema } = media;
  const inSchema = isObject(schema?.value) ? schema.value["examples"] : undefined;
  return [...Object.values(examples), ...(Array.isArray(inSchema) ? (inSchema as Json[]) : [])].map(parseExampleText);
}

function parseExampleText(example: Json): Json {
  if (typeof example !== "string" || !/^\s*[[{]/.test(example)) return example;
  try {
    return JSON.parse(example) as Json;
  } catch {
    return example;
  }
}

/**
 * Shape of examples where a schema names nothing: no members of an object, no items of a list. Below other members, only
 * that of a sole one is completed, which wraps the item; elsewhere, an object without names is one of free content.
 */
function findOpenParts(contract: Contract, schema: JsonSchema, read: JsonObject): JsonSchema | undefined {
  const types = listJsonTypes(contract, schema);
  const { type, properties, items } = read;
  if (typeof type !== "string" || !types.includes(type as JsonType)) return undefined;
  if (isObject(items)) {
    const known = listMemberSchemas(contract, schema, "items");
    const inner = known.length === 0 ? items : findOpenParts(contract, { allOf: known }, items);
    if (inner === undefined) return undefined;
    return { type, items: inner };
  }
  if (!isObject(properties)) return undefined;
  const [name, ...others] = listPropertyNames(contract, schema);
  if (name === undefined) return isMap(contract, schema) ? undefined : read;
  const member = properties[name];
  if (others.length > 0 || !isObject(member)) return undefined;
  const inner = findOpenParts(contract, { allOf: listMemberSchemas(contract, schema, name) }, member);
  if (inner === undefined) return undefined;
  return { properties: { [name]: inner } };
}

function isMap(contract: Contract, schema: JsonSchema): boolean {
  return listSchemaParts(contract, schema).some(({ additionalProperties }) => isObject(additionalProperties));
}

/** Shape that all values have in common: the members of all objects, the items of all lists, the types of the others. */
function shapeOfValues(values: readonly Json[]): JsonObject | undefined {
  let left = MAX_VALUES;
  if (values.length === 0) return undefined;
  return merge(values, 0);

  function merge(some: readonly Json[], depth: number): JsonObject {
    left -= some.length;
    const known = some.filter((value) => value !== null);
    if (left < 0 || depth > MAX_DEPTH || known.length === 0) return {};
    if (known.every((value) => isObject(value))) {
      const names = new Set(known.flatMap((value) => Object.keys(value)));
      const members = [...names].map((name): [string, Json] => [
        name,
        merge(
          known.flatMap((value) => (Object.hasOwn(value, name) ? [value[name] as Json] : [])),
          depth + 1,
        ),
      ]);
      return { type: "object", properties: Object.fromEntries(members) };
    }
    if (known.every((value) => Array.isArray(value))) {
      const entries = known.flatMap((list) => (list as readonly Json[]).slice(0, MAX_ENTRIES));
      return { type: "array", ...(entries.length > 0 && { items: merge(entries, depth + 1) }) };
    }
    const types = [...new Set(known.map(getJsonType))];
    return { type: types.length === 1 ? (types[0] as string) : types };
  }
}
