import type { ErrorObject } from "ajv/dist/2020.js";
import type { Json, JsonObject } from "./contract.ts";
import { isOpenEnum } from "./enum.ts";
import { tokensOf } from "./pointer.ts";
import { isObject } from "./shapes.ts";

/** Who sends the value: a consumer ("request") need not send what is readOnly, a provider not what is writeOnly. */
export type Direction = "request" | "response";

/** One way in which a value does not fit a schema. */
export interface Violation {
  /** JSON pointer into the value. */
  readonly pointer: string;
  /** The keyword that failed: "type", "required", … */
  readonly keyword: string;
  /** What was expected there, as a noun phrase: "an integer", 'the property "name"'. */
  readonly expected: string;
  /** The member that is missing, or has no place there. */
  readonly member?: string;
  /** What came instead, as JSON, cut to a readable length. */
  readonly got: string;
  /** Set where a consumer must be prepared for it (§9.6): a value that an open enum does not list yet. */
  readonly isOpen?: true;
}

/** What a validator's errors say of a value, each once. */
export function violationsOf(errors: readonly ErrorObject[], direction: Direction): Violation[] {
  const seen = new Map<string, Violation>();
  for (const error of errors) {
    if (error.keyword === "if") continue;
    const { missingProperty, additionalProperty, unevaluatedProperty } = error.params as Record<string, string>;
    const member = missingProperty ?? additionalProperty ?? unevaluatedProperty;
    const isOpen = direction === "response" && error.keyword === "enum" && isOpenEnum(error.parentSchema as JsonObject);
    const violation = {
      pointer: error.instancePath,
      keyword: error.keyword,
      expected: expectationOf(error),
      ...(member !== undefined && { member }),
      got: shorten(error.keyword === "required" ? "nothing" : JSON.stringify(error.data)),
      ...(isOpen && { isOpen }),
    };
    seen.set(`${violation.pointer} ${violation.expected}`, violation);
  }
  return [...seen.values()];
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
        ? "a match with one alternative only"
        : "a match with one of the alternatives";
    case "false schema":
      return absenceOf(instancePath);
    case "not":
      if (schema === true || (isObject(schema as Json) && Object.keys(schema as JsonObject).length === 0))
        return absenceOf(instancePath);
      return `a value that ${message ?? keyword}`;
    default:
      return `a value that ${message ?? keyword}`;
  }
}

/** Where nothing is right. An item is told by its place, a member by its name. */
function absenceOf(pointer: string): string {
  const name = tokensOf(pointer).at(-1);
  return name === undefined || /^\d+$/.test(name) ? "nothing at all" : `no property "${name}"`;
}

function shorten(text: string | undefined): string {
  if (text === undefined) return "nothing";
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
