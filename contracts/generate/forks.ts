import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { isDiscriminated } from "../schema/ajv.ts";
import type { Contract } from "../model/contract.ts";
import { partsOf, propertyNamesOf, schemas, targetOf, unionKeywords } from "../schema/schema.ts";
import { isObject } from "../model/shapes.ts";
import { canFit, likeliestBranch } from "../schema/union.ts";
import { canonicalJson } from "../model/canonical-json.ts";
import { assumed, chosenBy, having, isDerived, lacking, negationsOf, refusing } from "./negation.ts";
import { type CaseType, caseTypes } from "./type-names.ts";

/** One way to satisfy some schemas: a flat list of schemas that hold together. */
export type Fork = readonly JsonObject[];

/** More ways than this are not followed: some of each alternative stand for all. */
const MAX_FORKS = 24;

/** The ways that one search looks at have so many schemas; beyond them the first of each alternative stands for all. */
const MAX_SCHEMAS = 60_000;

const choiceKeywords = [...unionKeywords, "if", "dependentSchemas"] as const;

/** Where a schema leaves a choice: of the branches of a union, of what holds and what does not, of members and none. */
export interface Choice {
  readonly schema: JsonObject;
  readonly keyword: (typeof choiceKeywords)[number];
}

/** A keyword of one schema that is not obeyed. */
export interface Omitted {
  readonly schema: JsonObject;
  readonly keyword: string;
}

/** Which alternative of a choice comes first, by its index. */
export type FirstOf = (schema: JsonObject, keyword: Choice["keyword"]) => number;

/** Every choice that some schemas leave. */
export function choicesIn(contract: Contract, all: readonly JsonSchema[]): Choice[] {
  const parts = new Set(all.flatMap((schema) => partsOf(contract, schema)));
  for (const part of parts)
    for (const inner of ["if", "then", "else"].flatMap((keyword) =>
      partsOf(contract, (part[keyword] as JsonSchema) ?? true),
    ))
      parts.add(inner);
  return [...parts].flatMap((schema) =>
    choiceKeywords.filter((keyword) => schema[keyword] !== undefined).map((keyword) => ({ schema, keyword })),
  );
}

/** The alternative of a choice that a value is nearest to. */
export function nearest(contract: Contract, { schema, keyword }: Choice, like: Json): number {
  if (keyword === "dependentSchemas")
    return isObject(like) && Object.keys(schema[keyword] as JsonObject).some((name) => Object.hasOwn(like, name))
      ? 1
      : 0;
  if (keyword !== "if") return likeliestBranch(contract, schema, keyword, like);
  return canFit(contract, schema["if"] as JsonSchema, like) ? 0 : 1;
}

const inOrder: FirstOf = () => 0;

const found = new WeakMap<Contract, WeakMap<JsonObject, Fork[]>>();

/** The ways to satisfy all schemas, without those that contradict themselves in plain sight. */
export function forksOf(
  contract: Contract,
  all: readonly JsonSchema[],
  { firstOf = inOrder, omitted, exclusive = false }: ForkOptions = {},
): Fork[] {
  const chosen = all.flatMap(chosenBy);
  const narrow = all.flatMap((schema) => listsIn(contract, schema));
  if (firstOf !== inOrder || omitted || exclusive || chosen.length > 0)
    return waysTo(contract, all, { firstOf, omitted, exclusive, chosen, narrow: omitted ? [] : narrow });
  const each = all.map((schema) => (typeof schema === "boolean" ? waysTo(contract, [schema]) : waysOf(schema)));
  const isCut = each.some(({ length }) => length >= MAX_FORKS);
  return isCut && narrow.length > 0 ? waysTo(contract, all, { narrow }) : cross(each);

  /** Those of one schema, which is asked for in the company of many others. */
  function waysOf(schema: JsonObject): Fork[] {
    let ofSchemas = found.get(contract);
    if (!ofSchemas) found.set(contract, (ofSchemas = new WeakMap()));
    let ways = ofSchemas.get(schema);
    if (!ways) ofSchemas.set(schema, (ways = waysTo(contract, [schema])));
    return ways;
  }
}

export interface ForkOptions {
  readonly firstOf?: FirstOf | undefined;
  readonly omitted?: Omitted | undefined;
  /** Refuse all branches of a `oneOf` but one: where they are open, most values fit several. */
  readonly exclusive?: boolean;
}

interface Wishes extends ForkOptions {
  /** Of a union that has one of these, no other branch is followed. */
  readonly chosen?: readonly JsonSchema[];
  /** Of unions and conditions, only what these do not contradict in plain sight is followed. */
  readonly narrow?: Fork;
}

function waysTo(
  contract: Contract,
  all: readonly JsonSchema[],
  { firstOf = inOrder, omitted, exclusive = false, chosen = [], narrow = [] }: Wishes = {},
): Fork[] {
  const known = new Map<JsonObject, Fork[]>();
  const left: Left = { schemas: MAX_SCHEMAS };
  const each = all.map((schema) => alternatives(schema, new Set()));
  return cross(each, left);

  /** Each schema is looked at once, however many ways lead to it. */
  function alternatives(whole: JsonSchema, entered: ReadonlySet<JsonObject>): Fork[] {
    if (typeof whole === "boolean") return whole ? [[]] : [];
    // A schema that leads back to itself without a level of nesting can never end.
    if (entered.has(whole)) return [];
    let ways = known.get(whole);
    if (!ways) known.set(whole, (ways = alternativesOf(whole, entered)));
    return ways;
  }

  function alternativesOf(whole: JsonObject, entered: ReadonlySet<JsonObject>): Fork[] {
    const inside = new Set([...entered, whole]);
    const schema = omitted?.schema === whole ? withoutKeyword(omitted) : whole;
    const dimensions: Fork[][] = [[[schema]]];
    const follow = (part: JsonSchema): Fork[] => alternatives(part, inside);
    if (typeof schema["$ref"] === "string") dimensions.push(follow(targetOf(contract, schema["$ref"])));
    for (const part of schemas(schema["allOf"])) dimensions.push(follow(part));
    for (const keyword of unionKeywords) {
      const branches = schemas(schema[keyword]);
      const only = chosen.length === 0 ? undefined : branches.find(isChosen);
      const followed = only === undefined ? beginningAt(firstOf(schema, keyword), branches) : [only];
      const others = (branch: JsonSchema): readonly JsonSchema[] =>
        exclusive && keyword === "oneOf" && !isDiscriminated(schema) ? branches.filter((one) => one !== branch) : [];
      const ways = followed.flatMap((branch) => {
        const refusals = others(branch).map((other) => negated(other).flatMap(follow));
        return cross([tagging(schema, branch), follow(branch), ...refusals], left);
      });
      if (branches.length > 0) dimensions.push(ways.filter((way) => isKept([...narrow, ...way], left)));
    }
    if (schema["if"] !== undefined) dimensions.push(conditional(schema, follow));
    if (schema["not"] !== undefined) dimensions.push(negated(schema["not"] as JsonSchema).flatMap(follow));
    if (isObject(schema["dependentSchemas"]))
      for (const [name, part] of Object.entries(schema["dependentSchemas"])) {
        const absent: Fork[] = [[lacking(name)]];
        const present = cross([[[having(name)]], follow(part as JsonSchema)], left);
        dimensions.push(beginningAt(firstOf(schema, "dependentSchemas"), [absent, present]).flat());
      }
    return cross(dimensions, left);
  }

  /** Whoever reads the value finds the branch by the discriminator's property, though the branch may not require it. */
  function tagging({ discriminator }: JsonObject, branch: JsonSchema): Fork[] {
    const name = isObject(discriminator) ? discriminator["propertyName"] : undefined;
    return typeof name === "string" && propertyNamesOf(contract, branch).has(name) ? [[having(name)]] : [[]];
  }

  /** What a schema or its target refuses: the same objects each time, so that circles through `not` are seen as well. */
  function negated(schema: JsonSchema): readonly JsonSchema[] {
    const reference = isObject(schema) ? schema["$ref"] : undefined;
    const target = typeof reference === "string" ? [refusing(targetOf(contract, reference))] : [];
    return [...target, ...negationsOf(schema)];
  }

  function isChosen(branch: JsonSchema): boolean {
    const reference = isObject(branch) ? branch["$ref"] : undefined;
    return chosen.some(
      (one) => one === branch || (reference !== undefined && isObject(one) && one["$ref"] === reference),
    );
  }

  function conditional(schema: JsonObject, follow: (part: JsonSchema) => Fork[]): Fork[] {
    const met = follow(schema["if"] as JsonSchema).map((fork) => fork.map(assumed));
    const holds = cross([met, follow((schema["then"] ?? true) as JsonSchema)], left);
    const fails = negated(schema["if"] as JsonSchema).flatMap(follow);
    const others = cross([fails, follow((schema["else"] ?? true) as JsonSchema)], left);
    const ways = beginningAt(firstOf(schema, "if"), [holds, others]).flat();
    return ways.filter((way) => isKept([...narrow, ...way], left));
  }
}

/** What lists values, or those of members, in a schema or what it is put together of. */
function listsIn(contract: Contract, whole: JsonSchema): readonly JsonObject[] {
  const parts = new Set<JsonSchema>([whole]);
  for (const part of parts) {
    if (typeof part === "boolean") continue;
    const branches = schemas(part["anyOf"]);
    const target = typeof part["$ref"] === "string" ? [targetOf(contract, part["$ref"])] : [];
    for (const inner of [...target, ...schemas(part["allOf"]), ...(branches.length === 1 ? branches : [])])
      parts.add(inner);
  }
  return [...parts].filter(isObject).filter(tellsValues);
}

const telling = new WeakMap<JsonObject, boolean>();

/** Whether a schema lists values, or those of a member: asked for with each value of a schema, and looked at once. */
function tellsValues(schema: JsonObject): boolean {
  let tells = telling.get(schema);
  if (tells === undefined) {
    const lists = (one: Json): boolean => isObject(one) && allowedValues([one]) !== undefined;
    telling.set(schema, (tells = lists(schema) || Object.values(propertiesOf(schema)).some(lists)));
  }
  return tells;
}

function withoutKeyword({ schema, keyword }: Omitted): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== keyword));
}

/** The one at an index first, and then the others. */
function beginningAt<T>(index: number, all: readonly T[]): readonly T[] {
  return index === 0 ? all : [...all.slice(index, index + 1), ...all.slice(0, index), ...all.slice(index + 1)];
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
  const refused = new Set(fork.flatMap(refusedBy).map(canonicalJson));
  return refused.size === 0 ? values : values?.filter((value) => !refused.has(canonicalJson(value)));
}

/** The values that a `not` takes away, where it does nothing else. */
function refusedBy({ not }: JsonObject): readonly Json[] {
  if (!isObject(not) || Object.keys(not).length !== 1) return [];
  return not["const"] === undefined ? (Array.isArray(not["enum"]) ? not["enum"] : []) : [not["const"]];
}

/** Whether no `type` keyword excludes a type; a whole number is a number. */
export function allowsType(fork: Fork, type: CaseType): boolean {
  return fork.every((schema) => {
    if (schema["type"] === undefined) return true;
    const types = [schema["type"]].flat();
    return types.includes(type) || (type === "number" && types.includes("integer"));
  });
}

/** One of each dimension together. Each alternative has its turn before any is repeated. */
function cross(dimensions: readonly Fork[][], left: Left = { schemas: MAX_SCHEMAS }): Fork[] {
  let result: Fork[] = [[]];
  for (const dimension of dimensions) {
    const next: Fork[] = [];
    for (let turn = 0; turn < result.length * dimension.length && next.length < most(left); turn++) {
      const at = turn % result.length;
      const other = (at + Math.floor(turn / result.length)) % dimension.length;
      const fork = [...new Set([...(result[at] as Fork), ...(dimension[other] as Fork)])];
      if (isKept(fork, left)) next.push(fork);
    }
    result = next;
  }
  return result;
}

/** How many more schemas a search looks at. */
interface Left {
  schemas: number;
}

function most(left: Left): number {
  return left.schemas > 0 ? MAX_FORKS : 1;
}

function isKept(way: Fork, left: Left): boolean {
  left.schemas -= way.length;
  return left.schemas < 0 || isPossible(way);
}

function isPossible(fork: Fork): boolean {
  const types = caseTypes.filter((type) => allowsType(fork, type));
  return types.length > 0 && allowedValues(fork)?.length !== 0 && (types.join() !== "object" || hasMembers(fork));
}

/** Whether there is a value for each member that must be there, of those that a condition was decided by. */
function hasMembers(fork: Fork): boolean {
  const names = new Set(fork.filter(isDerived).flatMap((schema) => Object.keys(propertiesOf(schema))));
  return [...names].every((name) => {
    if (!fork.some(({ required }) => Array.isArray(required) && required.includes(name))) return true;
    const said = fork.map(propertiesOf).flatMap((own) => (Object.hasOwn(own, name) ? [own[name]] : []));
    return !said.includes(false) && allowedValues(said.filter(isObject))?.length !== 0;
  });
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

function common(some: readonly Json[], others: readonly Json[]): Json[] {
  const texts = new Set(others.map(canonicalJson));
  return some.filter((value) => texts.has(canonicalJson(value)));
}
