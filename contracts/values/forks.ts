import type { Contract, Json, JsonObject, JsonSchema } from "../model/contract.ts";
import { schemas, targetOf } from "../model/schema.ts";
import { canonicalJson } from "./json.ts";

export type CaseType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** From the simplest to the richest. */
export const caseTypes: readonly CaseType[] = ["null", "boolean", "number", "string", "array", "object"];

/** One way to satisfy some schemas: a flat list of schemas that hold together. */
export type Fork = readonly JsonObject[];

/** More ways than this are not followed: some of each alternative stand for all. */
const MAX_FORKS = 24;

/** The ways to satisfy all schemas, without those that contradict themselves in plain sight. */
export function forksOf(contract: Contract, all: readonly JsonSchema[]): Fork[] {
  return cross(all.map((schema) => alternatives(schema, new Set())));

  function alternatives(schema: JsonSchema, entered: ReadonlySet<JsonObject>): Fork[] {
    if (typeof schema === "boolean") return schema ? [[]] : [];
    // A schema that leads back to itself without a level of nesting can never end.
    if (entered.has(schema)) return [];
    const inside = new Set([...entered, schema]);
    const dimensions: Fork[][] = [[[schema]]];
    const follow = (part: JsonSchema): Fork[] => alternatives(part, inside);
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

/** The values that `enum` and `const` leave; undefined where neither is used. */
export function allowedValues(fork: Fork): readonly Json[] | undefined {
  let values: readonly Json[] | undefined;
  for (const schema of fork) {
    for (const allowed of [schema["enum"], schema["const"] === undefined ? undefined : [schema["const"]]]) {
      if (!Array.isArray(allowed)) continue;
      values = values ? common(values, allowed) : allowed;
    }
  }
  return values;
}

/** Whether no `type` keyword excludes a type; a whole number is a number. */
export function allowsType(fork: Fork, type: CaseType): boolean {
  return fork.every((schema) => {
    if (schema["type"] === undefined) return true;
    const types = [schema["type"]].flat();
    return types.includes(type) || (type === "number" && types.includes("integer"));
  });
}

function conditional(schema: JsonObject, follow: (part: JsonSchema) => Fork[]): Fork[] {
  const holds = cross([follow(schema["if"] as JsonSchema), follow((schema["then"] ?? true) as JsonSchema)]);
  return [...holds, ...follow((schema["else"] ?? true) as JsonSchema)];
}

/** One of each dimension together. Each alternative has its turn before any is repeated. */
function cross(dimensions: readonly Fork[][]): Fork[] {
  let result: Fork[] = [[]];
  for (const dimension of dimensions) {
    const next: Fork[] = [];
    for (let turn = 0; turn < result.length * dimension.length && next.length < MAX_FORKS; turn++) {
      const left = turn % result.length;
      const right = (left + Math.floor(turn / result.length)) % dimension.length;
      const fork = [...(result[left] as Fork), ...(dimension[right] as Fork)];
      if (isPossible(fork)) next.push(fork);
    }
    result = next;
  }
  return result;
}

function isPossible(fork: Fork): boolean {
  return caseTypes.some((type) => allowsType(fork, type)) && allowedValues(fork)?.length !== 0;
}

function common(some: readonly Json[], others: readonly Json[]): Json[] {
  const known = new Set(others.map(canonicalJson));
  return some.filter((value) => known.has(canonicalJson(value)));
}
