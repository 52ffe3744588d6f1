import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Contract, Json, JsonObject, JsonSchema } from "./contract.ts";
import { closedMark, isOpenEnum } from "./enum.ts";
import { keywords } from "./keywords.ts";
import { regExpOf } from "./pattern.ts";
import { referenceTo, valueAt } from "./pointer.ts";
import { schemas, targetOf } from "./schema.ts";
import { isObject, onlyNodes, rewriteTree } from "./shapes.ts";

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
  /** What came instead, as JSON, cut to a readable length. */
  readonly got: string;
  /** Set where a consumer must be prepared for it (§9.6): a value that an open enum does not list yet. */
  readonly isOpen?: true;
}

/** Says in what a value violates a schema; nothing where it fits. */
export type Validate = (value: unknown) => readonly Violation[];

interface Scope {
  readonly ajv: Ajv2020;
  readonly id: string;
  readonly compiled: Map<string, Compiled>;
}

interface Compiled {
  readonly accepts: ValidateFunction;
  readonly validate: Validate;
}

const scopes = new WeakMap<Contract, Partial<Record<Direction, Scope>>>();

/**
 * The validator of the schema at a pointer of `contract.document`, compiled when it is first asked
 * for and then kept: once per schema and direction.
 */
export function validatorOf(contract: Contract, pointer: string, direction: Direction): Validate {
  return compiledOf(contract, pointer, direction).validate;
}

/** Like `validatorOf`, but answers only yes or no: an Ajv function, whose `errors` are set after a no. */
export function acceptorOf(contract: Contract, pointer: string, direction: Direction): ValidateFunction {
  return compiledOf(contract, pointer, direction).accepts;
}

/** How many schemas of a contract have been compiled so far. */
export function compiledCount(contract: Contract): number {
  return Object.values(scopes.get(contract) ?? {}).reduce((sum, scope) => sum + scope.compiled.size, 0);
}

function compiledOf(contract: Contract, pointer: string, direction: Direction): Compiled {
  const scope = scopeOf(contract, direction);
  let compiled = scope.compiled.get(pointer);
  if (!compiled) {
    const isThere = valueAt(contract.document, pointer) !== undefined;
    const accepts = scope.ajv.compile(isThere ? { $ref: scope.id + referenceTo(pointer) } : true);
    const validate: Validate = (value) => (accepts(value) ? none : violationsOf(accepts.errors ?? [], direction));
    scope.compiled.set(pointer, (compiled = { accepts, validate }));
  }
  return compiled;
}

const none: readonly Violation[] = [];

function scopeOf(contract: Contract, direction: Direction): Scope {
  let directions = scopes.get(contract);
  if (!directions) scopes.set(contract, (directions = {}));
  return (directions[direction] ??= createScope(contract, direction));
}

function createScope(contract: Contract, direction: Direction): Scope {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    // 19.99 is a multiple of 0.01, whatever binary fractions make of it.
    multipleOfPrecision: 9,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    logger: false,
    ownProperties: true,
    code: { regExp: lenientRegExp },
  });
  formats.default(ajv, { keywords: false });
  // How wide a number is says nothing about JSON, and a consumer reads "1.0" as it likes.
  for (const width of ["int32", "int64", "float", "double"]) ajv.addFormat(width, true);
  const id = "contract:/";
  ajv.addSchema(schemasOnly(contract, direction), id);
  return { ajv, id, compiled: new Map() };
}

/**
 * The document with nothing in it that could be taken for a schema and is none, with no keyword that
 * gives a schema a name of its own (every reference is a pointer into the document), and with
 * `required` for one direction.
 */
function schemasOnly(contract: Contract, direction: Direction): JsonObject {
  const absent = direction === "request" ? "readOnly" : "writeOnly";
  return rewriteTree(contract.document, "document", (node, kind) => {
    if (kind !== "schema") return onlyNodes(node, kind);
    const isKept = (key: string): boolean => Object.hasOwn(keywords, key) || key === closedMark;
    const schema = withProto(Object.fromEntries(Object.entries(node).filter(([key]) => isKept(key))));
    if (!Array.isArray(schema["required"])) return schema;
    return { ...schema, required: (schema["required"] as string[]).filter((name) => !isAbsent(schema, name)) };
  }) as JsonObject;

  function isAbsent({ properties }: JsonObject, name: string): boolean {
    return isObject(properties) && Object.hasOwn(properties, name) && isMarked(properties[name] as JsonSchema, 0);
  }

  function isMarked(schema: JsonSchema, depth: number): boolean {
    if (typeof schema === "boolean" || depth > 20) return false;
    if (schema[absent] === true) return true;
    const parts = [
      ...(typeof schema["$ref"] === "string" ? [targetOf(contract, schema["$ref"])] : []),
      ...schemas(schema["allOf"]),
    ];
    return parts.some((part) => isMarked(part, depth + 1));
  }
}

/** Ajv passes over a property of this name, but not over a pattern. */
function withProto(schema: JsonObject): JsonObject {
  const { properties, patternProperties } = schema;
  if (!isObject(properties) || !Object.hasOwn(properties, "__proto__")) return schema;
  return {
    ...schema,
    patternProperties: {
      ...(patternProperties as JsonObject | undefined),
      "^__proto__$": properties["__proto__"] as Json,
    },
  };
}

function lenientRegExp(pattern: string): RegExp {
  return regExpOf(pattern) ?? /(?:)/;
}
lenientRegExp.code = "lenientRegExp";

function violationsOf(errors: readonly ErrorObject[], direction: Direction): Violation[] {
  const seen = new Map<string, Violation>();
  for (const error of errors) {
    // A union that does not match says it once, for itself, beside what each branch had to say.
    if (error.keyword === "if") continue;
    const isOpen = direction === "response" && error.keyword === "enum" && isOpenEnum(error.parentSchema as JsonObject);
    const violation = {
      pointer: error.instancePath,
      keyword: error.keyword,
      expected: expectationOf(error),
      got: shorten(error.keyword === "required" ? "nothing" : JSON.stringify(error.data)),
      ...(isOpen && { isOpen }),
    };
    seen.set(`${violation.pointer} ${violation.expected}`, violation);
  }
  return [...seen.values()];
}

function expectationOf({ keyword, params, schema, message }: ErrorObject): string {
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
      return "nothing at all";
    default:
      return `a value that ${message ?? keyword}`;
  }
}

function shorten(text: string | undefined): string {
  if (text === undefined) return "nothing";
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
