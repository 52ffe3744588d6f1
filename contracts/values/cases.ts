import type { Contract, Json, JsonObject, JsonSchema } from "../model/contract.ts";
import { schemas, targetOf } from "../model/schema.ts";
import { isObject } from "../model/shapes.ts";
import { canonicalJson } from "./json.ts";

export type CaseType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** How one schema judges the members of an object: `additionalProperties` looks only at its own neighbours. */
interface Scope {
  readonly properties: JsonObject;
  readonly patterns: readonly (readonly [RegExp, JsonSchema])[];
  readonly additional: JsonSchema;
  /** Whether it describes a map: members of any name, of one kind. */
  readonly invites: boolean;
}

/** All constraints on values of one JSON type, merged from every schema that applies at once. */
export interface Case {
  readonly type: CaseType;
  /** The only values allowed, where `enum` or `const` says so. */
  readonly values?: readonly Json[];
  readonly integer: boolean;
  readonly minimum: number;
  readonly maximum: number;
  readonly exclusiveMinimum: number;
  readonly exclusiveMaximum: number;
  readonly multipleOf: readonly number[];
  readonly minLength: number;
  readonly maxLength: number;
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly minItems: number;
  readonly maxItems: number;
  readonly uniqueItems: boolean;
  /** The schemas of the item at an index. */
  readonly itemAt: (index: number) => readonly JsonSchema[];
  readonly contains: readonly JsonSchema[];
  readonly minProperties: number;
  readonly maxProperties: number;
  /** Every property that is spoken of. */
  readonly names: readonly string[];
  readonly required: readonly string[];
  /** The schemas of a property, or undefined where it is not allowed. */
  readonly propertyAt: (name: string) => readonly JsonSchema[] | undefined;
  /** Whether properties that are not spoken of are invited, not merely tolerated. */
  readonly isMap: boolean;
  readonly patternNames: readonly string[];
  /** Documented values: examples and the default. */
  readonly examples: readonly Json[];
}

const caseTypes: readonly CaseType[] = ["null", "boolean", "number", "string", "array", "object"];

/** More alternatives than this are not followed: the first ones stand for all. */
const MAX_FORKS = 24;

/** The cases of a value that must fit all of the given schemas. None means that nothing fits. */
export function casesOf(contract: Contract, all: readonly JsonSchema[]): Case[] {
  return forksOf(contract, all).flatMap((fork) => caseTypes.flatMap((type) => mergeCase(fork, type) ?? []));
}

/** The ways to satisfy all schemas: in each, a flat list of schemas that hold together. */
function forksOf(contract: Contract, all: readonly JsonSchema[]): JsonObject[][] {
  return cross(all.map((schema) => alternatives(schema, new Set())));

  function alternatives(schema: JsonSchema, entered: ReadonlySet<JsonObject>): JsonObject[][] {
    if (typeof schema === "boolean") return schema ? [[]] : [];
    // A schema that leads back to itself without a level of nesting can never end.
    if (entered.has(schema)) return [];
    const inside = new Set([...entered, schema]);
    const dimensions: JsonObject[][][] = [[[schema]]];
    const follow = (part: JsonSchema): JsonObject[][] => alternatives(part, inside);
    if (typeof schema["$ref"] === "string") dimensions.push(follow(targetOf(contract, schema["$ref"])));
    for (const part of schemas(schema["allOf"])) dimensions.push(follow(part));
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = schemas(schema[keyword]);
      if (branches.length > 0) dimensions.push(branches.flatMap(follow));
    }
    if (schema["if"] !== undefined) dimensions.push(conditional(schema, follow));
    return cross(dimensions);
  }
}

function conditional(schema: JsonObject, follow: (part: JsonSchema) => JsonObject[][]): JsonObject[][] {
  const holds = cross([follow(schema["if"] as JsonSchema), follow((schema["then"] ?? true) as JsonSchema)]);
  return [...holds, ...follow((schema["else"] ?? true) as JsonSchema)];
}

function cross(dimensions: readonly JsonObject[][][]): JsonObject[][] {
  let result: JsonObject[][] = [[]];
  for (const dimension of dimensions) {
    result = result.flatMap((left) => dimension.map((right) => [...left, ...right])).slice(0, MAX_FORKS);
  }
  return result;
}

function mergeCase(fork: readonly JsonObject[], type: CaseType): Case | undefined {
  let integer = false;
  for (const schema of fork) {
    if (schema["type"] === undefined) continue;
    const types = [schema["type"]].flat() as string[];
    if (type === "number" && !types.includes("number") && types.includes("integer")) integer = true;
    else if (!types.includes(type)) return undefined;
  }
  const values = allowedValues(fork, type);
  if (values?.length === 0) return undefined;
  const numbers = (keyword: string): number[] =>
    fork.flatMap((schema) => (typeof schema[keyword] === "number" ? [schema[keyword]] : []));
  const texts = (keyword: string): string[] =>
    fork.flatMap((schema) => (typeof schema[keyword] === "string" ? [schema[keyword]] : []));
  const scopes = fork
    .filter((schema) =>
      ["properties", "patternProperties", "additionalProperties"].some((key) => schema[key] !== undefined),
    )
    .map(scopeOf);
  const names = [...new Set(scopes.flatMap((scope) => Object.keys(scope.properties)))];
  return {
    type,
    ...(values && { values }),
    integer,
    minimum: Math.max(-Infinity, ...numbers("minimum")),
    maximum: Math.min(Infinity, ...numbers("maximum")),
    exclusiveMinimum: Math.max(-Infinity, ...numbers("exclusiveMinimum")),
    exclusiveMaximum: Math.min(Infinity, ...numbers("exclusiveMaximum")),
    multipleOf: numbers("multipleOf"),
    minLength: Math.max(0, ...numbers("minLength")),
    maxLength: Math.min(Infinity, ...numbers("maxLength")),
    patterns: texts("pattern"),
    formats: texts("format"),
    minItems: Math.max(0, ...numbers("minItems")),
    maxItems: Math.min(Infinity, ...numbers("maxItems")),
    uniqueItems: fork.some((schema) => schema["uniqueItems"] === true),
    itemAt: (index) => fork.flatMap((schema) => itemSchema(schema, index)),
    contains: fork.flatMap((schema) => (schema["contains"] === undefined ? [] : [schema["contains"] as JsonSchema])),
    minProperties: Math.max(0, ...numbers("minProperties")),
    maxProperties: Math.min(Infinity, ...numbers("maxProperties")),
    names,
    required: [
      ...new Set(fork.flatMap((schema) => (Array.isArray(schema["required"]) ? (schema["required"] as string[]) : []))),
    ],
    propertyAt: (name) => propertySchemas(scopes, name),
    isMap: scopes.some(({ invites }) => invites),
    patternNames: scopes.flatMap(({ patterns }) => patterns.map(([pattern]) => pattern.source)),
    examples: fork.flatMap(documentedValues),
  };
}

function allowedValues(fork: readonly JsonObject[], type: CaseType): Json[] | undefined {
  let values: Json[] | undefined;
  for (const schema of fork) {
    for (const allowed of [schema["enum"], schema["const"] === undefined ? undefined : [schema["const"]]]) {
      if (!Array.isArray(allowed)) continue;
      const known = new Set(allowed.map(canonicalJson));
      values = values ? values.filter((value) => known.has(canonicalJson(value))) : [...allowed];
    }
  }
  return values?.filter((value) => caseTypeOf(value) === type);
}

/** The case type of a value. */
export function caseTypeOf(value: Json): CaseType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as CaseType;
}

function scopeOf(schema: JsonObject): Scope {
  const patterns = isObject(schema["patternProperties"]) ? Object.entries(schema["patternProperties"]) : [];
  return {
    properties: isObject(schema["properties"]) ? schema["properties"] : {},
    patterns: patterns.flatMap(([source, inner]) => {
      const pattern = regExp(source);
      return pattern ? [[pattern, inner as JsonSchema] as const] : [];
    }),
    additional: (schema["additionalProperties"] ?? schema["unevaluatedProperties"] ?? true) as JsonSchema,
    invites:
      isObject(schema["additionalProperties"]) ||
      (schema["additionalProperties"] === true && schema["properties"] === undefined),
  };
}

function propertySchemas(scopes: readonly Scope[], name: string): readonly JsonSchema[] | undefined {
  const result: JsonSchema[] = [];
  for (const { properties, patterns, additional } of scopes) {
    const own: JsonSchema[] = Object.hasOwn(properties, name) ? [properties[name] as JsonSchema] : [];
    own.push(...patterns.filter(([pattern]) => pattern.test(name)).map(([, schema]) => schema));
    if (own.length === 0) own.push(additional);
    if (own.includes(false)) return undefined;
    result.push(...own);
  }
  return result;
}

function itemSchema(schema: JsonObject, index: number): JsonSchema[] {
  const prefix = schemas(schema["prefixItems"]);
  if (index < prefix.length) return [prefix[index] as JsonSchema];
  return schema["items"] === undefined ? [] : [schema["items"] as JsonSchema];
}

function documentedValues(schema: JsonObject): Json[] {
  const examples = Array.isArray(schema["examples"]) ? schema["examples"] : [];
  return [
    ...(schema["example"] === undefined ? [] : [schema["example"]]),
    ...examples,
    ...(schema["default"] === undefined ? [] : [schema["default"]]),
  ];
}

function regExp(source: string): RegExp | undefined {
  try {
    return new RegExp(source, "u");
  } catch {
    return undefined;
  }
}
