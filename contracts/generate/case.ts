import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { createAbsentCheck, carriesMarker } from "../schema/absent-check.ts";
import type { IsAbsent } from "../schema/branch-selector.ts";
import type { Contract } from "../model/contract.ts";
import { keywords, mergedValue } from "../schema/keywords/index.ts";
import type { LimitName } from "../schema/keywords/limit.ts";
import { schemas } from "../schema/schema.ts";
import { isObject } from "../model/shapes.ts";
import type { Direction } from "../schema/validator.ts";
import { allowedValues, allowsType } from "./allowed-values.ts";
import { type Fork, type ForkOptions, listForks } from "./forks.ts";
import { type Members, mergeForkMembers } from "./members.ts";
import { isDerived } from "./negation.ts";
import { describedTypes, isWholeFormat } from "./described-types.ts";
import { type CaseType, toCaseType, caseTypes } from "./case-types.ts";

/** Strictest limits, by keyword. */
type Limits = Readonly<Record<LimitName, number>>;

/** Constraints on values of one JSON type, merged from all schemas that apply together. */
export interface Case extends Limits {
  readonly type: CaseType;
  /** Schemas that apply and occur in the document, without those that the generator derives. */
  readonly stated: Fork;
  /** True if a `type` keyword names the type. */
  readonly isTyped: boolean;
  /** Allowed values, if `enum` or `const` limits them. */
  readonly values?: readonly Json[];
  /** Keyword that limits the values. */
  readonly valuesBy?: "enum" | "const";
  readonly integer: boolean;
  readonly multipleOf: readonly number[];
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly uniqueItems: boolean;
  /** Number of leading items with schemas of their own. */
  readonly prefix: number;
  /** Keywords that forbid items beyond the prefix. */
  readonly itemsClosedBy: readonly string[];
  /** Schemas of the item at an index. */
  readonly itemAt: (index: number) => readonly JsonSchema[];
  /** Numbers of items that must and may match a schema. */
  readonly contains: readonly ContainsConstraint[];
  readonly members: Members;
  readonly required: readonly string[];
  /** Required members by the member that requires them. */
  readonly dependents: ReadonlyMap<string, readonly string[]>;
  /** Schemas of the names of members. */
  readonly propertyNames: readonly JsonSchema[];
  /** Documented values: examples and the default. */
  readonly examples: readonly Json[];
}

/** Minimum and maximum number of items that match a schema. */
export interface ContainsConstraint {
  readonly schema: JsonSchema;
  readonly minCount: number;
  readonly maxCount: number;
}

export interface CaseOptions extends ForkOptions {
  readonly direction: Direction;
  /** For schemas without `type`: cases of all accepted types, or only of the described ones. */
  readonly everyType: boolean;
}

/** Cases of a value that must be valid against all schemas, in the order of the forks (ways to satisfy them). Empty if no value is valid. */
export function listCases(
  contract: Contract,
  { direction, everyType, ...forking }: CaseOptions,
  all: readonly JsonSchema[],
): Case[] {
  const absent = direction === "request" ? "readOnly" : "writeOnly";
  const isSentByOtherSide = (schema: JsonSchema): boolean => carriesMarker(contract, schema, absent);
  const isExcused = createAbsentCheck(contract, direction);
  return listForks(contract, all, forking).flatMap((fork) => {
    const cases = casesOfFork(fork, { isAbsent: isSentByOtherSide, isExcused });
    if (everyType || cases.length < 2) return cases;
    return describedCases(cases);
  });
}

/** Drops the cases of types that the keywords of schemas without `type` do not describe. */
function describedCases(cases: readonly Case[]): readonly Case[] {
  const [{ isTyped, stated, examples }] = cases as [Case];
  const types = isTyped ? undefined : describedTypes(stated, examples);
  const described = types ? cases.filter(({ type, values }) => values || types.has(type)) : [];
  return described.length > 0 ? described : cases;
}

interface DirectionChecks {
  /** Checks whether a schema is marked as sent only by the other side. */
  readonly isAbsent: (schema: JsonSchema) => boolean;
  /** Checks whether the validator allows a required member to be missing. */
  readonly isExcused: IsAbsent;
}

/** Cases of a fork by type. All of them have the same merged keywords. */
function casesOfFork(fork: Fork, checks: DirectionChecks): readonly Case[] {
  const allowed = allowedValues(fork);
  const valuesOf = (type: CaseType): readonly Json[] | undefined =>
    allowed?.filter((value) => toCaseType(value) === type);
  const types = caseTypes.filter((type) => allowsType(fork, type) && valuesOf(type)?.length !== 0);
  if (types.length === 0) return [];
  const merged = mergeKeywords(fork, checks);
  if (!allowed) return types.map((type) => ({ ...merged, type }));
  const valuesBy = fork.some((schema) => schema["const"] !== undefined) ? "const" : "enum";
  return types.map((type) => ({ ...merged, type, values: valuesOf(type) ?? [], valuesBy }));
}

function mergeKeywords(fork: Fork, { isAbsent, isExcused }: DirectionChecks): Omit<Case, "type"> {
  const stated = fork.filter((schema) => !isDerived(schema));
  const dependents = readDependents(fork);
  return {
    stated,
    isTyped: stated.some((schema) => schema["type"] !== undefined),
    ...mergeLimits(fork),
    ...numberKeywords(fork),
    ...stringKeywords(fork),
    ...arrayKeywords(fork),
    // A member that only the other side sends is neither required nor generated.
    members: mergeForkMembers(fork, [...dependents].flat(2), isAbsent),
    required: withDependents(
      fork.flatMap((schema) => readRequired(schema).filter((name) => !isExcused(schema, name))),
      dependents,
    ),
    dependents,
    propertyNames: readSchemaKeyword(fork, "propertyNames"),
    examples: fork.flatMap(documentedValues),
  };
}

/** Keywords with a limit. */
const limitKeywords = [...keywords.values()].flatMap(({ name, limit }) => (limit ? [{ name, limit }] : []));

/** Strictest limits of all schemas of a fork. */
function mergeLimits(fork: Fork): Limits {
  const strictest = limitKeywords.map(({ name, limit }) => [
    name,
    mergedValue(name, readNumberKeyword(fork, name)) ?? limit.widest,
  ]);
  return Object.fromEntries(strictest) as Limits;
}

function numberKeywords(fork: Fork) {
  return {
    integer: fork.some(({ type, format }) =>
      type === undefined ? isWholeFormat(format) : ![type].flat().includes("number"),
    ),
    multipleOf: readNumberKeyword(fork, "multipleOf"),
  };
}

function stringKeywords(fork: Fork) {
  const readTextKeyword = (keyword: string): string[] =>
    fork.flatMap((schema) => (typeof schema[keyword] === "string" ? [schema[keyword]] : []));
  return {
    patterns: readTextKeyword("pattern"),
    formats: readTextKeyword("format"),
  };
}

function arrayKeywords(fork: Fork) {
  const prefix = Math.max(0, ...fork.map((schema) => schemas(schema["prefixItems"]).length));
  const items: (readonly JsonSchema[])[] = [];
  return {
    uniqueItems:
      mergedValue(
        "uniqueItems",
        fork.flatMap(({ uniqueItems }) => uniqueItems ?? []),
      ) === true,
    prefix,
    itemsClosedBy: fork.flatMap(closedBy),
    itemAt(index: number): readonly JsonSchema[] {
      const place = Math.min(index, prefix);
      return (items[place] ??= listItemSchemas(fork, place));
    },
    contains: [...Map.groupBy(fork.flatMap(readContains), ({ schema }) => schema).values()].map(mergeContains),
  };
}

/** Keywords that forbid further items. An `items: false` without a prefix is a fault of each item, not of the array. */
function closedBy({ prefixItems, items, unevaluatedItems }: JsonObject): string[] {
  const isClosed = items === false && schemas(prefixItems).length > 0;
  return [...(isClosed ? ["items"] : []), ...(unevaluatedItems === false ? ["unevaluatedItems"] : [])];
}

function readContains({ contains, minContains, maxContains }: JsonObject): ContainsConstraint[] {
  if (contains === undefined) return [];
  const minCount = typeof minContains === "number" ? minContains : 1;
  return [
    { schema: contains as JsonSchema, minCount, maxCount: typeof maxContains === "number" ? maxContains : Infinity },
  ];
}

/** Merges the constraints on items that match the same schema. */
function mergeContains(all: readonly ContainsConstraint[]): ContainsConstraint {
  return {
    schema: (all[0] as ContainsConstraint).schema,
    minCount: Math.max(...all.map(({ minCount }) => minCount)),
    maxCount: Math.min(...all.map(({ maxCount }) => maxCount)),
  };
}

function readNumberKeyword(fork: Fork, keyword: string): number[] {
  return fork.flatMap((schema) => (typeof schema[keyword] === "number" ? [schema[keyword]] : []));
}

function readSchemaKeyword(fork: Fork, keyword: string): JsonSchema[] {
  return fork
    .map((schema) => schema[keyword] as JsonSchema | undefined)
    .filter((schema) => schema !== undefined && schema !== true) as JsonSchema[];
}

function listItemSchemas(fork: Fork, index: number): JsonSchema[] {
  const evaluated = fork.flatMap((schema) => itemSchema(schema, index));
  if (evaluated.length > 0) return evaluated;
  return readSchemaKeyword(fork, "unevaluatedItems");
}

function itemSchema(schema: JsonObject, index: number): JsonSchema[] {
  const prefix = schemas(schema["prefixItems"]);
  if (index < prefix.length) return [prefix[index] as JsonSchema];
  if (schema["items"] === undefined) return [];
  return [schema["items"] as JsonSchema];
}

function readRequired({ required }: JsonObject): readonly string[] {
  if (Array.isArray(required)) return required as string[];
  return [];
}

function readDependents(fork: Fork): Map<string, readonly string[]> {
  const dependents = new Map<string, readonly string[]>();
  for (const { dependentRequired } of fork)
    if (isObject(dependentRequired))
      for (const [name, needed] of Object.entries(dependentRequired))
        dependents.set(name, [...(dependents.get(name) ?? []), ...(needed as string[])]);
  return dependents;
}

/** Names with all members that they require. */
export function withDependents(names: Iterable<string>, dependents: Case["dependents"]): string[] {
  const all = new Set(names);
  for (const name of all) for (const needed of dependents.get(name) ?? []) all.add(needed);
  return [...all];
}

function documentedValues(schema: JsonObject): Json[] {
  const examples = Array.isArray(schema["examples"]) ? schema["examples"] : [];
  return [
    ...(schema["example"] === undefined ? [] : [schema["example"]]),
    ...examples,
    ...(schema["default"] === undefined ? [] : [schema["default"]]),
  ];
}
