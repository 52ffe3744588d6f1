import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { absentIn } from "../schema/absent.ts";
import type { IsAbsent } from "../schema/branches-for.ts";
import type { Contract } from "../model/contract.ts";
import { schemas, targetOf } from "../schema/schema.ts";
import { isObject } from "../model/shapes.ts";
import type { Direction } from "../schema/validator.ts";
import { type Fork, type ForkOptions, allowedValues, allowsType, forksOf } from "./forks.ts";
import { type Members, membersOf, withNames } from "./members.ts";
import { isDerived } from "./negation.ts";
import { describedTypes, isWholeFormat } from "./described-types.ts";
import { type CaseType, caseTypeOf, caseTypes } from "./type-names.ts";

/** All constraints on values of one JSON type, merged from every schema that applies at once. */
export interface Case {
  readonly type: CaseType;
  /** The schemas that ask for it, without those that were made up to lead there. */
  readonly stated: Fork;
  /** Whether a `type` keyword says so. */
  readonly isTyped: boolean;
  /** The only values allowed, where `enum` or `const` says so. */
  readonly values?: readonly Json[];
  /** Which of the two it was. */
  readonly valuesBy?: "enum" | "const";
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
  /** How many items, from the start, have schemas of their own. */
  readonly prefix: number;
  /** The keywords that refuse items beyond those. */
  readonly itemsClosedBy: readonly string[];
  /** The schemas of the item at an index. */
  readonly itemAt: (index: number) => readonly JsonSchema[];
  /** Which items there must be some of, and how many. */
  readonly contains: readonly Contained[];
  readonly minProperties: number;
  readonly maxProperties: number;
  readonly members: Members;
  readonly required: readonly string[];
  /** By name, the members that must be there where that one is. */
  readonly dependents: ReadonlyMap<string, readonly string[]>;
  /** What the names of members must fit. */
  readonly propertyNames: readonly JsonSchema[];
  /** Documented values: examples and the default. */
  readonly examples: readonly Json[];
}

/** Items of which there is a least and a greatest number. */
export interface Contained {
  readonly schema: JsonSchema;
  readonly least: number;
  readonly most: number;
}

export interface CaseOptions extends ForkOptions {
  readonly direction: Direction;
  /** Whether schemas without `type` have cases of all types that they accept, or only of those that they describe. */
  readonly everyType: boolean;
}

/** The cases of a value that must fit all of the given schemas, in the order of their forks. None means that nothing fits. */
export function casesOf(
  contract: Contract,
  { direction, everyType, ...forking }: CaseOptions,
  all: readonly JsonSchema[],
): Case[] {
  const absent = direction === "request" ? "readOnly" : "writeOnly";
  const isAbsent = (schema: JsonSchema): boolean => isMarked(contract, schema, absent);
  const isExcused = absentIn(contract, direction);
  return forksOf(contract, all, forking).flatMap((fork) => {
    const cases = caseTypes.flatMap((type) => mergeCase(fork, type, { isAbsent, isExcused }) ?? []);
    return everyType || cases.length < 2 ? cases : asDescribed(cases);
  });
}

/** Of the cases of a fork without `type`, those that its keywords are about. */
function asDescribed(cases: readonly Case[]): readonly Case[] {
  const [{ isTyped, stated, examples }] = cases as [Case];
  const types = isTyped ? undefined : describedTypes(stated, examples);
  const described = types ? cases.filter(({ type, values }) => values || types.has(type)) : [];
  return described.length > 0 ? described : cases;
}

interface Uncarried {
  /** Whether it is marked as what only the other side sends. */
  readonly isAbsent: (schema: JsonSchema) => boolean;
  /** Whether the validator excuses the lack of a name. */
  readonly isExcused: IsAbsent;
}

function mergeCase(fork: Fork, type: CaseType, { isAbsent, isExcused }: Uncarried): Case | undefined {
  if (!allowsType(fork, type)) return undefined;
  const values = allowedValues(fork)?.filter((value) => caseTypeOf(value) === type);
  if (values?.length === 0) return undefined;
  const stated = fork.filter((schema) => !isDerived(schema));
  const dependents = dependentsOf(fork);
  return {
    type,
    stated,
    isTyped: stated.some((schema) => schema["type"] !== undefined),
    ...(values && { values, valuesBy: fork.some((schema) => schema["const"] !== undefined) ? "const" : "enum" }),
    ...numberKeywords(fork),
    ...stringKeywords(fork),
    ...arrayKeywords(fork),
    minProperties: highest(fork, "minProperties"),
    maxProperties: lowest(fork, "maxProperties"),
    // A member that only the other side sends is neither needed nor made.
    members: withNames(membersOf(fork), ({ names, schemasAt }) =>
      [...new Set([...names, ...[...dependents].flat(2)])].filter((name) => !schemasAt(name)?.some(isAbsent)),
    ),
    required: withDependents(
      fork.flatMap((schema) => requiredOf(schema).filter((name) => !isExcused(schema, name))),
      dependents,
    ),
    dependents,
    propertyNames: listed(fork, "propertyNames"),
    examples: fork.flatMap(documentedValues),
  };
}

function numberKeywords(fork: Fork) {
  return {
    integer: fork.some(({ type, format }) =>
      type === undefined ? isWholeFormat(format) : ![type].flat().includes("number"),
    ),
    minimum: highest(fork, "minimum", -Infinity),
    maximum: lowest(fork, "maximum"),
    exclusiveMinimum: highest(fork, "exclusiveMinimum", -Infinity),
    exclusiveMaximum: lowest(fork, "exclusiveMaximum"),
    multipleOf: numbers(fork, "multipleOf"),
  };
}

function stringKeywords(fork: Fork) {
  const texts = (keyword: string): string[] =>
    fork.flatMap((schema) => (typeof schema[keyword] === "string" ? [schema[keyword]] : []));
  return {
    minLength: highest(fork, "minLength"),
    maxLength: lowest(fork, "maxLength"),
    patterns: texts("pattern"),
    formats: texts("format"),
  };
}

function arrayKeywords(fork: Fork) {
  return {
    minItems: highest(fork, "minItems"),
    maxItems: lowest(fork, "maxItems"),
    uniqueItems: fork.some((schema) => schema["uniqueItems"] === true),
    prefix: Math.max(0, ...fork.map((schema) => schemas(schema["prefixItems"]).length)),
    itemsClosedBy: fork.flatMap(closedBy),
    itemAt: (index: number) => itemsAt(fork, index),
    contains: [...Map.groupBy(fork.flatMap(containedBy), ({ schema }) => schema).values()].map(together),
  };
}

/** A list without places of its own that holds nothing is told of each item, and not of the list. */
function closedBy({ prefixItems, items, unevaluatedItems }: JsonObject): string[] {
  const isClosed = items === false && schemas(prefixItems).length > 0;
  return [...(isClosed ? ["items"] : []), ...(unevaluatedItems === false ? ["unevaluatedItems"] : [])];
}

function containedBy({ contains, minContains, maxContains }: JsonObject): Contained[] {
  if (contains === undefined) return [];
  const least = typeof minContains === "number" ? minContains : 1;
  return [{ schema: contains as JsonSchema, least, most: typeof maxContains === "number" ? maxContains : Infinity }];
}

/** What several say of the same items. */
function together(all: readonly Contained[]): Contained {
  return {
    schema: (all[0] as Contained).schema,
    least: Math.max(...all.map(({ least }) => least)),
    most: Math.min(...all.map(({ most }) => most)),
  };
}

function numbers(fork: Fork, keyword: string): number[] {
  return fork.flatMap((schema) => (typeof schema[keyword] === "number" ? [schema[keyword]] : []));
}

function highest(fork: Fork, keyword: string, least = 0): number {
  return Math.max(least, ...numbers(fork, keyword));
}

function lowest(fork: Fork, keyword: string): number {
  return Math.min(Infinity, ...numbers(fork, keyword));
}

function listed(fork: Fork, keyword: string): JsonSchema[] {
  return fork
    .map((schema) => schema[keyword] as JsonSchema | undefined)
    .filter((schema) => schema !== undefined && schema !== true) as JsonSchema[];
}

function itemsAt(fork: Fork, index: number): JsonSchema[] {
  const evaluated = fork.flatMap((schema) => itemSchema(schema, index));
  return evaluated.length > 0 ? evaluated : listed(fork, "unevaluatedItems");
}

function itemSchema(schema: JsonObject, index: number): JsonSchema[] {
  const prefix = schemas(schema["prefixItems"]);
  if (index < prefix.length) return [prefix[index] as JsonSchema];
  return schema["items"] === undefined ? [] : [schema["items"] as JsonSchema];
}

function requiredOf({ required }: JsonObject): readonly string[] {
  return Array.isArray(required) ? (required as string[]) : [];
}

function dependentsOf(fork: Fork): Map<string, readonly string[]> {
  const dependents = new Map<string, readonly string[]>();
  for (const { dependentRequired } of fork)
    if (isObject(dependentRequired))
      for (const [name, needed] of Object.entries(dependentRequired))
        dependents.set(name, [...(dependents.get(name) ?? []), ...(needed as string[])]);
  return dependents;
}

/** Some members with all that must be there beside them. */
export function withDependents(names: Iterable<string>, dependents: Case["dependents"]): string[] {
  const all = new Set(names);
  for (const name of all) for (const needed of dependents.get(name) ?? []) all.add(needed);
  return [...all];
}

function isMarked(contract: Contract, schema: JsonSchema, marker: string, seen = new Set<JsonSchema>()): boolean {
  if (typeof schema === "boolean" || seen.has(schema)) return false;
  seen.add(schema);
  if (schema[marker] === true) return true;
  const parts = schemas(schema["allOf"]);
  if (typeof schema["$ref"] === "string") parts.push(targetOf(contract, schema["$ref"]));
  return parts.some((part) => isMarked(contract, part, marker, seen));
}

function documentedValues(schema: JsonObject): Json[] {
  const examples = Array.isArray(schema["examples"]) ? schema["examples"] : [];
  return [
    ...(schema["example"] === undefined ? [] : [schema["example"]]),
    ...examples,
    ...(schema["default"] === undefined ? [] : [schema["default"]]),
  ];
}
