import { type Contract, type Json, type JsonObject, isObject, targetOf } from "../../../contracts/index.ts";
import { type NormalizedSpelling, impliedAt, normalizeAdditional, withoutAnyName } from "../additional.ts";
import { isAnnotation } from "../place.ts";

/** Schema of no value, like `false`. */
export const nothing: JsonObject = { enum: [] };

const roundabout = ["not", "unevaluatedProperties", "unevaluatedItems", "patternProperties"];
/** Keywords that close an object or an array if their schema accepts nothing. */
const closing = ["additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems"];

const known = new WeakMap<Contract, WeakMap<JsonObject, NormalizedSpelling>>();

/**
 * Normalizes the spelling of a schema: `not` of any value becomes a schema of no value; double negation is removed;
 * `unevaluated…` without other keywords becomes `additional…`; a pattern for every name becomes `additionalProperties`;
 * a closing schema without values becomes `false`.
 */
export function normalizeSpelling(contract: Contract, schema: JsonObject): NormalizedSpelling {
  const all = known.get(contract) ?? new WeakMap<JsonObject, NormalizedSpelling>();
  known.set(contract, all);
  let found = all.get(schema);
  if (!found) all.set(schema, (found = normalize(contract, schema)));
  return found;
}

function normalize(contract: Contract, whole: JsonObject): NormalizedSpelling {
  const closed = closing.filter((keyword) => isObject(whole[keyword]) && acceptsNothing(whole[keyword]));
  const schema =
    closed.length === 0 ? whole : { ...whole, ...Object.fromEntries(closed.map((keyword) => [keyword, false])) };
  if (roundabout.every((keyword) => schema[keyword] === undefined)) return { schema, also: [] };
  if (acceptsNothing({ not: schema["not"] ?? false })) return { schema: nothing, also: [] };
  return withoutDoubleNegation(contract, withoutAnyName(normalizeAdditional(schema)));
}

/** Checks for `false` and `not: {}`. */
function acceptsNothing(schema: Json | undefined): boolean {
  if (!isObject(schema)) return schema === false;
  const { not } = schema;
  return not === true || (isObject(not) && Object.keys(not).every(isAnnotation));
}

function withoutDoubleNegation(
  contract: Contract,
  { schema, also, ...others }: NormalizedSpelling,
): NormalizedSpelling {
  const { not, ...rest } = schema;
  const reference = isObject(not) ? not["$ref"] : undefined;
  const inner = typeof reference === "string" ? targetOf(contract, reference) : not;
  const isNegation = [not, inner].every(
    (one) => isObject(one) && Object.keys(one).every((key) => key === "not" || key === "$ref" || isAnnotation(key)),
  );
  if (!isNegation || !isObject(inner) || inner["not"] === undefined) return { schema, also, ...others };
  const found =
    typeof reference === "string" ? impliedAt("not", { $ref: `${reference}/not` }) : impliedAt("not/not", inner["not"]);
  return { schema: rest, also: [...also, ...found], ...others };
}
