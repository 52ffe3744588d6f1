import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { createRequire } from "node:module";
import type * as Core from "ajv";
import type { Ajv2020, ValidateFunction } from "ajv/dist/2020.js";
import type { SchemaEnv } from "ajv/dist/compile/index.js";
import type formats from "ajv-formats";
import { spend } from "../patterns/work.ts";
import { targetPointer } from "../model/pointer.ts";
import { canonicalJson } from "../model/canonical-json.ts";
import { oncePer } from "../model/once-per.ts";
import { isDecimalMultiple } from "../text/multiple.ts";
import { isUsualDate, isUsualDateTime, isUsualEmail, isUsualUuid } from "./usual-texts.ts";

const require = createRequire(import.meta.url);

/** Loads the validator when the first schema is compiled, so that reading contracts does not need it. */
export function loadAjv(): { readonly Ajv2020: typeof Ajv2020; readonly formats: typeof formats.default } {
  const ajv = require("ajv/dist/2020.js") as { Ajv2020: typeof Ajv2020 };
  return { Ajv2020: ajv.Ajv2020, formats: (require("ajv-formats") as typeof formats).default };
}

/** Replaces `multipleOf` by exact decimal arithmetic. Ajv divides, which fails for large numbers and small steps. */
export function replaceMultipleOf(ajv: Ajv2020): void {
  const { _ } = require("ajv") as typeof Core;
  ajv.removeKeyword("multipleOf");
  ajv.addKeyword({
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    compile: (step: number) => (number: number) => isDecimalMultiple(number, step),
    errors: false,
    error: { message: "must be a multiple", params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
  });
}

/**
 * Replaces `uniqueItems` by a comparison in one pass. Ajv compares each pair, which takes hours for a million items.
 */
export function replaceUniqueItems(ajv: Ajv2020): void {
  const { _ } = require("ajv") as typeof Core;
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    code(context) {
      if (context.schema !== true) return;
      const { gen, data } = context;
      const equalIndexes = gen.const("equalIndexes", _`${gen.scopeValue("func", { ref: findEqualItems })}(${data})`);
      context.setParams({ equalIndexes });
      context.fail(_`${equalIndexes} !== undefined`);
    },
    error: {
      message: "must NOT have duplicate items",
      params: ({ params }) => _`{i: ${params["equalIndexes"]}[1], j: ${params["equalIndexes"]}[0]}`,
    },
  });
}

/** Indexes of two equal items; undefined if all differ. */
function findEqualItems(items: readonly unknown[]): readonly [number, number] | undefined {
  const plain = new Map<unknown, number>();
  const nested = new Map<unknown, number>();
  for (const [index, item] of items.entries()) {
    const indexes = isObjectOrArray(item) ? nested : plain;
    const key = isObjectOrArray(item) ? canonicalJson(item as Json) : item;
    const before = indexes.get(key);
    if (before !== undefined) return [before, index];
    indexes.set(key, index);
  }
  return undefined;
}

/**
 * Replaces `prefixItems`. Ajv, where it stops at the first error, skips the keywords after it for a list that is
 * shorter than the prefix.
 */
export function replacePrefixItems(ajv: Ajv2020): void {
  const { _ } = require("ajv") as typeof Core;
  const keyword = "prefixItems";
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword,
    type: "array",
    schemaType: "array",
    before: "items",
    code(context) {
      const { gen, data, it } = context;
      const valid = gen.name("valid");
      for (const [index, schema] of (context.schema as Json[]).entries()) {
        if (schema === true) continue;
        gen.if(_`${data}.length > ${index}`);
        context.subschema({ keyword, schemaProp: index, dataProp: index }, valid);
        if (!it.allErrors) gen.else().var(valid, true);
        gen.endIf();
        context.ok(valid);
      }
    },
  });
}

/**
 * Treats a `oneOf` with a discriminator as `anyOf`: the discriminator selects the branch, so several branches may
 * accept the value.
 */
export function relaxDiscriminatedOneOf(ajv: Ajv2020): void {
  const { _ } = require("ajv") as typeof Core;
  const [oneOf, anyOf] = [ajv.getKeyword("oneOf"), ajv.getKeyword("anyOf")] as Core.CodeKeywordDefinition[];
  if (!oneOf || !anyOf) return;
  ajv.removeKeyword("oneOf");
  ajv.addKeyword({
    ...oneOf,
    code(context) {
      const isAny = isDiscriminated(context.parentSchema);
      // Readers of an error expect `passing`, the branches that accept the value. `anyOf` does not set it.
      if (isAny) context.setParams({ passing: _`null` });
      (isAny ? anyOf : oneOf).code(context);
    },
  });
}

/** Checks that a union has a discriminator, so that several branches may accept a value. */
export function isDiscriminated(schema: object): boolean {
  const { discriminator } = schema as { readonly discriminator?: unknown };
  return isObjectOrArray(discriminator) && typeof discriminator["propertyName"] === "string";
}

/** Cost of following a reference, in steps of the pattern search, without and with earlier errors. */
const REFERENCE_COST = 10;
const REFERENCE_COST_AFTER_ERRORS = 100;

/**
 * Counts each followed reference against the step budget, because work doubles with each level of schemas that refer
 * twice to the next. Earlier errors add to the cost, because Ajv copies them each time.
 */
export function countReferences(ajv: Ajv2020): void {
  const { _ } = require("ajv") as typeof Core;
  replaceCode(ajv, "$ref", ({ gen }, generate) => {
    const spending = gen.scopeValue("func", { ref: spend });
    gen.code(
      _`${spending}(vErrors === null ? ${REFERENCE_COST} : ${REFERENCE_COST_AFTER_ERRORS} + vErrors.length / 4)`,
    );
    generate();
  });
}

/** Replaces the comparison with an object or a list, which fails in Ajv for members named "toString" or "valueOf". */
export function replaceConst(ajv: Ajv2020): void {
  const { _ } = require("ajv") as typeof Core;
  replaceCode(ajv, "const", (context, generate) => {
    const { gen, data, schema, schemaCode } = context;
    if (!isObjectOrArray(schema)) return generate();
    context.pass(_`${gen.scopeValue("func", { ref: areEqualJson })}(${data}, ${schemaCode})`);
  });
}

/** Replaces the search for a value in a list, which Ajv compares with each listed one. */
export function replaceEnum(ajv: Ajv2020): void {
  const { _ } = require("ajv") as typeof Core;
  replaceCode(ajv, "enum", (context) => {
    const isAmong = context.gen.scopeValue("func", { ref: includesValue });
    context.pass(_`${isAmong}(${context.schemaCode}, ${context.data})`);
  });
}

/** Checks that a list has a value. */
export function includesValue(values: readonly Json[], value: unknown): boolean {
  const { plain, nested } = membersOf(values);
  if (isObjectOrArray(value)) return nested.size > 0 && nested.has(canonicalJson(value as Json));
  return plain.has(value);
}

const membersOf = oncePer((values: readonly Json[]) => ({
  plain: new Set<unknown>(values.filter((value) => !isObjectOrArray(value))),
  nested: new Set(values.filter(isObjectOrArray).map((value) => canonicalJson(value as Json))),
}));

/**
 * Lists the names of an object once for all its patterns, and counts each test against the step budget, because their
 * number is that of the names times that of the patterns.
 */
export function countPatternProperties(ajv: Ajv2020): void {
  const { _ } = require("ajv") as typeof Core;
  replaceCode(ajv, "patternProperties", (context, generate) => {
    const { gen, data, schema } = context;
    const names = gen.const("names", _`Object.keys(${data})`);
    gen.code(_`${gen.scopeValue("func", { ref: spend })}(${names}.length * ${Object.keys(schema as object).length})`);
    const { forIn } = gen;
    gen.forIn = (name, object, body, kind) =>
      object === data ? gen.forOf(name, names, body) : forIn.call(gen, name, object, body, kind);
    try {
      generate();
    } finally {
      gen.forIn = forIn;
    }
  });
}

/** Keywords whose code is replaced, each with the one that Ajv checks after it. */
const nextKeywords = { $ref: "type", const: "enum", enum: "not", patternProperties: "dependentRequired" } as const;

/** Replaces the code of a keyword in its place, so that the order of errors stays. */
function replaceCode(
  ajv: Ajv2020,
  keyword: keyof typeof nextKeywords,
  write: (context: Core.KeywordCxt, generate: () => void) => void,
): void {
  const definition = ajv.getKeyword(keyword) as Core.CodeKeywordDefinition;
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    ...definition,
    keyword,
    before: nextKeywords[keyword],
    code: (context, type) => write(context, () => definition.code(context, type)),
  });
}

/** Schemas of a document by their pointers. */
export interface SchemaSource {
  /** The schema at a pointer. Undefined if there is none. */
  schemaAt(pointer: string): JsonSchema | undefined;
  /** Its validator, compiled on the first call. */
  validatorAt(pointer: string): ValidateFunction;
}

/** Maximum number of keywords of a referenced schema that is compiled into the schema that refers to it. */
const MAX_INLINED = 8;

/**
 * Compiles referenced schemas by themselves, when a value first reaches them. Otherwise, the first request to an
 * operation would compile everything that its schemas can reach, which takes seconds in a large document. Ajv looks a
 * reference up in `refs`, and reads the validator of an entry without one when it is called.
 */
export function compileReferencesLazily(ajv: Ajv2020, { schemaAt, validatorAt }: SchemaSource): void {
  const entries = new Map<string, SchemaEnv>();
  let isGenerating = false;
  replaceCode(ajv, "$ref", ({ it, schema: reference }, generate) => {
    const { refs } = it.schemaEnv.root;
    const pointer = targetPointer(reference);
    const schema = schemaAt(pointer);
    const key = ajv.opts.uriResolver.resolve(it.baseId, reference);
    // Ajv reports a reference without a target.
    if (schema !== undefined)
      refs[key] ??= isSmall(schema) ? (schema as Core.AnySchemaObject) : getSchemaEntry(pointer, it);
    isGenerating = true;
    try {
      generate();
    } finally {
      isGenerating = false;
    }
  });

  function getSchemaEntry(pointer: string, { schemaEnv, baseId }: Core.KeywordCxt["it"]): SchemaEnv {
    let entry = entries.get(pointer);
    if (!entry) {
      const Entry = schemaEnv.constructor as typeof SchemaEnv;
      entry = new Entry({ schema: {}, root: schemaEnv.root, baseId });
      Object.defineProperty(entry, "validate", { configurable: true, get: () => validatorOnCall(pointer) });
      entries.set(pointer, entry);
    }
    return entry;
  }

  function validatorOnCall(pointer: string): ValidateFunction | undefined {
    if (isGenerating) return undefined;
    const value = validatorAt(pointer);
    Object.defineProperty(entries.get(pointer), "validate", { value });
    return value;
  }
}

function isSmall(schema: JsonSchema): boolean {
  return typeof schema === "object" && keywordCount(schema) <= MAX_INLINED;
}

/** Number of keywords of a schema and of those inside it. Infinite with a reference. */
function keywordCount(schema: Json): number {
  if (typeof schema !== "object" || schema === null) return 0;
  if (Array.isArray(schema)) return schema.reduce((sum: number, item: Json) => sum + keywordCount(item), 0);
  const object = schema as JsonObject;
  if (object["$ref"] !== undefined) return Number.POSITIVE_INFINITY;
  return Object.values(object).reduce((sum: number, value) => sum + 1 + keywordCount(value), 0);
}

/** Accepts texts in the usual form of their format without the patterns of the library. */
export function acceptUsualTexts(ajv: Ajv2020): void {
  for (const [name, isUsual] of Object.entries(usualTexts)) {
    const format = ajv.formats[name];
    const validate = format && toFormatCheck(format);
    if (validate) ajv.addFormat(name, { validate: (text: string) => isUsual(text) || validate(text) });
  }
}

const usualTexts = {
  date: isUsualDate,
  "date-time": isUsualDateTime,
  uuid: isUsualUuid,
  email: isUsualEmail,
};

/** Check of a format. Undefined if it is not one of texts, or asynchronous. */
function toFormatCheck(format: Core.AnySchema | Core.Format): ((text: string) => boolean) | undefined {
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === "object" && "validate" in format && typeof format.validate === "function")
    return format.validate as (text: string) => boolean;
  return undefined;
}

/** Deep equality of JSON values. */
export function areEqualJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) !== Array.isArray(other) || !isObjectOrArray(one) || !isObjectOrArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && areEqualJson(one[name], other[name]))
  );
}

function isObjectOrArray(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
