import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { isDiscriminated } from "../schema/ajv.ts";
import type { Contract } from "../model/contract.ts";
import {
  type UnionKeyword,
  isTransparent,
  listSchemaParts,
  listPropertyNames,
  schemas,
  resolveTarget,
  unionKeywords,
} from "../schema/schema.ts";
import { isObject } from "../model/shapes.ts";
import { chargeShared, isSharedUsedUp } from "../patterns/work.ts";
import { canBeValid, likeliestBranch } from "../schema/union.ts";
import {
  assumedSchema,
  chosenBy,
  schemaWithMember,
  isDerived,
  schemaWithoutMember,
  negateSchema,
  rejectingSchema,
} from "./negation.ts";
import { allowedValues, allowsType } from "./allowed-values.ts";
import { caseTypes } from "./case-types.ts";
import { chosenBranchAmong } from "./chosen-branch.ts";

/** One way to satisfy schemas: a flat list of schemas without choices, which apply together. */
export type Fork = readonly JsonObject[];

/** Maximum number of forks. Beyond it, some branches of each choice represent all. */
const MAX_FORKS = 24;

/**
 * Maximum number of schemas in the forks of one search with options, or of one schema otherwise. Beyond it, the first
 * branch of each choice represents all.
 */
const MAX_SCHEMAS = 60_000;

/** Steps of the shared budget that a schema in a fork takes. */
const STEPS_OF_SCHEMA = 40;

const choiceKeywords = [...unionKeywords, "if", "dependentSchemas"] as const;

/**
 * Choice in a schema: a branch of a union, a condition that holds or not, or a member with dependent schemas that
 * exists or not.
 */
export interface Choice {
  readonly schema: JsonObject;
  readonly keyword: (typeof choiceKeywords)[number];
}

/** Keyword of one schema that is ignored. */
export interface Omitted {
  readonly schema: JsonObject;
  readonly keyword: string;
}

/** Index of the branch that is tried first for a choice. */
export type FirstOf = (schema: JsonObject, keyword: Choice["keyword"]) => number;

/** All choices in schemas. */
export function listChoices(contract: Contract, all: readonly JsonSchema[]): Choice[] {
  const parts = new Set(all.flatMap((schema) => listSchemaParts(contract, schema)));
  for (const part of parts)
    for (const inner of ["if", "then", "else"].flatMap((keyword) =>
      listSchemaParts(contract, (part[keyword] as JsonSchema) ?? true),
    ))
      parts.add(inner);
  return [...parts].flatMap((schema) =>
    choiceKeywords.filter((keyword) => schema[keyword] !== undefined).map((keyword) => ({ schema, keyword })),
  );
}

/** Index of the branch that a value most likely represents, for one choice. */
export function likeliestOption(contract: Contract, { schema, keyword }: Choice, like: Json): number {
  if (keyword === "dependentSchemas") {
    if (isObject(like) && Object.keys(schema[keyword] as JsonObject).some((name) => Object.hasOwn(like, name)))
      return 1;
    return 0;
  }
  if (keyword !== "if") return likeliestBranch(contract, schema, keyword, like);
  if (canBeValid(contract, schema["if"] as JsonSchema, like)) return 0;
  return 1;
}

const documentOrder: FirstOf = () => 0;

/** Forks of one schema, and the enclosing schemas that it refers to, which its forks depend on. */
interface SchemaForks {
  readonly forks: Fork[];
  readonly enclosing: ReadonlySet<JsonObject>;
}

/** Forks of schemas without options. They do not depend on what was searched before. */
const forksByContract = new WeakMap<Contract, WeakMap<JsonObject, SchemaForks>>();

/**
 * Forks that satisfy all schemas, without those that obviously contradict themselves. None if the shared budget is used
 * up: whoever shares it must not conclude that no value is valid.
 */
export function listForks(
  contract: Contract,
  all: readonly JsonSchema[],
  { firstOf = documentOrder, omitted, exclusive = false }: ForkOptions = {},
): Fork[] {
  if (isSharedUsedUp()) return [];
  const chosen = all.flatMap(chosenBy);
  const otherSchemas = all.flatMap((schema) => findValueLists(contract, schema));
  if (firstOf !== documentOrder || omitted || exclusive || chosen.length > 0)
    return searchForks(contract, all, {
      firstOf,
      omitted,
      exclusive,
      chosen,
      otherSchemas: omitted ? [] : otherSchemas,
    });
  const each = all.map((schema) => searchForks(contract, [schema]));
  const isCut = each.some(({ length }) => length >= MAX_FORKS);
  if (isCut && otherSchemas.length > 0) return searchForks(contract, all, { otherSchemas });
  return combine(each);
}

function getSharedForks(contract: Contract): WeakMap<JsonObject, SchemaForks> {
  let shared = forksByContract.get(contract);
  if (!shared) forksByContract.set(contract, (shared = new WeakMap()));
  return shared;
}

export interface ForkOptions {
  readonly firstOf?: FirstOf | undefined;
  readonly omitted?: Omitted | undefined;
  /**
   * For a `oneOf`: exclude values that match several branches, as most values of branches without required members do.
   */
  readonly exclusive?: boolean;
}

interface SearchOptions extends ForkOptions {
  /** Branches that the search must choose: a union that contains one of them uses only that one. */
  readonly chosen?: readonly JsonSchema[];
  /** Schemas that also apply. Branches of unions and conditions that obviously contradict them are skipped. */
  readonly otherSchemas?: Fork;
}

function searchForks(
  contract: Contract,
  all: readonly JsonSchema[],
  { firstOf = documentOrder, omitted, exclusive = false, chosen = [], otherSchemas = [] }: SearchOptions = {},
): Fork[] {
  const isPlain = firstOf === documentOrder && !omitted && !exclusive && chosen.length + otherSchemas.length === 0;
  const shared = isPlain ? getSharedForks(contract) : undefined;
  const own = new Map<JsonObject, SchemaForks>();
  const chosenBranch = chosenBranchAmong(chosen);
  const budgetOfSearch: SearchBudget = { schemas: MAX_SCHEMAS };
  /** Open schemas that the current schema refers to. */
  let enclosing = new Set<JsonObject>();
  const each = all.map((schema) => alternatives(schema, new Set()));
  if (each.length === 1) return each[0] as Fork[];
  return combine(each, budgetOfSearch);

  /** Forks of a schema, computed once, however many paths lead to it. */
  function alternatives(whole: JsonSchema, openSchemas: ReadonlySet<JsonObject>): Fork[] {
    if (typeof whole === "boolean") return whole ? [[]] : [];
    if (openSchemas.has(whole)) {
      // A schema that refers to itself at the same level can never be satisfied.
      enclosing.add(whole);
      return [];
    }
    const { forks, enclosing: found } = shared?.get(whole) ?? own.get(whole) ?? computeForks(whole, openSchemas);
    for (const schema of found) enclosing.add(schema);
    return forks;
  }

  function computeForks(whole: JsonObject, openSchemas: ReadonlySet<JsonObject>): SchemaForks {
    const outer = enclosing;
    enclosing = new Set();
    const forks = combineAlternatives(whole, openSchemas);
    enclosing.delete(whole);
    const result = { forks, enclosing };
    enclosing = outer;
    // Forks of a search that ended early are not those of the schema.
    const isShared = shared && result.enclosing.size === 0 && !isSharedUsedUp();
    (isShared ? shared : own).set(whole, result);
    return result;
  }

  function combineAlternatives(whole: JsonObject, openSchemas: ReadonlySet<JsonObject>): Fork[] {
    const inside = new Set([...openSchemas, whole]);
    const budget = isPlain ? { schemas: MAX_SCHEMAS } : budgetOfSearch;
    const schema = omitted?.schema === whole ? withoutKeyword(omitted) : whole;
    const dimensions: Fork[][] = [[isTransparent(schema) ? [] : [schema]]];
    const followPart = (part: JsonSchema): Fork[] => alternatives(part, inside);
    if (typeof schema["$ref"] === "string") dimensions.push(followPart(resolveTarget(contract, schema["$ref"])));
    for (const part of schemas(schema["allOf"])) dimensions.push(followPart(part));
    for (const keyword of unionKeywords) {
      const only = chosenBranch(schema[keyword]);
      const branches = only === undefined || exclusive ? schemas(schema[keyword]) : [only];
      const followed = only === undefined ? moveToFront(firstOf(schema, keyword), branches) : [only];
      const others = (branch: JsonSchema): readonly JsonSchema[] =>
        exclusive && keyword === "oneOf" && !isDiscriminated(schema) ? branches.filter((one) => one !== branch) : [];
      const branchForks = followed.flatMap((branch) => {
        const negatedForks = others(branch).map((other) => negationSchemas(other).flatMap(followPart));
        return combine([withDiscriminatorProperty(schema, branch), followPart(branch), ...negatedForks], budget);
      });
      if (branches.length > 0)
        dimensions.push(branchForks.filter((fork) => countAndCheckFork([...otherSchemas, ...fork], budget)));
    }
    if (schema["if"] !== undefined) dimensions.push(conditional(schema, followPart, budget));
    if (schema["not"] !== undefined) dimensions.push(negationSchemas(schema["not"] as JsonSchema).flatMap(followPart));
    if (isObject(schema["dependentSchemas"]))
      for (const [name, part] of Object.entries(schema["dependentSchemas"])) {
        const absent: Fork[] = [[schemaWithoutMember(name)]];
        const present = combine([[[schemaWithMember(name)]], followPart(part as JsonSchema)], budget);
        dimensions.push(moveToFront(firstOf(schema, "dependentSchemas"), [absent, present]).flat());
      }
    return combine(dimensions, budget);
  }

  /** Requires the discriminator's property, even if the branch does not, because readers select the branch by it. */
  function withDiscriminatorProperty({ discriminator }: JsonObject, branch: JsonSchema): Fork[] {
    const name = isObject(discriminator) ? discriminator["propertyName"] : undefined;
    if (typeof name === "string" && listPropertyNames(contract, branch).has(name)) return [[schemaWithMember(name)]];
    return [[]];
  }

  /**
   * Schemas that accept what a schema or its target rejects. They are created once for each schema, so that recursion
   * through `not` is detected.
   */
  function negationSchemas(schema: JsonSchema): readonly JsonSchema[] {
    const reference = isObject(schema) ? schema["$ref"] : undefined;
    const target = typeof reference === "string" ? [rejectingSchema(resolveTarget(contract, reference))] : [];
    return [...target, ...negateSchema(schema)];
  }

  function conditional(schema: JsonObject, follow: (part: JsonSchema) => Fork[], budget: SearchBudget): Fork[] {
    const assumedForks = follow(schema["if"] as JsonSchema).map((fork) => fork.map(assumedSchema));
    const whenMet = combine([assumedForks, follow((schema["then"] ?? true) as JsonSchema)], budget);
    const negatedConditionForks = negationSchemas(schema["if"] as JsonSchema).flatMap(follow);
    const whenNotMet = combine([negatedConditionForks, follow((schema["else"] ?? true) as JsonSchema)], budget);
    const forks = moveToFront(firstOf(schema, "if"), [whenMet, whenNotMet]).flat();
    return forks.filter((fork) => countAndCheckFork([...otherSchemas, ...fork], budget));
  }
}

/**
 * Finds schemas with a list of values (`enum`, `const`) for the value or its members, in a schema and the schemas that
 * it combines.
 */
function findValueLists(contract: Contract, whole: JsonSchema): readonly JsonObject[] {
  const chooseOnly = (union: JsonObject, keyword: UnionKeyword): readonly JsonSchema[] => {
    const branches = keyword === "anyOf" ? schemas(union[keyword]) : [];
    return branches.length === 1 ? branches : [];
  };
  return listSchemaParts(contract, whole, chooseOnly).filter(listsValues);
}

const listsValuesOf = new WeakMap<JsonObject, boolean>();

/** Checks that a schema lists values, or those of a member. Cached, because it is called for each value. */
function listsValues(schema: JsonObject): boolean {
  let isListing = listsValuesOf.get(schema);
  if (isListing === undefined) {
    const lists = (one: Json): boolean => isObject(one) && allowedValues([one]) !== undefined;
    listsValuesOf.set(schema, (isListing = lists(schema) || Object.values(readProperties(schema)).some(lists)));
  }
  return isListing;
}

function withoutKeyword({ schema, keyword }: Omitted): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== keyword));
}

/** Items with the one at an index first. */
function moveToFront<T>(index: number, all: readonly T[]): readonly T[] {
  if (index === 0) return all;
  return [...all.slice(index, index + 1), ...all.slice(0, index), ...all.slice(index + 1)];
}

/** Combinations of one fork of each dimension. Each fork is used once before any is repeated. */
function combine(dimensions: readonly Fork[][], budget: SearchBudget = { schemas: MAX_SCHEMAS }): Fork[] {
  let result: Fork[] = [[]];
  for (const dimension of dimensions) {
    const next: Fork[] = [];
    for (let index = 0; index < result.length * dimension.length && next.length < maxForks(budget); index++) {
      const at = index % result.length;
      const other = (at + Math.floor(index / result.length)) % dimension.length;
      const fork = [...new Set([...(result[at] as Fork), ...(dimension[other] as Fork)])];
      if (countAndCheckFork(fork, budget)) next.push(fork);
    }
    result = next;
  }
  return result;
}

/** Remaining number of schemas of a search. */
interface SearchBudget {
  schemas: number;
}

function maxForks(budget: SearchBudget): number {
  return budget.schemas > 0 ? MAX_FORKS : 1;
}

function countAndCheckFork(fork: Fork, budget: SearchBudget): boolean {
  budget.schemas -= fork.length;
  chargeShared(STEPS_OF_SCHEMA * fork.length);
  if (isSharedUsedUp()) budget.schemas = Math.min(budget.schemas, -1);
  return budget.schemas < 0 || isSatisfiableFork(fork);
}

function isSatisfiableFork(fork: Fork): boolean {
  const types = caseTypes.filter((type) => allowsType(fork, type));
  const isObjectOnly = types.length === 1 && types[0] === "object";
  return types.length > 0 && allowedValues(fork)?.length !== 0 && (!isObjectOnly || canHaveRequiredMembers(fork));
}

/** Checks that each required member has a possible value, for members of derived schemas. */
function canHaveRequiredMembers(fork: Fork): boolean {
  const names = new Set(fork.filter(isDerived).flatMap((schema) => Object.keys(readProperties(schema))));
  return [...names].every((name) => {
    if (!fork.some(({ required }) => Array.isArray(required) && required.includes(name))) return true;
    const memberSchemas = fork
      .map(readProperties)
      .flatMap((properties) => (Object.hasOwn(properties, name) ? [properties[name]] : []));
    return !memberSchemas.includes(false) && allowedValues(memberSchemas.filter(isObject))?.length !== 0;
  });
}

function readProperties({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}
