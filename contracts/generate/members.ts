import type { JsonObject, JsonSchema } from "../model/json.ts";
import { isObject } from "../model/shapes.ts";
import type { Fork } from "./forks.ts";
import { isDerived } from "./negation.ts";
import { lenient } from "./patterns/pattern.ts";
import type { Pattern } from "../schema/pattern.ts";

/** How several schemas together judge the members of an object. */
export interface Members {
  /** Every property that is spoken of. */
  readonly names: readonly string[];
  /** The schemas of a property, or undefined where it is not allowed. */
  readonly schemasAt: (name: string) => readonly JsonSchema[] | undefined;
  /** Whether a property is spoken of only to say that there is none. */
  readonly isRefused: (name: string) => boolean;
  /** Whether properties that are not spoken of are invited, not merely tolerated. */
  readonly isMap: boolean;
  /** What the names fit that patterns invite. */
  readonly invited: readonly JsonSchema[];
  /** The keywords that refuse what is not spoken of. */
  readonly closedBy: readonly string[];
}

/** One schema's view: `additionalProperties` looks only at its own neighbours. */
interface Scope {
  readonly properties: JsonObject;
  readonly patterns: readonly { readonly source: string; readonly pattern: Pattern; readonly schema: JsonSchema }[];
  readonly additional: JsonSchema | undefined;
}

const scopeKeywords = ["properties", "patternProperties", "additionalProperties"];

/** Merges what the schemas of a fork say of members. */
export function membersOf(fork: Fork): Members {
  const speaking = fork.filter((schema) => scopeKeywords.some((keyword) => schema[keyword] !== undefined));
  const scopes = speaking.map(scopeOf);
  const stated = scopes.filter((_, index) => !isDerived(speaking[index] as JsonObject));
  const unevaluated = fork
    .filter((schema) => schema["unevaluatedProperties"] !== undefined)
    .map((schema) => schema["unevaluatedProperties"] as JsonSchema);
  return {
    get names() {
      return [...new Set(scopes.flatMap(({ properties }) => Object.keys(properties)))];
    },
    schemasAt: (name) => schemasAt(scopes, unevaluated, name),
    isRefused: (name) => stated.some((scope) => ownSchemas(scope, name).includes(false)),
    isMap: speaking.some(invitesMore) || unevaluated.some((schema) => isObject(schema)),
    invited: scopes.flatMap(({ patterns }) => patterns.map(({ source }) => ({ type: "string", pattern: source }))),
    closedBy: ["additionalProperties", "unevaluatedProperties"].filter((keyword) =>
      fork.some((schema) => schema[keyword] === false),
    ),
  };
}

/** The same, with other names: found when they are first asked for, as of thousands seldom more than one is made. */
export function withNames(members: Members, namesOf: (members: Members) => readonly string[]): Members {
  let names: readonly string[] | undefined;
  return {
    schemasAt: members.schemasAt,
    isRefused: members.isRefused,
    isMap: members.isMap,
    invited: members.invited,
    closedBy: members.closedBy,
    get names() {
      return (names ??= namesOf(members));
    },
  };
}

function schemasAt(
  scopes: readonly Scope[],
  unevaluated: readonly JsonSchema[],
  name: string,
): readonly JsonSchema[] | undefined {
  const result = scopes.flatMap((scope): readonly JsonSchema[] => {
    const own = ownSchemas(scope, name);
    return own.length > 0 || scope.additional === undefined ? own : [scope.additional];
  });
  // `unevaluatedProperties` sees the neighbours of its schema and all that they lead to.
  if (result.length === 0) result.push(...unevaluated);
  return result.includes(false) ? undefined : result;
}

function ownSchemas({ properties, patterns }: Scope, name: string): JsonSchema[] {
  const own = patterns.filter(({ pattern }) => pattern.test(name)).map(({ schema }) => schema);
  return Object.hasOwn(properties, name) ? [...own, properties[name] as JsonSchema] : own;
}

function scopeOf(schema: JsonObject): Scope {
  const patterns = isObject(schema["patternProperties"]) ? Object.entries(schema["patternProperties"]) : [];
  return {
    properties: isObject(schema["properties"]) ? schema["properties"] : {},
    patterns: patterns.map(([source, inner]) => ({ source, pattern: lenient(source), schema: inner as JsonSchema })),
    additional: schema["additionalProperties"] as JsonSchema | undefined,
  };
}

function invitesMore(schema: JsonObject): boolean {
  const additional = schema["additionalProperties"];
  return isObject(additional) || (additional === true && schema["properties"] === undefined);
}
