import type { GraphQLLeafType, GraphQLOutputType, GraphQLSchema } from "graphql";
import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  contractOf,
  isObject,
  joinPointer,
} from "../../contracts/index.ts";
import { createValues, seededNumber } from "../../contracts/values/index.ts";
import { graphql } from "./library.ts";

const { getNamedType, isEnumType, isLeafType, isListType, isNonNullType, isObjectType } = graphql;

/** Made-up values of the scalars and enums of a schema. */
export interface Leaves {
  /** A value of a field that fits its type, the same for the same name. */
  made(type: string, field: string, options: { readonly name: string; readonly time: string }): Json;
}

/** Custom scalars by what they are usually called, in lower case; others are texts. */
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

/** What texts hold whose fields are called so. */
const namedFormats: readonly (readonly [RegExp, string])[] = [
  [/(url|uri|link|href)$/i, "uri"],
  [/e-?mail$/i, "email"],
  [/(domain|host|hostname)$/i, "hostname"],
  [/([a-z]At|_at|dateTime|timestamp)$/, "date-time"],
];

/** Describes the leaves of a schema as JSON Schemas, of which values are made. */
export function createLeaves(schema: GraphQLSchema, { api, file }: Contract): Leaves {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith("__"));
  const schemas = Object.fromEntries(
    types.map((type) => {
      const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
      const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)));
      return [
        type.name,
        { properties: Object.fromEntries(leaves.map(({ name, type: of }) => [name, schemaOf(of, name)])) },
      ];
    }),
  );
  const document: JsonObject = { openapi: "3.1.0", info: { title: api, version: "1" }, components: { schemas } };
  const contract = contractOf(document, { api, file });
  const values = createValues(contract, "response");
  return {
    made(type, field, { name, time }) {
      const pointer = joinPointer("/components/schemas", type, "properties", field);
      const value = (schemas[type]?.properties[field] ?? true) as JsonSchema;
      // One value in an enum is as plain as another.
      const listed = isObject(value) && Array.isArray(value["enum"]) ? (value["enum"] as Json[]) : [];
      if (listed.length > 0) return listed[Math.abs(seededNumber(name)) % listed.length] as Json;
      const at = { file, line: 1, pointer };
      return values.sample({ value, pointer, at, basis: "assumed" }, { name, label: field, time }) ?? null;
    },
  };
}

function schemaOf(type: GraphQLOutputType, name: string): JsonSchema {
  if (isNonNullType(type)) return schemaOf(type.ofType, name);
  if (isListType(type)) return { type: "array", minItems: 2, items: schemaOf(type.ofType, name) };
  return leafSchema(type as GraphQLLeafType, name);
}

function leafSchema(type: GraphQLLeafType, name: string): JsonSchema {
  if (isEnumType(type)) return { type: "string", enum: type.getValues().map((value) => value.name) };
  const known = scalars[type.name.toLowerCase()];
  if (known !== undefined) return known;
  const format = namedFormats.find(([names]) => names.test(name))?.[1];
  return { type: "string", minLength: 1, ...(format !== undefined && { format }) };
}
