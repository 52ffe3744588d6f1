import type { Json, JsonObject } from "../../model/json.ts";
import type { ErrorObject } from "ajv/dist/2020.js";
import { isOpenEnum } from "../../model/enum.ts";
import { splitPointer } from "../../model/pointer.ts";
import { keywords } from "../keywords/index.ts";
import { isAnything } from "../keywords/well-formed.ts";
import { shortJson } from "./shorten.ts";

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
  /** True for a value that an open enum does not list. Consumers must accept such a value. */
  readonly isOpen?: true;
  /** True for the only listed violation of a value that has too many. */
  readonly isFirst?: true;
}

/** Violations of a validator's errors, without duplicates. */
export function listViolations(errors: readonly ErrorObject[], direction: Direction): Violation[] {
  const seen = new Map<string, Violation>();
  // Many errors may be about one object with many members.
  const texts = new Map<Json | undefined, string>();
  const listed = new Set(errors.filter(({ keyword }) => keyword === "enum").map(({ parentSchema }) => parentSchema));
  const typed = new Set(errors.filter(({ keyword }) => keyword === "type").map(({ parentSchema }) => parentSchema));
  for (const error of errors) {
    if (error.keyword === "if") continue;
    // A list of allowed values makes the violation of `type` redundant, except for an open enum.
    const mayGrow = direction === "response" && isOpenEnum(error.parentSchema as JsonObject);
    if (error.keyword === "type" && listed.has(error.parentSchema) && !mayGrow) continue;
    if (error.keyword === "enum" && typed.has(error.parentSchema) && mayGrow) continue;
    const { missingProperty, additionalProperty, unevaluatedProperty } = error.params as Record<string, string>;
    const member = missingProperty ?? additionalProperty ?? unevaluatedProperty;
    const isOpen = mayGrow && error.keyword === "enum";
    const excess = additionalProperty ?? unevaluatedProperty ?? (error.params["unevaluatedItem"] as number | undefined);
    const violation = {
      pointer: error.instancePath,
      keyword: error.keyword,
      expected: describeExpectation(error),
      ...(member !== undefined && { member }),
      got: error.keyword === "required" ? "nothing" : writeShortJson(valueOrMember(error.data as Json, excess)),
      ...(isOpen && { isOpen }),
    };
    const key = `${violation.pointer} ${violation.expected}`;
    // Of two violations with the same text, the stricter one stays.
    if (!seen.has(key) || seen.get(key)?.isOpen) seen.set(key, violation);
  }
  return [...seen.values()];

  function writeShortJson(value: Json | undefined): string {
    const text = texts.get(value) ?? shortJson(value);
    texts.set(value, text);
    return text;
  }
}

/** The first violation of a value with too many of them. The errors are those of a validator that stops at the first. */
export function firstViolation(errors: readonly ErrorObject[], direction: Direction): Violation[] {
  // The error of a union follows those of its branches.
  const found = listViolations(errors.slice(-1), direction)[0] ?? listViolations(errors, direction)[0];
  return found ? [{ ...found, isFirst: true }] : [];
}

/** Violation of a value that could not be validated, so that it never counts as valid. */
export function uncheckedViolation({ message }: Error, value: unknown): Violation {
  const expected = `a value that can be checked: ${message}`;
  return { pointer: "", keyword: "unchecked", expected, got: shortJson(value) };
}

/** The value, or its unexpected member or item. */
function valueOrMember(value: Json, name: string | number | undefined): Json | undefined {
  if (name === undefined) return value;
  return (value as JsonObject)[name];
}

function describeExpectation({ keyword, params, schema, message, instancePath }: ErrorObject): string {
  const isForbidden = keyword === "false schema" || (keyword === "not" && isAnything(schema as Json));
  if (isForbidden) return absenceExpectation(instancePath);
  return keywords.get(keyword)?.expected?.(schema as Json, params) ?? `a value that ${message ?? keyword}`;
}

/** Expectation where no value is valid. An item has no name, so only a member is named. */
function absenceExpectation(pointer: string): string {
  const name = splitPointer(pointer).at(-1);
  if (name === undefined || /^\d+$/.test(name)) return "nothing at all";
  return `no property "${name}"`;
}
