import { type Contract, type Json, type JsonObject, type JsonType, isObject, targetOf } from "../../contracts/index.ts";
import { type Spelled, alsoAt, withAdditional, withoutAnyName } from "./additional.ts";
import { isAnnotation } from "./place.ts";
import { allTypes, within } from "./types.ts";

/** What a schema says, in pieces without references that hold together; undefined where it leaves a choice. */
export type PiecesOf = (schema: JsonObject) => readonly JsonObject[] | undefined;

/** What `false` accepts. */
export const nothing: JsonObject = { enum: [] };

const known = new WeakMap<Contract, WeakMap<JsonObject, Spelled>>();
const roundabout = ["not", "if", "dependentSchemas", "unevaluatedProperties", "unevaluatedItems", "patternProperties"];

/**
 * One way to say what several keywords can: that a property needs others is `dependentRequired`, also where it is said by
 * `dependentSchemas`, in whatever pieces; what is not anything is nothing; what is not not so, is so; what holds on a
 * condition that is always met, or never, holds; what nothing beside could evaluate is additional; a pattern that every
 * name has is none.
 */
export function spelled(contract: Contract, schema: JsonObject, piecesOf: PiecesOf): Spelled {
  if (roundabout.every((keyword) => schema[keyword] === undefined)) return { schema, also: [] };
  if (schema["not"] !== undefined && takesAll(schema["not"])) return { schema: nothing, also: [] };
  const all = known.get(contract) ?? new WeakMap<JsonObject, Spelled>();
  known.set(contract, all);
  let found = all.get(schema);
  if (!found) {
    // What leads back to itself is left as it is there.
    all.set(schema, { schema, also: [] });
    found = withoutNotNot(contract, withoutDecided(withoutAnyName(withAdditional(withNeeded(schema, piecesOf)))));
    all.set(schema, found);
  }
  return found;
}

function withoutNotNot(contract: Contract, { schema, also, ...others }: Spelled): Spelled {
  const { not, ...rest } = schema;
  const inner = isObject(not) ? behindReference(contract, not) : undefined;
  if (!inner || inner.schema["not"] === undefined || !saysOnly(inner.schema, "not")) return { schema, also, ...others };
  const { reference } = inner;
  const found =
    reference === undefined ? alsoAt("not/not", inner.schema["not"]) : alsoAt("not", { $ref: `${reference}/not` });
  return { schema: rest, also: [...also, ...found], ...others };
}

/** A schema, or what it refers to and says nothing beside, and by which reference. */
function behindReference(
  contract: Contract,
  schema: JsonObject,
): { readonly schema: JsonObject; readonly reference?: string } | undefined {
  const { $ref } = schema;
  if (typeof $ref !== "string" || !saysOnly(schema, "$ref")) return { schema };
  const target = targetOf(contract, $ref);
  return isObject(target as Json) ? { schema: target as JsonObject, reference: $ref } : undefined;
}

function saysOnly(schema: JsonObject, keyword: string): boolean {
  return Object.keys(schema).every((key) => key === keyword || isAnnotation(key));
}

function withoutDecided({ schema, also, ...others }: Spelled): Spelled {
  const { if: asked, then, else: otherwise, ...rest } = schema;
  if (asked === undefined) return { schema, also, ...others };
  const isIdle = [then, otherwise].every((follows) => follows === undefined || takesAll(follows));
  if (isIdle) return { schema: rest, also, ...others };
  if (takesAll(asked)) return { schema: rest, also: [...also, ...alsoAt("then", then)], ...others };
  return takesNone(asked)
    ? { schema: rest, also: [...also, ...alsoAt("else", otherwise)], ...others }
    : { schema, also, ...others };
}

/** Whether a schema takes no value, as far as it shows in one word. */
function takesNone(schema: Json): boolean {
  return isObject(schema) ? schema["not"] !== undefined && takesAll(schema["not"]) : schema === false;
}

/** Whether a schema takes every value, as far as it shows without a reference. */
function takesAll(schema: Json): boolean {
  if (!isObject(schema)) return schema === true;
  return Object.entries(schema).every(([keyword, value]) => {
    if (keyword === "type") return within(allTypes, [value].flat() as JsonType[]).length === allTypes.length;
    const isWrapped = ["allOf", "anyOf", "oneOf"].includes(keyword) && Array.isArray(value) && value.length === 1;
    return isAnnotation(keyword) || (isWrapped && takesAll((value as readonly Json[])[0] as Json));
  });
}

function withNeeded(schema: JsonObject, piecesOf: PiecesOf): JsonObject {
  const { dependentSchemas, dependentRequired = {}, ...rest } = schema;
  if (!isObject(dependentSchemas) || !isObject(dependentRequired)) return schema;
  const taken = Object.entries(dependentSchemas).map(([name, dependent]) => ({
    name,
    dependent,
    ...(isObject(dependent) && neededIn(piecesOf(dependent) ?? [])),
  }));
  if (taken.every(({ needed }) => needed === undefined)) return schema;
  const all = [
    ...Object.entries(dependentRequired).map(([name, needed]) => ({ name, needed })),
    ...taken.flatMap(({ name, needed }) => (needed ? [{ name, needed }] : [])),
  ];
  const listed = [...Map.groupBy(all, ({ name }) => name)].map(([name, lists]): [string, Json] => [
    name,
    [...new Set(lists.flatMap(({ needed }) => needed as Json[]))],
  ]);
  const left = taken.flatMap(({ name, dependent, others = [dependent] }): [string, Json][] => {
    const [only, another] = others;
    return only === undefined ? [] : [[name, another === undefined ? only : { allOf: others }]];
  });
  return {
    ...rest,
    dependentRequired: Object.fromEntries(listed),
    ...(left.length > 0 && { dependentSchemas: Object.fromEntries(left) }),
  };
}

/** The names that an object must have, and what else is said of it; nothing where it need not have any. */
function neededIn(
  pieces: readonly JsonObject[],
): { readonly needed: readonly Json[]; readonly others: readonly JsonObject[] } | undefined {
  const needed = pieces.flatMap(({ required }) => (Array.isArray(required) ? (required as Json[]) : []));
  if (needed.length === 0) return undefined;
  const others = pieces.map((piece) =>
    Object.fromEntries(Object.entries(piece).filter(([keyword]) => !["required", "$ref", "allOf"].includes(keyword))),
  );
  return { needed, others: others.filter((piece) => Object.entries(piece).some((said) => saysMore(...said))) };
}

/** Whether a keyword says more of an object than that it is one. */
function saysMore(keyword: string, value: Json): boolean {
  return !isAnnotation(keyword) && !(keyword === "type" && [value].flat().includes("object"));
}
