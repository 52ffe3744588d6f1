import type { GraphQLLeafType, GraphQLOutputType, GraphQLSchema } from "graphql";
import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  compileGenerated,
  isObject,
  joinPointer,
  omitUndefined,
} from "../../contracts/index.ts";
import { type SampleOptions, createValues, seededNumber } from "../../contracts/generate/index.ts";
import { graphql } from "./library.ts";

const { getNamedType, isEnumType, isLeafType, isListType, isNonNullType, isObjectType } = graphql;

/** Generator of values for the scalar and enum fields of a schema. */
export interface LeafValues {
  /** Values of all scalar and enum fields of an object, consistent with each other. The same name gives the same values. */
  generate(type: string, options: { readonly name: string; readonly known: JsonObject }): JsonObject;
}

/** Schemas of scalars by their usual name in lower case. Other scalars are strings. */
const scalars: Readonly<Record<string, JsonSchema>> = {
  int: { type: "integer", minimum: 1, maximum: 1000 },
  float: { type: "number", minimum: 1, maximum: 1000 },
  boolean: { type: "boolean" },
  bigint: { type: "integer", minimum: 1, maximum: 1000 },
  long: { type: "integer", minimum: 1, maximum: 1000 },
  decimal: { type: "number", minimum: 1, maximum: 1000 },
  datetime: { type: "string", format: "date-time" },
  timestamp: { type: "string", format: "date-time" },
  date: { type: "string", format: "date" },
  time: { type: "string", format: "time" },
  url: { type: "string", format: "uri" },
  uri: { type: "string", format: "uri" },
  email: { type: "string", format: "email" },
  emailaddress: { type: "string", format: "email" },
  uuid: { type: "string", format: "uuid" },
  json: { type: "object" },
  jsonobject: { type: "object" },
};

/** Formats of strings by the name of the field. */
const formatsByName: readonly (readonly [RegExp, string])[] = [
  [/(url|uri|link|href)$/i, "uri"],
  [/e-?mail$/i, "email"],
  [/(domain|host|hostname)$/i, "hostname"],
  [/([a-z]At|_at|dateTime|timestamp)$/, "date-time"],
];

/** Generates values from JSON Schemas that describe the leaf fields of each type. */
export function createLeafValues(schema: GraphQLSchema, { api, file }: Contract): LeafValues {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith("__"));
  const schemas: Record<string, { readonly properties: Record<string, JsonSchema> }> = Object.fromEntries(
    types.map((type) => {
      const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
      const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)));
      return [
        type.name,
        { properties: Object.fromEntries(leaves.map(({ name, type: of }) => [name, toTypeSchema(of, name)])) },
      ];
    }),
  );
  const document: JsonObject = { openapi: "3.1.0", info: { title: api, version: "1" }, components: { schemas } };
  const contract = compileGenerated(document, { api, file });
  const values = createValues(contract, "response");
  return {
    generate(type, { name, known }) {
      const whole = joinPointer("/components/schemas", type);
      const sampled = sampleLeaf(whole, schemas[type] ?? true, { name, label: type, optional: true, like: known });
      const object = isObject(sampled) ? sampled : {};
      return Object.fromEntries(
        Object.entries(schemas[type]?.properties ?? {}).map(([field, value]) => {
          const fieldName = `${name} ${field}`;
          // Any value of an enum, because the generator of objects prefers the first ones.
          const enumValues = isObject(value) && Array.isArray(value["enum"]) ? (value["enum"] as Json[]) : [];
          if (enumValues.length > 0)
            return [field, enumValues[Math.abs(seededNumber(fieldName)) % enumValues.length] as Json];
          const sampleField = (): Json | undefined =>
            sampleLeaf(joinPointer(whole, "properties", field), value, { name: fieldName, label: field });
          return [field, object[field] ?? sampleField() ?? null];
        }),
      );
    },
  };

  function sampleLeaf(pointer: string, value: JsonSchema, options: SampleOptions): Json | undefined {
    return values.sample({ value, pointer, at: { file, line: 1, pointer }, basis: "assumed" }, options);
  }
}

function toTypeSchema(type: GraphQLOutputType, name: string): JsonSchema {
  if (isNonNullType(type)) return toTypeSchema(type.ofType, name);
  if (isListType(type)) return { type: "array", minItems: 2, items: toTypeSchema(type.ofType, name) };
  return leafSchema(type as GraphQLLeafType, name);
}

function leafSchema(type: GraphQLLeafType, name: string): JsonSchema {
  if (isEnumType(type)) return { type: "string", enum: type.getValues().map((value) => value.name) };
  const known = scalars[type.name.toLowerCase()];
  if (known !== undefined) return known;
  const format = formatsByName.find(([names]) => names.test(name))?.[1];
  return omitUndefined({ type: "string", minLength: 1, format });
}
