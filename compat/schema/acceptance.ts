import { hasNoEffect } from "./equality/has-no-effect.ts";
import { textOf } from "./equality/json-text.ts";
import { type Contract, type Json, type JsonObject, type JsonType, isObject, targetOf } from "../../contracts/index.ts";
import { appliesTo } from "./bounds/applies-to.ts";
import { isAnnotation } from "./place.ts";
import { allTypes, typesOfValues, includedTypes } from "./types.ts";

/** Accepted values of a type. "some" if the keywords, each for itself, do not decide. */
export type Acceptance = "all" | "none" | "some";

/** Maximum depth of nested schemas. */
const DEEPEST = 6;

/** Maximum number of followed schemas. */
const MOST_BEHIND = 50;

const opposite: Readonly<Record<Acceptance, Acceptance>> = { all: "none", none: "all", some: "some" };

/** Checks that a schema accepts every value. False if this needs several parts at once. */
export function acceptsAll(contract: Contract, schema: Json): boolean {
  return allTypes.every((type) => acceptanceOf(contract, type, schema) === "all");
}

/** Checks that a schema accepts no value. False if this needs several parts at once. */
export function acceptsNone(contract: Contract, schema: Json): boolean {
  return allTypes.every((type) => acceptanceOf(contract, type, schema) === "none");
}

/** Checks that a schema is `false`, or a reference to `false`. */
export function isFalseSchema(contract: Contract, schema: Json): boolean {
  const open = [schema];
  // The loop also visits the entries that it adds.
  for (const each of open) {
    if (each === false) return true;
    if (!isObject(each)) continue;
    const { $ref, allOf, anyOf, oneOf, not } = each;
    if (not !== undefined && acceptsAll(contract, not)) return true;
    const singleBranches = [anyOf, oneOf].filter((union) => Array.isArray(union) && union.length === 1);
    open.push(
      ...(typeof $ref === "string" ? [targetOf(contract, $ref)] : []),
      ...([allOf ?? [], ...singleBranches] as readonly Json[]).flat(),
    );
    if (open.length > MOST_BEHIND) return false;
  }
  return false;
}

/** Accepted values of a type; "number" includes "integer". */
export function acceptanceOf(contract: Contract, type: JsonType, whole: Json): Acceptance {
  return acceptanceBy(whole, 0);

  function acceptanceBy(schema: Json, depth: number): Acceptance {
    if (!isObject(schema)) return schema === true ? "all" : "none";
    if (depth > DEEPEST) return "some";
    const inner = (value: Json): Acceptance => acceptanceBy(value, depth + 1);
    const verdicts = Object.entries(schema).map(([keyword, value]) => byKeyword(keyword, value, schema, inner));
    return every([...verdicts, byCondition(schema, inner)]);
  }

  function byKeyword(keyword: string, value: Json, schema: JsonObject, inner: (value: Json) => Acceptance): Acceptance {
    const list = Array.isArray(value) ? (value as readonly Json[]) : [value];
    switch (keyword) {
      case "type":
        return ofTypes(list as readonly JsonType[]);
      case "enum":
      case "const":
        return ofValues(keyword === "enum" ? list : [value]);
      case "$ref":
        return inner(targetOf(contract, value as string));
      case "not":
        return opposite[inner(value)];
      case "allOf":
        return every(list.map(inner));
      case "anyOf":
        return any(list.map(inner));
      case "oneOf":
        return one(list.map(inner));
      case "if":
      case "then":
      case "else":
        return "all";
      default:
        return isAnnotation(keyword) || hasNoEffect(keyword, value, schema) || !appliesTo(keyword, [type])
          ? "all"
          : "some";
    }
  }

  function ofTypes(types: readonly JsonType[]): Acceptance {
    if (includedTypes([type], types).length > 0) return "all";
    return includedTypes(types, [type]).length > 0 ? "some" : "none";
  }

  function ofValues(values: readonly Json[]): Acceptance {
    const own = new Set(values.filter((value) => includedTypes(typesOfValues([value]), [type]).length > 0).map(textOf));
    if (own.size === 0) return "none";
    return type === "null" || (type === "boolean" && own.size === 2) ? "all" : "some";
  }
}

function byCondition(
  { if: condition, then = true, else: otherwise = true }: JsonObject,
  inner: (value: Json) => Acceptance,
) {
  if (condition === undefined) return "all";
  const [conditionAcceptance, follows, others] = [inner(condition), inner(then), inner(otherwise)];
  if (follows === others && follows !== "some") return follows;
  return any([every([conditionAcceptance, follows]), every([opposite[conditionAcceptance], others])]);
}

function every(all: readonly Acceptance[]): Acceptance {
  if (all.includes("none")) return "none";
  return all.includes("some") ? "some" : "all";
}

function any(all: readonly Acceptance[]): Acceptance {
  return opposite[every(all.map((each) => opposite[each]))];
}

function one(all: readonly Acceptance[]): Acceptance {
  const whole = all.filter((each) => each === "all").length;
  if (whole > 1) return "none";
  if (all.includes("some")) return "some";
  return whole === 1 ? "all" : "none";
}
