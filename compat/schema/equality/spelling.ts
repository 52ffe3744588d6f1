import { type Contract, type Json, type JsonObject, isObject, targetOf } from "../../../contracts/index.ts";
import { type NormalizedSpelling, impliedAt, normalizeAdditional, withoutAnyName } from "../additional.ts";
import { isAnnotation } from "../place.ts";
import { isFalseSchema, acceptanceOf, acceptsAll, acceptsNone } from "../acceptance.ts";
import { allTypes } from "../types.ts";

/**
 * Function that splits a schema into parts without references, which apply together. It returns undefined if the schema
 * has a union.
 */
export type PiecesOf = (schema: JsonObject) => readonly JsonObject[] | undefined;

/** Schema of no value, like `false`. */
export const nothing: JsonObject = { enum: [] };

const known = new WeakMap<Contract, WeakMap<JsonObject, NormalizedSpelling>>();
const roundabout = ["not", "if", "dependentSchemas", "unevaluatedProperties", "unevaluatedItems", "patternProperties"];
/** Keywords that close an object or an array if their schema accepts nothing. */
const closing = ["additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems"];

/**
 * Normalizes the spelling of a schema. `dependentSchemas` that only require members become `dependentRequired`; `not`
 * of any value becomes a schema of no value; double negation is removed; `not` of types becomes the other types; a
 * condition that always or never applies becomes its branch; `unevaluated…` without other keywords becomes
 * `additional…`; a pattern for every name becomes `additionalProperties`; a closing schema without values becomes
 * `false`.
 */
export function normalizeSpelling(contract: Contract, schema: JsonObject, piecesOf: PiecesOf): NormalizedSpelling {
  if (isPlain(schema) && !closing.some((keyword) => isObject(schema[keyword]))) return { schema, also: [] };
  const all = known.get(contract) ?? new WeakMap<JsonObject, NormalizedSpelling>();
  known.set(contract, all);
  let found = all.get(schema);
  if (!found) {
    // A recursive schema stays as it is.
    all.set(schema, { schema, also: [] });
    found = normalized(contract, schema, piecesOf);
    all.set(schema, found);
  }
  return found;
}

function isPlain(schema: JsonObject): boolean {
  return roundabout.every((keyword) => schema[keyword] === undefined);
}

function normalized(contract: Contract, whole: JsonObject, piecesOf: PiecesOf): NormalizedSpelling {
  const schema = withClosed(contract, whole);
  if (isPlain(schema)) return { schema, also: [] };
  if (schema["not"] !== undefined && acceptsAll(contract, schema["not"])) return { schema: nothing, also: [] };
  const spelling = withoutAnyName(normalizeAdditional(withDependentRequired(withListing(schema, piecesOf), piecesOf)));
  return withTypes(contract, withoutDoubleNegation(contract, withoutDecidedConditions(contract, spelling)));
}

function withClosed(contract: Contract, schema: JsonObject): JsonObject {
  const closed = closing.filter((keyword) => isObject(schema[keyword]) && isFalseSchema(contract, schema[keyword]));
  return closed.length === 0 ? schema : { ...schema, ...Object.fromEntries(closed.map((keyword) => [keyword, false])) };
}

/** Merges the parts of a `not` that consists of types and lists only. */
function withListing(schema: JsonObject, piecesOf: PiecesOf): JsonObject {
  const { not } = schema;
  if (!isObject(not) || Object.keys(not).every(isOwnConstraint)) return schema;
  const constraints = piecesOf(not)?.flatMap((piece) =>
    Object.entries(piece).filter(([keyword]) => isOwnConstraint(keyword)),
  );
  const keywords = new Set(constraints?.map(([keyword]) => keyword));
  const isListing = [...keywords].every((keyword) => ["type", "enum", "const"].includes(keyword));
  if (!constraints || keywords.size === 0 || keywords.size < constraints.length || !isListing) return schema;
  return { ...schema, not: Object.fromEntries(constraints) };
}

function isOwnConstraint(keyword: string): boolean {
  return !isAnnotation(keyword) && keyword !== "$ref" && keyword !== "allOf";
}

function withoutDoubleNegation(
  contract: Contract,
  { schema, also, ...others }: NormalizedSpelling,
): NormalizedSpelling {
  const { not, ...rest } = schema;
  const inner = isObject(not) ? referenceTarget(contract, not) : undefined;
  if (!inner) return { schema, also, ...others };
  const { not: constraints, ...beside } = inner.schema;
  if (constraints === undefined || !acceptsAll(contract, beside)) return { schema, also, ...others };
  const { reference } = inner;
  const found =
    reference === undefined ? impliedAt("not/not", constraints) : impliedAt("not", { $ref: `${reference}/not` });
  return { schema: rest, also: [...also, ...found], ...others };
}

/** Target of a schema that is only a reference, with the reference; otherwise the schema. */
function referenceTarget(
  contract: Contract,
  schema: JsonObject,
): { readonly schema: JsonObject; readonly reference?: string } | undefined {
  const { $ref } = schema;
  if (typeof $ref !== "string" || !Object.keys(schema).every((key) => key === "$ref" || isAnnotation(key)))
    return { schema };
  const target = targetOf(contract, $ref);
  return isObject(target as Json) ? { schema: target as JsonObject, reference: $ref } : undefined;
}

function withoutDecidedConditions(
  contract: Contract,
  { schema, also, ...others }: NormalizedSpelling,
): NormalizedSpelling {
  const { if: condition, then, else: otherwise, ...rest } = schema;
  if (condition === undefined) return { schema, also, ...others };
  const isRedundant = [then, otherwise].every((follows) => follows === undefined || acceptsAll(contract, follows));
  if (isRedundant) return { schema: rest, also, ...others };
  if (acceptsAll(contract, condition)) return { schema: rest, also: [...also, ...impliedAt("then", then)], ...others };
  return acceptsNone(contract, condition)
    ? { schema: rest, also: [...also, ...impliedAt("else", otherwise)], ...others }
    : { schema, also, ...others };
}

/**
 * Replaces keywords that reject all values of some types by a list of the other types. A keyword that has no other
 * effect is removed.
 */
function withTypes(contract: Contract, { schema, also, ...others }: NormalizedSpelling): NormalizedSpelling {
  const { not, if: condition, then = true, else: otherwise = true } = schema;
  const constraints = [
    ...(not === undefined ? [] : [{ keyword: "not", whole: { not } }]),
    ...(condition === undefined ? [] : [{ keyword: "if", whole: { if: condition, then, else: otherwise } }]),
  ].map(({ keyword, whole }) => {
    const acceptances = allTypes.map((type) => acceptanceOf(contract, type, whole));
    return {
      keyword,
      isAll: !acceptances.includes("some"),
      types: allTypes.filter((_, index) => acceptances[index] !== "none"),
    };
  });
  const whole = constraints
    .filter(({ isAll }) => isAll)
    .flatMap(({ keyword }) => (keyword === "if" ? ["if", "then", "else"] : [keyword]));
  const narrow = constraints.filter(({ types }) => types.length < allTypes.length);
  return {
    schema: Object.fromEntries(Object.entries(schema).filter(([keyword]) => !whole.includes(keyword))),
    also: [...also, ...narrow.flatMap(({ keyword, types }) => impliedAt(keyword, { type: types }))],
    ...others,
  };
}

function withDependentRequired(schema: JsonObject, piecesOf: PiecesOf): JsonObject {
  const { dependentSchemas, dependentRequired = {}, ...rest } = schema;
  if (!isObject(dependentSchemas) || !isObject(dependentRequired)) return schema;
  const acceptances = Object.entries(dependentSchemas).map(([name, dependent]) => ({
    name,
    dependent,
    ...(isObject(dependent) && requiredIn(piecesOf(dependent) ?? [])),
  }));
  if (acceptances.every(({ needed }) => needed === undefined)) return schema;
  const all = [
    ...Object.entries(dependentRequired).map(([name, needed]) => ({ name, needed })),
    ...acceptances.flatMap(({ name, needed }) => (needed ? [{ name, needed }] : [])),
  ];
  const listed = [...Map.groupBy(all, ({ name }) => name)].map(([name, lists]): [string, Json] => [
    name,
    [...new Set(lists.flatMap(({ needed }) => needed as Json[]))],
  ]);
  const dependencies = acceptances.flatMap(({ name, dependent, others = [dependent] }): [string, Json][] => {
    const [only, another] = others;
    return only === undefined ? [] : [[name, another === undefined ? only : { allOf: others }]];
  });
  return {
    ...rest,
    dependentRequired: Object.fromEntries(listed),
    ...(dependencies.length > 0 && { dependentSchemas: Object.fromEntries(dependencies) }),
  };
}

/** Required names of the parts, and their other constraints. Undefined if they require no name. */
function requiredIn(
  pieces: readonly JsonObject[],
): { readonly needed: readonly Json[]; readonly others: readonly JsonObject[] } | undefined {
  const needed = pieces.flatMap(({ required }) => (Array.isArray(required) ? (required as Json[]) : []));
  if (needed.length === 0) return undefined;
  const others = pieces.map((piece) =>
    Object.fromEntries(Object.entries(piece).filter((constraints) => isFurtherConstraint(...constraints))),
  );
  return { needed, others: others.filter((piece) => Object.keys(piece).some((keyword) => !isAnnotation(keyword))) };
}

/** Checks that a keyword constrains more than the type object and required names. */
function isFurtherConstraint(keyword: string, value: Json): boolean {
  const isOfObjects = keyword === "type" && [value].flat().includes("object");
  return !isOfObjects && !["required", "$ref", "allOf"].includes(keyword);
}
