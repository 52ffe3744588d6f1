import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { isDiscriminated, isSame } from "./ajv.ts";
import type { Contract } from "../model/contract.ts";
import { keywords } from "./keywords.ts";
import { type IsAbsent, createBranchesFor } from "./branches-for.ts";
import { isMultipleOf } from "../text/multiple.ts";
import { schemas, targetOf, typeOf } from "./schema.ts";
import { isObject } from "../model/shapes.ts";

/** Tells nothing where it takes a validator to tell. */
type Settled = boolean | undefined;

/** How texts are tried that a pattern or a format is said of: as the validator tries them. */
export interface Texts {
  fitsPattern(pattern: string, text: string): boolean;
  fitsFormat(format: string, text: string): boolean;
}

export interface Settling extends Texts {
  readonly contract: Contract;
  readonly isAbsent: IsAbsent;
}

/** Schemas that refer to each other judge one value without end. */
const DEEPEST = 100;

/** More than nearly all values take; a validator has ways of its own through the rest. */
const MOST = 5000;

/**
 * Whether a value fits some schemas of a contract at once, as far as keywords tell that ask for one value at a time: they
 * settle nearly all, and to compile a schema for the sake of one value takes many times as long. Undefined where another
 * keyword has a say in it.
 */
export function settledBy(whole: readonly JsonSchema[], value: Json, settling: Settling): Settled {
  const { contract, isAbsent, fitsPattern, fitsFormat } = settling;
  const branchesFor = createBranchesFor(contract, isAbsent);
  let count = 0;
  const known = new Map<JsonSchema, Map<Json, Settled>>();
  return all(whole, (schema) => judge(schema, value, 0));

  function judge(schema: JsonSchema, one: Json, depth: number): Settled {
    if (typeof schema === "boolean") return schema;
    if (depth > DEEPEST || ++count > MOST) return undefined;
    let isOpen = false;
    for (const keyword in schema) {
      if (!Object.hasOwn(keywords, keyword)) continue;
      const fits = judgeKeyword(schema, keyword, one, depth + 1);
      if (fits === false) return false;
      isOpen ||= fits === undefined;
    }
    return isOpen ? undefined : true;
  }

  /** Shapes that share one another, or have members of the same union, lead to the same schema by more ways than can be gone. */
  function judgeOnce(schema: JsonSchema, one: Json, depth: number): Settled {
    const judged = known.get(schema) ?? new Map<Json, Settled>();
    known.set(schema, judged);
    if (!judged.has(one)) judged.set(one, judge(schema, one, depth));
    return judged.get(one);
  }

  function judgeKeyword(schema: JsonObject, keyword: string, one: Json, depth: number): Settled {
    const said = schema[keyword] as Json;
    const within = (part: JsonSchema): Settled => judge(part, one, depth);
    if (keyword === "$ref") return judgeOnce(targetOf(contract, said as string), one, depth);
    if (keyword === "allOf") return all(schemas(said), within);
    if (keyword === "anyOf" || keyword === "oneOf") {
      const isAny = keyword === "anyOf" || isDiscriminated(schema);
      return judgeBranches(branchesFor(said, one).map(within), isAny);
    }
    if (keyword === "not") return negated(within(said as JsonSchema));
    if (keyword === "$defs" || keyword === "definitions") return true;
    if (typeof one === "string") return judgeText(keyword, said, one);
    if (Array.isArray(one)) return judgeList(schema, keyword, one, depth);
    if (isObject(one)) return judgeObject(schema, keyword, one, depth);
    if (typeof one === "number") return judgeNumber(keyword, said, one);
    return judgeAny(keyword, said, one);
  }

  function judgeText(keyword: string, said: Json, text: string): Settled {
    if (keyword === "pattern") return fitsPattern(said as string, text);
    if (keyword === "format") return fitsFormat(said as string, text);
    if (keyword === "minLength") return lengthOf(text) >= (said as number);
    if (keyword === "maxLength") return lengthOf(text) <= (said as number);
    return judgeAny(keyword, said, text);
  }

  function judgeList(schema: JsonObject, keyword: string, list: readonly Json[], depth: number): Settled {
    const said = schema[keyword] as Json;
    const first = schemas(schema["prefixItems"]);
    if (keyword === "minItems") return list.length >= (said as number);
    if (keyword === "maxItems") return list.length <= (said as number);
    if (keyword === "uniqueItems") return said === false || areUnlike(list);
    if (keyword === "items") return all(list.slice(first.length), (item) => judge(said as JsonSchema, item, depth));
    if (keyword === "prefixItems")
      return all(list.slice(0, first.length).keys(), (at) => judge(first[at] as JsonSchema, list[at] as Json, depth));
    return lists.has(keyword) ? undefined : judgeAny(keyword, said, list);
  }

  function judgeObject(schema: JsonObject, keyword: string, object: JsonObject, depth: number): Settled {
    const said = schema[keyword] as Json;
    const names = Object.keys(object);
    const properties = isObject(schema["properties"]) ? schema["properties"] : {};
    const isNamed = (name: string): boolean => Object.hasOwn(properties, name);
    const member = (name: string, of: JsonSchema): Settled => judge(of, object[name] as Json, depth);
    if (keyword === "minProperties") return names.length >= (said as number);
    if (keyword === "maxProperties") return names.length <= (said as number);
    if (keyword === "required")
      return (said as string[]).every((name) => Object.hasOwn(object, name) || isAbsent(schema, name));
    if (keyword === "properties")
      return all(names.filter(isNamed), (name) => member(name, properties[name] as JsonSchema));
    if (keyword === "additionalProperties" && schema["patternProperties"] === undefined) {
      return all(
        names.filter((name) => !isNamed(name)),
        (name) => member(name, said as JsonSchema),
      );
    }
    return objects.has(keyword) ? undefined : judgeAny(keyword, said, object);
  }
}

function judgeNumber(keyword: string, said: Json, number: number): Settled {
  if (keyword === "minimum") return number >= (said as number);
  if (keyword === "maximum") return number <= (said as number);
  if (keyword === "exclusiveMinimum") return number > (said as number);
  if (keyword === "exclusiveMaximum") return number < (said as number);
  if (keyword === "multipleOf") return isMultipleOf(number, said as number);
  return judgeAny(keyword, said, number);
}

/** Keywords that say something of values of each type; conditions are left to a validator, all others are idle here. */
function judgeAny(keyword: string, said: Json, value: Json): Settled {
  if (keyword === "type") return isOfType([said].flat() as readonly string[], value);
  if (keyword === "const") return isSame(said, value);
  if (keyword === "enum") return (said as Json[]).some((one) => isSame(one, value));
  return conditions.has(keyword) ? undefined : true;
}

function isOfType(types: readonly string[], value: Json): boolean {
  const type = typeOf(value);
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

const conditions = new Set(["if", "then", "else"]);
const lists = new Set(["contains", "minContains", "maxContains", "unevaluatedItems"]);
const objects = new Set([
  "additionalProperties",
  "patternProperties",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "unevaluatedProperties",
]);

function judgeBranches(branches: readonly Settled[], isAny: boolean): Settled {
  const taking = branches.filter((fits) => fits === true).length;
  const isOpen = branches.includes(undefined);
  if (isAny) return taking > 0 || (isOpen ? undefined : false);
  if (taking > 1) return false;
  return isOpen ? undefined : taking === 1;
}

function negated(fits: Settled): Settled {
  return fits === undefined ? undefined : !fits;
}

function all<Item>(items: Iterable<Item>, judge: (item: Item) => Settled): Settled {
  let isOpen = false;
  for (const item of items) {
    const fits = judge(item);
    if (fits === false) return false;
    isOpen ||= fits === undefined;
  }
  return isOpen ? undefined : true;
}

/** Lists of what is nested are for a validator to compare. */
function areUnlike(list: readonly Json[]): Settled {
  return list.some((item) => typeof item === "object" && item !== null)
    ? undefined
    : new Set(list).size === list.length;
}

/** In characters, as JSON Schema counts. */
function lengthOf(text: string): number {
  return [...text].length;
}
