import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonType,
  isObject,
  resolveTarget,
} from "../../../contracts/index.ts";
import { type NormalizedSpelling, findImpliedSchema, normalizeAdditional, withoutAnyName } from "../additional.ts";
import { isAnnotation } from "../place.ts";
import { allTypes } from "../types.ts";

/** Schema of no value, like `false`. */
export const nothing: JsonObject = { enum: [] };

const roundabout = ["not", "if", "unevaluatedProperties", "unevaluatedItems", "patternProperties"];
/** Keywords that close an object or an array if their schema accepts nothing. */
const closing = ["additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems"];

const known = new WeakMap<Contract, WeakMap<JsonObject, NormalizedSpelling>>();

/**
 * Normalizes the spelling of a schema: `not` of any value becomes a schema of no value; double negation is removed;
 * `not` of types becomes the other types; a condition that always or never applies becomes its branch; `unevaluated…`
 * without other keywords becomes `additional…`; a pattern for every name becomes `additionalProperties`; a closing schema
 * without values becomes `false`.
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
  if (acceptsAnything(schema["not"] ?? false)) return { schema: nothing, also: [] };
  const spelling = withoutDoubleNegation(contract, withoutAnyName(normalizeAdditional(schema)));
  return withoutDecidedCondition(withOtherTypes(spelling));
}

/** Checks for `false` and `not: {}`. */
function acceptsNothing(schema: Json | undefined): boolean {
  if (!isObject(schema)) return schema === false;
  const { not } = schema;
  return not !== undefined && acceptsAnything(not);
}

/** Checks for `true`, `{}`, and several of them that apply together. */
function acceptsAnything(schema: Json): boolean {
  if (!isObject(schema)) return schema === true;
  return Object.entries(schema).every(
    ([key, value]) => isAnnotation(key) || (key === "allOf" && Array.isArray(value) && value.every(acceptsAnything)),
  );
}

/** Replaces a `not` that consists of types by the other types. */
function withOtherTypes({ schema, also, ...others }: NormalizedSpelling): NormalizedSpelling {
  const { not, ...rest } = schema;
  if (!isObject(not) || !Object.keys(not).every((key) => key === "type" || isAnnotation(key)))
    return { schema, also, ...others };
  const rejected = [not["type"] ?? []].flat() as JsonType[];
  // Numbers without integers are no type.
  if (rejected.length === 0 || (rejected.includes("integer") && !rejected.includes("number")))
    return { schema, also, ...others };
  const type = allTypes.filter((one) => !rejected.includes(one));
  return { schema: rest, also: [...also, ...findImpliedSchema("not", { type })], ...others };
}

function withoutDecidedCondition({ schema, also, ...others }: NormalizedSpelling): NormalizedSpelling {
  const { if: condition, then, else: otherwise, ...rest } = schema;
  const never = acceptsNothing(condition);
  if (condition === undefined || !(never || acceptsAnything(condition))) return { schema, also, ...others };
  const implied = never ? findImpliedSchema("else", otherwise) : findImpliedSchema("then", then);
  return { schema: rest, also: [...also, ...implied], ...others };
}

function withoutDoubleNegation(
  contract: Contract,
  { schema, also, ...others }: NormalizedSpelling,
): NormalizedSpelling {
  const { not, ...rest } = schema;
  const reference = isObject(not) ? not["$ref"] : undefined;
  const inner = typeof reference === "string" ? resolveTarget(contract, reference) : not;
  const isNegation = [not, inner].every(
    (one) => isObject(one) && Object.keys(one).every((key) => key === "not" || key === "$ref" || isAnnotation(key)),
  );
  if (!isNegation || !isObject(inner) || inner["not"] === undefined) return { schema, also, ...others };
  const found =
    typeof reference === "string"
      ? findImpliedSchema("not", { $ref: `${reference}/not` })
      : findImpliedSchema("not/not", inner["not"]);
  return { schema: rest, also: [...also, ...found], ...others };
}
