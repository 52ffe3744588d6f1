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
import type { SentPlace } from "./sent-places.ts";

/** Validates a value. Undefined if Ajv fails to compile the schema. */
export type ValidateValue = (value: Json) => boolean | undefined;

export interface ValidatorOptions {
  readonly direction: "request" | "response";
  readonly sends: boolean;
  /** Accepts values that match several branches of oneOf. */
  readonly acceptsOverlaps?: boolean;
  /** Refuses members that no matching shape names, because a faithful consumer does not send them. */
  readonly refusesUnnamed?: boolean;
}

/**
 * Ajv validators for the schemas of a document, by pointer. The sender never sends members that are marked for the other
 * direction; the receiver ignores them.
 */
export function documentValidators(
  document: JsonObject,
  {
    direction,
    sends,
    acceptsOverlaps: isLoose = direction === "response",
    refusesUnnamed: isFaithful = false,
  }: ValidatorOptions,
): (pointer: string) => ValidateValue {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    logger: false,
    multipleOfPrecision: 9,
    ownProperties: true,
  });
  addFormats.default(ajv);
  // Number formats do not affect JSON.
  for (const width of ["int32", "int64", "float", "double"]) ajv.addFormat(width, true);
  const mark = direction === "request" ? "readOnly" : "writeOnly";
  const whole = withoutOtherSide(withOverlaps(document, isLoose), mark, !sends);
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

/** Makes members of the other direction optional, and accepts or refuses all their values. */
function withoutOtherSide(document: JsonObject, mark: "readOnly" | "writeOnly", taken: boolean): JsonObject {
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
 * Makes `oneOf` accept values that match several branches: if a discriminator selects one, and in responses, where a
 * removed branch is no new value for readers.
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

/** Closes all objects, so that they have only members that a schema names. */
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

/** Text of all schemas that are reachable from a position: equal texts accept the same values. */
export function reachableText(document: JsonObject, { pointer }: SentPlace): string {
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
