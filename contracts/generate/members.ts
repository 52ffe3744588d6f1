import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { isObject } from "../model/shapes.ts";
import { closingKeywords } from "../schema/keywords/properties.ts";
import type { Fork } from "./forks.ts";
import { isDerived } from "./negation.ts";
import { type SchemaPart, memberSchemas, namedSchemas } from "../schema/shape.ts";

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

const scopeKeywords = ["properties", "patternProperties", "additionalProperties"];

/**
 * Merges the constraints of a fork's schemas on members. `names` has the documented and the other given names, except
 * for those of absent members.
 */
export function mergeForkMembers(
  fork: Fork,
  otherNames: readonly string[],
  isAbsent: (schema: JsonSchema) => boolean,
): Members {
  const describing = fork.filter((schema) => scopeKeywords.some((keyword) => schema[keyword] !== undefined));
  const parts = describing.map((schema): SchemaPart => ({ pointer: "", schema }));
  const stated = parts.filter(({ schema }) => !isDerived(schema));
  const unevaluated = fork
    .filter((schema) => schema["unevaluatedProperties"] !== undefined)
    .map((schema) => schema["unevaluatedProperties"] as JsonSchema);
  const declared = new Set(describing.flatMap((schema) => keysOf(schema["properties"])));
  /** Schemas of declared properties. Other names come from values, without a limit. */
  const known = new Map<string, readonly JsonSchema[] | undefined>();
  let names: readonly string[] | undefined;
  return {
    // On first use, because few members of large schemas are generated.
    get names() {
      return (names ??= [...new Set([...declared, ...otherNames])].filter(
        (name) => !findScopedSchemas(name)?.some(isAbsent),
      ));
    },
    schemasAt: findScopedSchemas,
    isForbidden: (name) => stated.some((part) => namedSchemas(part, name).some(({ schema }) => schema === false)),
    isMap: describing.some(describesAdditional) || unevaluated.some((schema) => isObject(schema)),
    namesByPattern: describing.flatMap(({ patternProperties }) =>
      keysOf(patternProperties).map((pattern) => ({ type: "string", pattern })),
    ),
    closedBy: closingKeywords.filter((keyword) => fork.some((schema) => schema[keyword] === false)),
  };

  function findScopedSchemas(name: string): readonly JsonSchema[] | undefined {
    if (known.has(name)) return known.get(name);
    const described = parts.flatMap((part) => memberSchemas(part, name)).map(({ schema }) => schema);
    // `unevaluatedProperties` takes into account all schemas that apply to the same value.
    const all = described.length > 0 ? described : unevaluated;
    const found = all.includes(false) ? undefined : all;
    if (declared.has(name)) known.set(name, found);
    return found;
  }
}

function keysOf(map: Json | undefined): readonly string[] {
  return isObject(map) ? Object.keys(map) : [];
}

function describesAdditional(schema: JsonObject): boolean {
  const additional = schema["additionalProperties"];
  return isObject(additional) || (additional === true && schema["properties"] === undefined);
}
