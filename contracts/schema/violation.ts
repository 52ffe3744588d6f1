import type { Json, JsonObject } from "../model/json.ts";
import type { ErrorObject } from "ajv/dist/2020.js";
import { isOpenEnum } from "../model/enum.ts";
import { pointerOfFragment, tokensOf } from "../model/pointer.ts";
import { isObject } from "../model/shapes.ts";

/**
 * Sender of the value: a consumer ("request") need not send readOnly properties, a provider ("response") need not send
 * writeOnly ones.
 */
export type Direction = "request" | "response";

/** Violation of a schema by a value. */
export interface Violation {
  /** JSON pointer into the value. */
  readonly pointer: string;
  /** Keyword that failed: "type", "required", … */
  readonly keyword: string;
  /** Expected value, as a noun phrase: "an integer", 'the property "name"'. */
  readonly expected: string;
  /** Missing or unexpected member. */
  readonly member?: string;
  /** Actual value, as JSON, cut to a readable length. */
  readonly got: string;
  /** Set if consumers must expect it: a value that an open enum does not list. */
  readonly isOpen?: true;
}

/** Violations of a validator's errors, without duplicates. */
export function violationsOf(errors: readonly ErrorObject[], direction: Direction): Violation[] {
  const seen = new Map<string, Violation>();
  const listed = new Set(errors.filter(({ keyword }) => keyword === "enum").map(({ parentSchema }) => parentSchema));
  const typed = new Set(errors.filter(({ keyword }) => keyword === "type").map(({ parentSchema }) => parentSchema));
  for (const error of errors) {
    if (error.keyword === "if") continue;
    // The listed values say more than their type. For an open enum, the type stays.
    const mayGrow = direction === "response" && isOpenEnum(error.parentSchema as JsonObject);
    if (error.keyword === "type" && listed.has(error.parentSchema) && !mayGrow) continue;
    if (error.keyword === "enum" && typed.has(error.parentSchema) && mayGrow) continue;
    const { missingProperty, additionalProperty, unevaluatedProperty } = error.params as Record<string, string>;
    const member = missingProperty ?? additionalProperty ?? unevaluatedProperty;
    const isOpen = mayGrow && error.keyword === "enum";
    const excess = additionalProperty ?? unevaluatedProperty;
    const violation = {
      pointer: error.instancePath,
      keyword: error.keyword,
      expected: expectationOf(error),
      ...(member !== undefined && { member }),
      got: shorten(
        error.keyword === "required" ? "nothing" : JSON.stringify(valueOrMember(error.data as Json, excess)),
      ),
      ...(isOpen && { isOpen }),
    };
    const key = `${violation.pointer} ${violation.expected}`;
    // Of two violations with the same text, the stricter one stays.
    if (!seen.has(key) || seen.get(key)?.isOpen) seen.set(key, violation);
  }
  return [...seen.values()];
}

/** Violation of a value that could not be validated, so that it never counts as valid. */
export function uncheckedViolation({ message }: Error, value: unknown): Violation {
  const expected = `a value that can be checked: ${message}`;
  return { pointer: "", keyword: "unchecked", expected, got: shorten(JSON.stringify(value)) };
}

/** The value, or its unexpected member. */
function valueOrMember(value: Json, name: string | undefined): Json | undefined {
  return name !== undefined && isObject(value) ? value[name] : value;
}

function expectationOf({ keyword, params, schema, message, instancePath }: ErrorObject): string {
  const limit = "limit" in params ? String(params["limit"]) : "";
  switch (keyword) {
    case "type":
      return ([schema].flat() as string[])
        .map((type) => (type === "null" ? "null" : /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`))
        .join(" or ");
    case "required":
      return `the property "${params["missingProperty"]}"`;
    case "enum":
      // An enum with one value reads like a constant.
      if ((schema as unknown[]).length === 1) return shorten(JSON.stringify((schema as unknown[])[0]));
      return `one of ${shorten((schema as unknown[]).map((value) => JSON.stringify(value)).join(", "))}`;
    case "const":
      return JSON.stringify(schema);
    case "minimum":
      return `a number of at least ${limit}`;
    case "maximum":
      return `a number of at most ${limit}`;
    case "exclusiveMinimum":
      return `a number greater than ${limit}`;
    case "exclusiveMaximum":
      return `a number less than ${limit}`;
    case "multipleOf":
      return `a multiple of ${params["multipleOf"]}`;
    case "minLength":
      return `at least ${limit} characters`;
    case "maxLength":
      return `at most ${limit} characters`;
    case "minItems":
      return `at least ${limit} items`;
    case "maxItems":
      return `at most ${limit} items`;
    case "uniqueItems":
      return `items that differ (${params["j"]} and ${params["i"]} are the same)`;
    case "pattern":
      return `text that matches ${params["pattern"]}`;
    case "format":
      return `text in the format "${params["format"]}"`;
    case "additionalProperties":
      return `no property "${params["additionalProperty"]}"`;
    case "unevaluatedProperties":
      return `no property "${params["unevaluatedProperty"]}"`;
    case "anyOf":
      return "a match with at least one alternative";
    case "oneOf":
      return Array.isArray(params["passingSchemas"])
        ? `a match with one alternative only (${matchesIn(params["passingSchemas"] as number[], schema as Json[])} match)`
        : "a match with one of the alternatives";
    case "false schema":
      return absenceExpectation(instancePath);
    case "not":
      if (schema === true || (isObject(schema as Json) && Object.keys(schema as JsonObject).length === 0))
        return absenceExpectation(instancePath);
      return `a value that ${message ?? keyword}`;
    default:
      return `a value that ${message ?? keyword}`;
  }
}

/** Matching branches, each by the name of its schema, else by its position. */
function matchesIn(indices: readonly number[], alternatives: readonly Json[]): string {
  const names = indices.map((index) => nameOfSchema(alternatives[index]));
  if (names.every((name) => name === undefined))
    return `alternatives ${indices.map((index) => index + 1).join(" and ")}`;
  return indices
    .map((index, at) => (names[at] === undefined ? `alternative ${index + 1}` : `"${names[at]}"`))
    .join(" and ");
}

function nameOfSchema(schema: Json | undefined): string | undefined {
  const reference = isObject(schema) ? schema["$ref"] : undefined;
  if (typeof reference !== "string") return undefined;
  const [container = "", name] = tokensOf(pointerOfFragment(reference.slice(reference.indexOf("#") + 1))).slice(-2);
  return /^(schemas|\$defs|definitions)$/.test(container) ? name : undefined;
}

/** Expectation where no value is valid. An item has no name, so only a member is named. */
function absenceExpectation(pointer: string): string {
  const name = tokensOf(pointer).at(-1);
  return name === undefined || /^\d+$/.test(name) ? "nothing at all" : `no property "${name}"`;
}

function shorten(text: string | undefined): string {
  if (text === undefined) return "nothing";
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
