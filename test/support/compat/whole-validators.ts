import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import {
  type Json,
  type JsonObject,
  type JsonSchema,
  isObject,
  rewriteTree,
  targetPointer,
  valueAt,
} from "../../../contracts/index.ts";
import type { SentPlace } from "./places.ts";

/** Whether a value fits; undefined where Ajv trips over the schema. */
export type Fits = (value: Json) => boolean | undefined;

export interface WholeOptions {
  readonly direction: "request" | "response";
  readonly sends: boolean;
  /** Whether what fits several shapes is taken wherever one is wanted. */
  readonly isLoose?: boolean;
  /** Whether members are refused that no shape which the value has names: a faithful consumer does not send them. */
  readonly isFaithful?: boolean;
}

/**
 * The validators of a document, by the pointer of a schema: Ajv's, of the whole document as it is written. Who sends
 * never sends what is marked as the other side's; who is sent it ignores that.
 */
export function wholeValidators(
  document: JsonObject,
  { direction, sends, isLoose = direction === "response", isFaithful = false }: WholeOptions,
): (pointer: string) => Fits {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    logger: false,
    multipleOfPrecision: 9,
    ownProperties: true,
  });
  addFormats.default(ajv);
  // How wide a number is says nothing about JSON.
  for (const width of ["int32", "int64", "float", "double"]) ajv.addFormat(width, true);
  const mark = direction === "request" ? "readOnly" : "writeOnly";
  const whole = withoutOthers(withOverlaps(document, isLoose), mark, !sends);
  ajv.addSchema(isFaithful ? withNamesOnly(whole) : whole, "whole:/");
  return (pointer) => {
    let fits: ValidateFunction | undefined;
    try {
      const schema = { $ref: `whole:/#${encodeURI(pointer)}` };
      fits = ajv.compile(isFaithful ? namesOnly(schema) : schema);
    } catch {
      return () => undefined;
    }
    return (value) => {
      try {
        return fits(value);
      } catch {
        return undefined;
      }
    };
  };
}

/** A document in which what the other side sends is required of nobody, and is anything, or nothing. */
function withoutOthers(document: JsonObject, mark: "readOnly" | "writeOnly", taken: boolean): JsonObject {
  return rewriteTree(document, "document", (node, kind) => {
    if (kind !== "schema" || !isObject(node["properties"])) return node;
    const names = Object.entries(node["properties"]).flatMap(([name, inner]) =>
      isMarked(document, inner as JsonSchema, mark, new Set()) ? [name] : [],
    );
    if (names.length === 0) return node;
    const required = Array.isArray(node["required"]) ? (node["required"] as string[]) : undefined;
    return {
      ...node,
      properties: { ...node["properties"], ...Object.fromEntries(names.map((name) => [name, taken])) },
      ...(required && { required: required.filter((name) => !names.includes(name)) }),
    };
  }) as JsonObject;
}

/**
 * A document whose `oneOf` takes what fits several shapes: where a discriminator tells which is meant, and in what is
 * answered, where a shape that goes brings a reader nothing new.
 */
function withOverlaps(document: JsonObject, isLoose: boolean): JsonObject {
  return rewriteTree(document, "document", (node, kind) => {
    const { oneOf, anyOf, ...rest } = node;
    if (kind !== "schema" || oneOf === undefined) return node;
    if (!isLoose && node["discriminator"] === undefined) return node;
    return anyOf === undefined
      ? { ...rest, anyOf: oneOf }
      : { ...rest, allOf: [...allOf(rest), { anyOf }, { anyOf: oneOf }] };
  }) as JsonObject;
}

/** A document of whose objects each holds nothing but what some schema of it names. */
function withNamesOnly(document: JsonObject): JsonObject {
  const inside = (schemas: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, namesOnly(schema as JsonSchema)]));
  return rewriteTree(document, "document", (node, kind) => {
    if (kind !== "schema") return node;
    const { properties, items } = node;
    return {
      ...node,
      ...(isObject(properties) && { properties: inside(properties) }),
      ...(isObject(items) && { items: namesOnly(items) }),
    };
  }) as JsonObject;
}

function namesOnly(schema: JsonSchema): JsonObject {
  return { allOf: [schema], unevaluatedProperties: false };
}

function allOf({ allOf: list }: JsonObject): readonly Json[] {
  return Array.isArray(list) ? list : [];
}

function isMarked(document: JsonObject, schema: JsonSchema, mark: string, seen: Set<JsonSchema>): boolean {
  if (!isObject(schema) || seen.has(schema)) return false;
  seen.add(schema);
  const { $ref } = schema;
  const parts = [...(typeof $ref === "string" ? [valueAt(document, targetPointer($ref))] : []), ...allOf(schema)];
  return schema[mark] === true || parts.some((part) => isMarked(document, part as JsonSchema, mark, seen));
}

/** All that a place says of its values, as text: two places with the same one take the same values. */
export function reachedText(document: JsonObject, { pointer }: SentPlace): string {
  const texts = new Map<string, string>();
  const read = (at: string): void => {
    if (texts.has(at)) return;
    const text = JSON.stringify(valueAt(document, at)) ?? "";
    texts.set(at, text);
    for (const [, reference] of text.matchAll(/"\$ref":"([^"]+)"/g)) read(targetPointer(reference as string));
  };
  if (pointer !== undefined) read(pointer);
  return JSON.stringify([...texts.entries()].map(([at, text], index) => (index === 0 ? text : [at, text])));
}
