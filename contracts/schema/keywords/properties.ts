import type { Json, JsonObject, JsonSchema } from "../../model/json.ts";
import { isObject } from "../../model/shapes.ts";
import { keyword } from "./keyword.ts";
import { everyVerdict } from "./verdicts.ts";
import { hasNoMembers, isPattern, isSchema } from "./well-formed.ts";

type SchemasByName = Readonly<Record<string, JsonSchema>>;

/** Object with at least one member. */
const notEmpty: JsonSchema = { type: "object", minProperties: 1 };

export const properties = keyword<SchemasByName, JsonObject>({
  name: "properties",
  type: "object",
  subschemas: { form: "map", of: "members" },
  isWellFormed: isObject,
  accepts: (schemas, object, _, { fits }) =>
    everyVerdict(
      Object.keys(object).filter((name) => Object.hasOwn(schemas, name)),
      (name) => fits(schemas[name] as JsonSchema, object[name] as Json),
    ),
  hasNoEffect: hasNoMembers,
  rejected: (schemas, _, not) =>
    Object.entries(schemas).map(([name, schema]) => ({
      type: "object",
      required: [name],
      properties: { [name]: not(schema) },
    })),
});

export const patternProperties = keyword<SchemasByName, JsonObject>({
  name: "patternProperties",
  type: "object",
  isNewIn31: true,
  subschemas: { form: "map", of: "members" },
  isWellFormed: isObject,
  isWellFormedMember: (name, value) => isPattern(name) && isSchema(value),
  hasNoEffect: hasNoMembers,
  rejected: () => [notEmpty],
});

/** Applies to the members that neither `properties` nor `patternProperties` of the same schema describe. */
export const additionalProperties = keyword<JsonSchema, JsonObject>({
  name: "additionalProperties",
  type: "object",
  subschemas: { form: "one", of: "members" },
  isWellFormed: isSchema,
  accepts(schema, object, { properties: declared, patternProperties: patterns }, { fits }) {
    if (patterns !== undefined) return undefined;
    const isDeclaredProperty = (name: string): boolean => isObject(declared) && Object.hasOwn(declared, name);
    return everyVerdict(
      Object.keys(object).filter((name) => !isDeclaredProperty(name)),
      (name) => fits(schema, object[name] as Json),
    );
  },
  expected: (_, { additionalProperty }) => `no property "${additionalProperty}"`,
  rejected: objectsWithAnother,
});

/** Applies to the members that no keyword of the same value describes, also in `allOf` and other applicators. */
export const unevaluatedProperties = keyword<JsonSchema, JsonObject>({
  name: "unevaluatedProperties",
  type: "object",
  isNewIn31: true,
  subschemas: { form: "one", of: "members" },
  isWellFormed: isSchema,
  expected: (_, { unevaluatedProperty }) => `no property "${unevaluatedProperty}"`,
  rejected: objectsWithAnother,
});

/**
 * Keywords for members that no other keyword describes. The value `false` forbids such members, and a violation names
 * the forbidden member.
 */
export const closingKeywords: readonly string[] = [additionalProperties, unevaluatedProperties].map(({ name }) => name);

/** Checks that a schema rejects all members that it does not describe. */
export function isClosedSchema(schema: JsonObject): boolean {
  return closingKeywords.some((name) => schema[name] === false);
}

/**
 * Schemas of the objects that the keyword rejects. A closed schema rejects a member that `properties` does not name.
 */
function objectsWithAnother(value: Json, { properties: declared }: JsonObject): JsonSchema[] {
  let name = "additional";
  while (isObject(declared) && Object.hasOwn(declared, name)) name += "_";
  if (value === false) return [notEmpty, { type: "object", required: [name] }];
  return [notEmpty];
}
