import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { isDiscriminated, isSame } from "./ajv.ts";
import type { Contract } from "../model/contract.ts";
import { keywords } from "./keywords.ts";
import { type IsAbsent, createBranchesFor } from "./branches-for.ts";
import { isMultipleOf } from "../text/multiple.ts";
import { schemas, targetOf, typeOf } from "./schema.ts";
import { isObject } from "../model/shapes.ts";

/** Verdict; undefined if only a validator can decide. */
type QuickVerdict = boolean | undefined;

/** Checks of `pattern` and `format`, the same as in the validator. */
export interface TextChecks {
  fitsPattern(pattern: string, text: string): boolean;
  fitsFormat(format: string, text: string): boolean;
}

export interface QuickContext extends TextChecks {
  readonly contract: Contract;
  readonly isAbsent: IsAbsent;
}

/** Maximum depth. Recursive schemas may apply to one value without end. */
const MAX_QUICK_DEPTH = 100;

/** Maximum number of checked schemas. A validator is faster for larger values. */
const MAX_CHECKED = 5000;

/**
 * Validates a value against several schemas without compiling them. Supports the keywords that concern one value at a
 * time, which decide nearly all values, because compiling a schema for one value takes many times as long. Returns
 * undefined if another keyword decides.
 */
export function quickVerdict(whole: readonly JsonSchema[], value: Json, settling: QuickContext): QuickVerdict {
  const { contract, isAbsent, fitsPattern, fitsFormat } = settling;
  const branchesFor = createBranchesFor(contract, isAbsent);
  let count = 0;
  const cache = new Map<JsonSchema, Map<Json, QuickVerdict>>();
  return allOfThem(whole, (schema) => judge(schema, value, 0));

  function judge(schema: JsonSchema, one: Json, depth: number): QuickVerdict {
    if (typeof schema === "boolean") return schema;
    if (depth > MAX_QUICK_DEPTH || ++count > MAX_CHECKED) return undefined;
    let isOpen = false;
    for (const keyword in schema) {
      if (!Object.hasOwn(keywords, keyword)) continue;
      const fits = judgeKeyword(schema, keyword, one, depth + 1);
      if (fits === false) return false;
      isOpen ||= fits === undefined;
    }
    return isOpen ? undefined : true;
  }

  /**
   * Judges a value once by each schema, because schemas that share components reach the same schema on exponentially
   * many paths.
   */
  function judgeOnce(schema: JsonSchema, one: Json, depth: number): QuickVerdict {
    const judged = cache.get(schema) ?? new Map<Json, QuickVerdict>();
    cache.set(schema, judged);
    if (!judged.has(one)) judged.set(one, judge(schema, one, depth));
    return judged.get(one);
  }

  function judgeKeyword(schema: JsonObject, keyword: string, one: Json, depth: number): QuickVerdict {
    const constraint = schema[keyword] as Json;
    const within = (part: JsonSchema): QuickVerdict => judge(part, one, depth);
    if (keyword === "$ref") return judgeOnce(targetOf(contract, constraint as string), one, depth);
    if (keyword === "allOf") return allOfThem(schemas(constraint), within);
    if (keyword === "anyOf" || keyword === "oneOf") {
      const isAny = keyword === "anyOf" || isDiscriminated(schema);
      return judgeBranches(branchesFor(constraint, one).map(within), isAny);
    }
    if (keyword === "not") return negateVerdict(within(constraint as JsonSchema));
    if (keyword === "$defs" || keyword === "definitions") return true;
    if (typeof one === "string") return judgeText(keyword, constraint, one);
    if (Array.isArray(one)) return judgeList(schema, keyword, one, depth);
    if (isObject(one)) return judgeObject(schema, keyword, one, depth);
    if (typeof one === "number") return judgeNumber(keyword, constraint, one);
    return judgeAny(keyword, constraint, one);
  }

  function judgeText(keyword: string, constraint: Json, text: string): QuickVerdict {
    if (keyword === "pattern") return fitsPattern(constraint as string, text);
    if (keyword === "format") return fitsFormat(constraint as string, text);
    if (keyword === "minLength") return lengthOf(text) >= (constraint as number);
    if (keyword === "maxLength") return lengthOf(text) <= (constraint as number);
    return judgeAny(keyword, constraint, text);
  }

  function judgeList(schema: JsonObject, keyword: string, list: readonly Json[], depth: number): QuickVerdict {
    const constraint = schema[keyword] as Json;
    const first = schemas(schema["prefixItems"]);
    if (keyword === "minItems") return list.length >= (constraint as number);
    if (keyword === "maxItems") return list.length <= (constraint as number);
    if (keyword === "uniqueItems") return constraint === false || areUnique(list);
    if (keyword === "items")
      return allOfThem(list.slice(first.length), (item) => judge(constraint as JsonSchema, item, depth));
    if (keyword === "prefixItems")
      return allOfThem(list.slice(0, first.length).keys(), (at) =>
        judge(first[at] as JsonSchema, list[at] as Json, depth),
      );
    return undecidedArrayKeywords.has(keyword) ? undefined : judgeAny(keyword, constraint, list);
  }

  function judgeObject(schema: JsonObject, keyword: string, object: JsonObject, depth: number): QuickVerdict {
    const constraint = schema[keyword] as Json;
    const names = Object.keys(object);
    const properties = isObject(schema["properties"]) ? schema["properties"] : {};
    const isNamed = (name: string): boolean => Object.hasOwn(properties, name);
    const member = (name: string, of: JsonSchema): QuickVerdict => judge(of, object[name] as Json, depth);
    if (keyword === "minProperties") return names.length >= (constraint as number);
    if (keyword === "maxProperties") return names.length <= (constraint as number);
    if (keyword === "required")
      return (constraint as string[]).every((name) => Object.hasOwn(object, name) || isAbsent(schema, name));
    if (keyword === "properties")
      return allOfThem(names.filter(isNamed), (name) => member(name, properties[name] as JsonSchema));
    if (keyword === "additionalProperties" && schema["patternProperties"] === undefined) {
      return allOfThem(
        names.filter((name) => !isNamed(name)),
        (name) => member(name, constraint as JsonSchema),
      );
    }
    return undecidedObjectKeywords.has(keyword) ? undefined : judgeAny(keyword, constraint, object);
  }
}

function judgeNumber(keyword: string, constraint: Json, number: number): QuickVerdict {
  if (keyword === "minimum") return number >= (constraint as number);
  if (keyword === "maximum") return number <= (constraint as number);
  if (keyword === "exclusiveMinimum") return number > (constraint as number);
  if (keyword === "exclusiveMaximum") return number < (constraint as number);
  if (keyword === "multipleOf") return isMultipleOf(number, constraint as number);
  return judgeAny(keyword, constraint, number);
}

/**
 * Keywords that apply to values of every type. Conditions are left to a validator. All other keywords do not apply to
 * the value.
 */
function judgeAny(keyword: string, constraint: Json, value: Json): QuickVerdict {
  if (keyword === "type") return isOfType([constraint].flat() as readonly string[], value);
  if (keyword === "const") return isSame(constraint, value);
  if (keyword === "enum") return (constraint as Json[]).some((one) => isSame(one, value));
  return conditionKeywords.has(keyword) ? undefined : true;
}

function isOfType(types: readonly string[], value: Json): boolean {
  const type = typeOf(value);
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

const conditionKeywords = new Set(["if", "then", "else"]);
const undecidedArrayKeywords = new Set(["contains", "minContains", "maxContains", "unevaluatedItems"]);
const undecidedObjectKeywords = new Set([
  "additionalProperties",
  "patternProperties",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "unevaluatedProperties",
]);

function judgeBranches(branches: readonly QuickVerdict[], isAny: boolean): QuickVerdict {
  const acceptingCount = branches.filter((fits) => fits === true).length;
  const isOpen = branches.includes(undefined);
  if (isAny) return acceptingCount > 0 || (isOpen ? undefined : false);
  if (acceptingCount > 1) return false;
  return isOpen ? undefined : acceptingCount === 1;
}

function negateVerdict(fits: QuickVerdict): QuickVerdict {
  return fits === undefined ? undefined : !fits;
}

function allOfThem<Item>(items: Iterable<Item>, judge: (item: Item) => QuickVerdict): QuickVerdict {
  let isOpen = false;
  for (const item of items) {
    const fits = judge(item);
    if (fits === false) return false;
    isOpen ||= fits === undefined;
  }
  return isOpen ? undefined : true;
}

/** Checks that all scalars of an array differ. Nested values are left to a validator. */
function areUnique(list: readonly Json[]): QuickVerdict {
  return list.some((item) => typeof item === "object" && item !== null)
    ? undefined
    : new Set(list).size === list.length;
}

/** Number of code points, as JSON Schema counts. */
function lengthOf(text: string): number {
  return [...text].length;
}
