import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { compileDecided } from "./pattern.ts";
import { targetPointer, valueAt } from "../model/pointer.ts";
import { oncePer } from "../model/once-per.ts";
import { isObject } from "../model/shapes.ts";

/** JSON types, with "integer" beside "number" as in JSON Schema. */
export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** All types, except for "integer", which "number" includes. */
export const allTypes: readonly JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

const targets = new WeakMap<Contract, Map<string, JsonSchema>>();

/** Target of a `$ref` of a contract; false if it cannot be resolved. Targets are cached. */
export function resolveTarget(contract: Contract, reference: string): JsonSchema {
  let targetsByReference = targets.get(contract);
  if (!targetsByReference) targets.set(contract, (targetsByReference = new Map()));
  let target = targetsByReference.get(reference);
  if (target === undefined) {
    const found = valueAt(contract.document, targetPointer(reference));
    targetsByReference.set(reference, (target = isObject(found) || typeof found === "boolean" ? found : false));
  }
  return target;
}

/** JSON types that a schema can accept, by its `type`, `const` and `enum`. */
export function listJsonTypes(contract: Contract, schema: JsonSchema): readonly JsonType[] {
  if (typeof schema === "boolean") {
    if (schema) return allTypes;
    return [];
  }
  return typesOfObject(contract)(schema);
}

const typesOfObject = oncePer((contract: Contract) => oncePer((schema: JsonObject) => computeTypes(contract, schema)));

function computeTypes(contract: Contract, schema: JsonObject): readonly JsonType[] {
  const typesByReference = new Map<string, readonly JsonType[]>();
  return intersectPartTypes(schema);

  function intersectPartTypes(part: JsonSchema): readonly JsonType[] {
    if (typeof part === "boolean") return part ? allTypes : [];
    let types: readonly JsonType[] = ownTypes(part);
    if (typeof part["$ref"] === "string") types = intersectTypes(types, typesOfTarget(part["$ref"]));
    for (const other of schemas(part["allOf"])) types = intersectTypes(types, intersectPartTypes(other));
    for (const keyword of unionKeywords) {
      const branches = schemas(part[keyword]);
      if (branches.length > 0) types = intersectTypes(types, branches.flatMap(intersectPartTypes));
    }
    return types;
  }

  /** Types of a referenced schema, computed once. A recursive reference accepts any type. */
  function typesOfTarget(reference: string): readonly JsonType[] {
    let types = typesByReference.get(reference);
    if (types) return types;
    typesByReference.set(reference, allTypes);
    types = intersectPartTypes(resolveTarget(contract, reference));
    typesByReference.set(reference, types);
    return types;
  }
}

/** Types in both lists. An integer is a number. */
function intersectTypes(types: readonly JsonType[], others: readonly JsonType[]): JsonType[] {
  const shared = types.filter((type) => others.includes(type) || (type === "integer" && others.includes("number")));
  const isNarrowed = types.includes("number") && !types.includes("integer") && others.includes("integer");
  if (isNarrowed && !others.includes("number")) return [...shared, "integer"];
  return shared;
}

/** JSON type of a value: "integer" for whole numbers, including 1.0. */
export function getJsonType(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") {
    if (Number.isInteger(value)) return "integer";
    return "number";
  }
  return typeof value as "boolean" | "string" | "object";
}

/** Schemas of a property or of an array's items, in any `$ref`, `allOf`, `anyOf` and `oneOf` of a schema. */
export function listMemberSchemas(contract: Contract, schema: JsonSchema, name: string | "items"): JsonSchema[] {
  return listSchemaParts(contract, schema).flatMap((part) => {
    if (name === "items" && part["items"] !== undefined) return schemas([part["items"]]);
    const properties = part["properties"];
    if (isObject(properties) && Object.hasOwn(properties, name)) return schemas([properties[name] as Json]);
    return [];
  });
}

/**
 * Schema of a member by its name: from `properties`, else from matching `patternProperties`, else from
 * `additionalProperties`.
 */
export function resolveMemberSchema(contract: Contract, schema: JsonSchema, name: string): JsonSchema {
  const memberSchemas = listMemberSchemas(contract, schema, name);
  if (memberSchemas.length > 0) return { allOf: memberSchemas };
  const parts = listSchemaParts(contract, schema);
  const byPattern = parts.flatMap(({ patternProperties }) => {
    if (isObject(patternProperties))
      return Object.entries(patternProperties).flatMap(([pattern, value]) =>
        compileDecided(pattern, () => {})?.test(name) ? [value] : [],
      );
    return [];
  });
  const additional = parts.map((part) => part["additionalProperties"]).filter((value) => value !== undefined);
  return { allOf: schemas(byPattern.length > 0 ? byPattern : additional) };
}

/** Names of the properties that a schema and its parts define. */
export function listPropertyNames(contract: Contract, schema: JsonSchema): ReadonlySet<string> {
  if (typeof schema === "boolean") return noNames;
  return namesOf(contract)(schema);
}

const noNames: ReadonlySet<string> = new Set();

const namesOf = oncePer((contract: Contract) =>
  oncePer((schema: JsonObject): ReadonlySet<string> => {
    const parts = listSchemaParts(contract, schema);
    return new Set(parts.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : [])));
  }),
);

/** Keywords of unions. */
export const unionKeywords = ["anyOf", "oneOf"] as const;

export type UnionKeyword = (typeof unionKeywords)[number];

/** Picks branches of a union. */
type ChooseBranches = (union: JsonObject, keyword: UnionKeyword) => readonly JsonSchema[];

/**
 * A schema and all its parts that apply to the same value, through `$ref`, `allOf`, `anyOf` and `oneOf`. Of the
 * branches of a union, all or the chosen ones.
 */
export function listSchemaParts(
  contract: Contract,
  schema: JsonSchema,
  chosen?: ChooseBranches,
): readonly JsonObject[] {
  if (typeof schema === "boolean") return [];
  if (chosen) return collectParts(contract, schema, chosen);
  return allPartsOf(contract)(schema);
}

const allPartsOf = oncePer((contract: Contract) =>
  oncePer((schema: JsonObject) => collectParts(contract, schema, listBranches)),
);

function collectParts(contract: Contract, schema: JsonObject, chosen: ChooseBranches): readonly JsonObject[] {
  const parts = new Set<JsonObject>();
  collectPart(schema);
  return [...parts];

  function collectPart(part: JsonSchema): void {
    if (typeof part === "boolean" || parts.has(part)) return;
    parts.add(part);
    if (typeof part["$ref"] === "string") collectPart(resolveTarget(contract, part["$ref"]));
    schemas(part["allOf"]).forEach(collectPart);
    for (const keyword of unionKeywords) chosen(part, keyword).forEach(collectPart);
  }
}

function listBranches(union: JsonObject, keyword: UnionKeyword): readonly JsonSchema[] {
  return schemas(union[keyword]);
}

/** Schemas of an array; empty if the value is not an array. */
export function schemas(value: Json | undefined): JsonSchema[] {
  if (Array.isArray(value))
    return value.filter((item): item is JsonSchema => isObject(item) || typeof item === "boolean");
  return [];
}

function ownTypes(schema: JsonObject): JsonType[] {
  const declared = schema["type"];
  const types = declared === undefined ? [...allTypes] : ([declared].flat() as JsonType[]);
  const values = schema["const"] === undefined ? schema["enum"] : [schema["const"]];
  if (!Array.isArray(values)) return types;
  const present = new Set(values.map(getJsonType));
  return types.filter((type) => present.has(type) || (type === "number" && present.has("integer")));
}

/** Keywords that say nothing about a value by themselves. */
const transparentKeywords = new Set(["$ref", "allOf", "anyOf", "oneOf", "discriminator", "title", "description"]);

/** Checks that a schema only refers to others. A fork has those instead, or chains of references make it long. */
export function isTransparent(schema: JsonObject): boolean {
  return Object.keys(schema).every((keyword) => transparentKeywords.has(keyword));
}
