import type { JsonObject, JsonSchema } from "../model/json.ts";
import { isObject } from "../model/shapes.ts";
import { closingKeywords } from "../schema/keywords/properties.ts";
import type { Fork } from "./forks.ts";
import { isDerived } from "./negation.ts";
import { lenientPattern } from "./patterns/pattern.ts";
import type { Pattern } from "../schema/pattern.ts";

/** Constraints of several schemas on the members of an object. */
export interface Members {
  /** All documented properties. */
  readonly names: readonly string[];
  /** Schemas of a property; undefined if it is forbidden. */
  readonly schemasAt: (name: string) => readonly JsonSchema[] | undefined;
  /** Checks that the schemas name a property only to forbid it. */
  readonly isForbidden: (name: string) => boolean;
  /** True if the schemas describe additional properties. An `additionalProperties: true` alone does not count. */
  readonly isMap: boolean;
  /** Schemas of the names that patterns describe. */
  readonly namesByPattern: readonly JsonSchema[];
  /** Keywords that forbid additional properties. */
  readonly closedBy: readonly string[];
}

/** Property keywords of one schema. Its `additionalProperties` depends on these only. */
interface PropertyScope {
  readonly properties: JsonObject;
  readonly patterns: readonly { readonly source: string; readonly pattern: Pattern; readonly schema: JsonSchema }[];
  readonly additional: JsonSchema | undefined;
}

const scopeKeywords = ["properties", "patternProperties", "additionalProperties"];

/** Merges the constraints of a fork's schemas on members. */
export function membersOf(fork: Fork): Members {
  const describing = fork.filter((schema) => scopeKeywords.some((keyword) => schema[keyword] !== undefined));
  const scopes = describing.map(scopeOf);
  const stated = scopes.filter((_, index) => !isDerived(describing[index] as JsonObject));
  const unevaluated = fork
    .filter((schema) => schema["unevaluatedProperties"] !== undefined)
    .map((schema) => schema["unevaluatedProperties"] as JsonSchema);
  /** Schemas of declared properties. Other names come from values, without a limit. */
  const declared = new Map<string, readonly JsonSchema[] | undefined>();
  return {
    get names() {
      return [...new Set(scopes.flatMap(({ properties }) => Object.keys(properties)))];
    },
    schemasAt(name) {
      const known = declared.get(name);
      if (known || declared.has(name)) return known;
      const found = schemasAt(scopes, unevaluated, name);
      if (scopes.some(({ properties }) => Object.hasOwn(properties, name))) declared.set(name, found);
      return found;
    },
    isForbidden: (name) => stated.some((scope) => ownSchemas(scope, name).includes(false)),
    isMap: describing.some(describesAdditional) || unevaluated.some((schema) => isObject(schema)),
    namesByPattern: scopes.flatMap(({ patterns }) =>
      patterns.map(({ source }) => ({ type: "string", pattern: source })),
    ),
    closedBy: closingKeywords.filter((keyword) => fork.some((schema) => schema[keyword] === false)),
  };
}

/**
 * Copy of constraints with other member names. The names are computed on first use, because few members of large
 * schemas are generated.
 */
export function withNames(members: Members, namesOf: (members: Members) => readonly string[]): Members {
  let names: readonly string[] | undefined;
  return {
    schemasAt: members.schemasAt,
    isForbidden: members.isForbidden,
    isMap: members.isMap,
    namesByPattern: members.namesByPattern,
    closedBy: members.closedBy,
    get names() {
      return (names ??= namesOf(members));
    },
  };
}

function schemasAt(
  scopes: readonly PropertyScope[],
  unevaluated: readonly JsonSchema[],
  name: string,
): readonly JsonSchema[] | undefined {
  const result = scopes.flatMap((scope): readonly JsonSchema[] => {
    const own = ownSchemas(scope, name);
    return own.length > 0 || scope.additional === undefined ? own : [scope.additional];
  });
  // `unevaluatedProperties` takes into account all schemas that apply to the same value.
  if (result.length === 0) result.push(...unevaluated);
  return result.includes(false) ? undefined : result;
}

function ownSchemas({ properties, patterns }: PropertyScope, name: string): JsonSchema[] {
  const own = patterns.filter(({ pattern }) => pattern.test(name)).map(({ schema }) => schema);
  return Object.hasOwn(properties, name) ? [...own, properties[name] as JsonSchema] : own;
}

function scopeOf(schema: JsonObject): PropertyScope {
  const patterns = isObject(schema["patternProperties"]) ? Object.entries(schema["patternProperties"]) : [];
  return {
    properties: isObject(schema["properties"]) ? schema["properties"] : {},
    patterns: patterns.map(([source, inner]) => ({
      source,
      pattern: lenientPattern(source),
      schema: inner as JsonSchema,
    })),
    additional: schema["additionalProperties"] as JsonSchema | undefined,
  };
}

function describesAdditional(schema: JsonObject): boolean {
  const additional = schema["additionalProperties"];
  return isObject(additional) || (additional === true && schema["properties"] === undefined);
}
