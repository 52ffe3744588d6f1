import type { Direction, Json, JsonObject, JsonSchema } from "../../../contracts/index.ts";

/** A schema with a keyword, expected properties of its values, and its violations. */
export interface KeywordRow {
  readonly keyword: string;
  readonly schema: JsonSchema;
  /** Conditions that some values must satisfy and others must not. */
  readonly reached: Readonly<Record<string, (value: never) => boolean>>;
  /** Expected violations, by pointer and keyword. */
  readonly faults: readonly string[];
  readonly direction?: Direction;
}

type Members = JsonObject;
type Items = readonly Json[];

const has =
  (...names: readonly string[]) =>
  (value: Members): boolean =>
    names.every((name) => Object.hasOwn(value, name));
const hasNot = (name: string) => (value: Members) => !Object.hasOwn(value, name);
const is = (expected: Json) => (value: Json) => value === expected;
const count = (expected: number) => (value: Items) => value.length === expected;
const length = (expected: number) => (value: string) => [...value].length === expected;
const text = { type: "string" };
const whole = { type: "integer" };

/** All validating keywords of JSON Schema 2020-12 and OpenAPI. */
export const keywordTable: readonly KeywordRow[] = [
  {
    keyword: "type",
    schema: { type: ["integer", "boolean", "null"] },
    reached: { null: is(null), true: is(true), zero: is(0), "a large one": (value: Json) => Number(value) > 1e6 },
    faults: ["type"],
  },
  { keyword: "const", schema: { const: { a: [1] } }, reached: {}, faults: ["const"] },
  {
    keyword: "enum",
    schema: { enum: ["a", 2, null] },
    reached: { a: is("a"), two: is(2), null: is(null) },
    faults: ["enum"],
  },
  {
    keyword: "required",
    schema: { type: "object", required: ["a", "unspoken"], properties: { a: whole, b: whole } },
    reached: { both: has("a", "unspoken"), "no more": hasNot("b"), more: has("b") },
    faults: ["type", "required", "/a type", "/b type"],
  },
  {
    keyword: "dependentRequired",
    schema: { type: "object", properties: { a: whole, b: whole }, dependentRequired: { a: ["b", "c"] } },
    reached: {
      "the needed alone": (value: Members) => has("b")(value) && !has("a")(value),
      all: has("a", "b", "c"),
      none: hasNot("b"),
    },
    faults: ["type", "dependentRequired", "/a type", "/b type"],
  },
  {
    keyword: "dependentSchemas",
    schema: {
      type: "object",
      properties: { a: whole },
      dependentSchemas: { a: { required: ["b"], properties: { b: text } } },
    },
    reached: { with: has("a", "b"), without: hasNot("a") },
    faults: ["type", "required", "/a type", "/b type"],
  },
  {
    keyword: "properties",
    schema: { type: "object", properties: { a: whole, __proto__: text, constructor: whole, never: false } },
    reached: { a: has("a"), none: hasNot("a"), constructor: has("constructor") },
    faults: ["type", "/a type", "/constructor type", "/never false schema"],
  },
  {
    keyword: "patternProperties",
    schema: { type: "object", patternProperties: { "^x-": whole, "^[0-9]{2}$": text } },
    reached: {
      "one kind": (value: Members) => Object.keys(value).some((name) => name.startsWith("x-")),
      "the other": (value: Members) => Object.keys(value).some((name) => /^\d\d$/.test(name)),
      none: (value: Members) => Object.keys(value).length === 0,
    },
    faults: ["type", "/x-ae448ac86c4e type", "/04 type"],
  },
  {
    keyword: "additionalProperties",
    schema: { type: "object", properties: { a: whole }, additionalProperties: { type: "boolean" } },
    reached: {
      others: (value: Members) => Object.keys(value).some((name) => name !== "a"),
      none: (value: Members) => Object.keys(value).length === 0,
    },
    faults: ["type", "/a type", "/another type"],
  },
  {
    keyword: "unevaluatedProperties",
    schema: {
      type: "object",
      allOf: [{ properties: { a: whole } }],
      properties: { b: whole },
      unevaluatedProperties: false,
    },
    reached: { a: has("a"), b: has("b"), none: hasNot("a") },
    faults: ["type", "unevaluatedProperties", "/b type", "/a type"],
  },
  {
    keyword: "propertyNames",
    schema: { type: "object", propertyNames: { pattern: "^[A-C]{2}$" }, additionalProperties: whole },
    reached: {
      some: (value: Members) => Object.keys(value).length > 1,
      none: (value: Members) => Object.keys(value).length === 0,
    },
    faults: ["type", "propertyNames", "/CA type"],
  },
  {
    keyword: "minProperties",
    schema: { type: "object", minProperties: 2, additionalProperties: whole },
    reached: {
      least: (value: Members) => Object.keys(value).length === 2,
      more: (value: Members) => Object.keys(value).length > 2,
    },
    faults: ["type", "minProperties", "/another type"],
  },
  {
    keyword: "maxProperties",
    schema: { type: "object", maxProperties: 2, additionalProperties: whole },
    reached: {
      most: (value: Members) => Object.keys(value).length === 2,
      none: (value: Members) => Object.keys(value).length === 0,
    },
    faults: ["type", "maxProperties", "/another type"],
  },
  {
    keyword: "items",
    schema: { type: "array", items: whole },
    reached: { none: count(0), several: count(3) },
    faults: ["type", "/0 type"],
  },
  {
    keyword: "prefixItems",
    schema: { type: "array", prefixItems: [text, whole], items: { type: "boolean" } },
    reached: { none: count(0), one: count(1), both: count(2), more: count(4) },
    faults: ["type", "/0 type", "/1 type", "/2 type"],
  },
  {
    keyword: "unevaluatedItems",
    schema: { type: "array", allOf: [{ prefixItems: [text] }], unevaluatedItems: false },
    reached: { none: count(0), all: count(1) },
    faults: ["type", "unevaluatedItems", "/0 type"],
  },
  {
    keyword: "contains",
    schema: { type: "array", items: whole, contains: { minimum: 100 } },
    reached: { alone: count(1), "beside others": (value: Items) => value.some((item) => Number(item) < 100) },
    faults: ["type", "contains", "/0 type"],
  },
  {
    keyword: "minContains",
    schema: { type: "array", items: whole, contains: { minimum: 100 }, minContains: 2 },
    reached: { least: count(2), more: (value: Items) => value.length > 2 },
    faults: ["type", "contains", "/0 type"],
  },
  {
    keyword: "maxContains",
    schema: { type: "array", items: whole, contains: { minimum: 100 }, minContains: 0, maxContains: 1 },
    reached: { none: count(0), others: (value: Items) => value.some((item) => Number(item) < 100) },
    faults: ["type", "contains", "/0 type"],
  },
  {
    keyword: "minItems",
    schema: { type: "array", items: whole, minItems: 2 },
    reached: { least: count(2), more: count(4) },
    faults: ["type", "minItems", "/0 type"],
  },
  {
    keyword: "maxItems",
    schema: { type: "array", items: whole, maxItems: 2 },
    reached: { none: count(0), most: count(2) },
    faults: ["type", "maxItems", "/0 type"],
  },
  {
    keyword: "uniqueItems",
    schema: { type: "array", items: { enum: ["a", "b", "c"] }, uniqueItems: true },
    reached: { none: count(0), all: count(3) },
    faults: ["type", "uniqueItems", "/0 enum"],
  },
  {
    keyword: "minLength",
    schema: { type: "string", minLength: 2 },
    reached: { least: length(2), more: length(8) },
    faults: ["type", "minLength"],
  },
  {
    keyword: "maxLength",
    schema: { type: "string", maxLength: 2 },
    reached: { none: length(0), most: length(2), wide: (value: string) => value.length > 2 },
    faults: ["type", "maxLength"],
  },
  {
    keyword: "pattern",
    schema: { type: "string", pattern: "^(ab|[0-9]{2,4})$" },
    reached: { one: is("ab"), "the other": (value: string) => value !== "ab", long: length(4) },
    faults: ["type", "pattern"],
  },
  {
    keyword: "format",
    schema: { type: "string", format: "date" },
    reached: {
      "a late day": (value: string) => Number(value.slice(8)) > 28,
      "a leap year's": (value: string) => Number(value.slice(0, 4)) % 4 === 0,
    },
    faults: ["type", "format"],
  },
  {
    keyword: "minimum",
    schema: { type: "integer", minimum: 3 },
    reached: { least: is(3), more: (value: number) => value > 1000 },
    faults: ["type", "minimum"],
  },
  {
    keyword: "maximum",
    schema: { type: "integer", maximum: 3 },
    reached: { most: is(3), less: (value: number) => value < -1000 },
    faults: ["type", "maximum"],
  },
  {
    keyword: "exclusiveMinimum",
    schema: { type: "number", exclusiveMinimum: 0, maximum: 2 },
    reached: { whole: is(1), fraction: (value: number) => value < 1 },
    faults: ["type", "maximum", "exclusiveMinimum"],
  },
  {
    keyword: "exclusiveMaximum",
    schema: { type: "integer", minimum: 0, exclusiveMaximum: 2 },
    reached: { zero: is(0), one: is(1) },
    faults: ["type", "minimum", "exclusiveMaximum"],
  },
  {
    keyword: "multipleOf",
    schema: { type: "number", minimum: 0, maximum: 0.05, multipleOf: 0.01 },
    reached: { none: is(0), three: is(0.03), all: is(0.05) },
    faults: ["type", "minimum", "maximum", "multipleOf"],
  },
  {
    keyword: "allOf",
    schema: { allOf: [{ type: "integer", minimum: 3 }, { maximum: 5 }] },
    reached: { least: is(3), most: is(5) },
    faults: ["type", "minimum", "maximum"],
  },
  {
    keyword: "anyOf",
    schema: { anyOf: [{ type: "integer" }, { type: "string", minLength: 2 }] },
    reached: { one: (value: Json) => typeof value === "number", other: (value: Json) => typeof value === "string" },
    faults: ["type", "minLength"],
  },
  {
    keyword: "oneOf",
    schema: { type: "integer", oneOf: [{ maximum: 5 }, { minimum: 3 }] },
    reached: { one: (value: number) => value < 3, other: (value: number) => value > 5 },
    faults: ["type", "oneOf"],
  },
  {
    keyword: "not",
    schema: { type: ["string", "integer", "null"], not: { type: "string", minLength: 2 } },
    reached: { "another type": is(null), "the type": (value: Json) => typeof value === "string" },
    faults: ["type", "not"],
  },
  {
    keyword: "if",
    schema: {
      type: "object",
      required: ["kind"],
      properties: { kind: { enum: ["a", "b"] } },
      if: { properties: { kind: { const: "a" } } },
      then: { required: ["x"] },
      else: { required: ["y"] },
    },
    reached: { one: has("x"), other: has("y") },
    faults: ["type", "required", "/kind enum"],
  },
  {
    keyword: "then",
    schema: { type: "integer", minimum: 0, if: { maximum: 9 }, then: { multipleOf: 5 } },
    reached: { one: is(5), other: (value: number) => value > 9 },
    faults: ["type", "minimum", "multipleOf"],
  },
  {
    keyword: "else",
    schema: { type: "integer", minimum: 0, if: { maximum: 9 }, else: { multipleOf: 5 } },
    reached: { one: is(3), other: (value: number) => value > 9 },
    faults: ["type", "minimum", "multipleOf"],
  },
  {
    keyword: "$ref",
    schema: { type: "object", properties: { next: { $ref: "#/components/schemas/Row" } } },
    reached: {
      end: hasNot("next"),
      deep: (value: Members) => has("next")((((value["next"] ?? {}) as Members)["next"] as Members) ?? {}),
    },
    faults: ["type", "/next type", "/next/next type", "/next/next/next type", "/next/next/next/next type"],
  },
  {
    keyword: "discriminator",
    schema: {
      oneOf: [
        { type: "object", required: ["kind"], properties: { kind: { const: "a" }, x: whole } },
        { type: "object", required: ["kind"], properties: { kind: { const: "b" }, x: text } },
      ],
      discriminator: { propertyName: "kind" },
    },
    reached: { one: (value: Members) => value["kind"] === "a", other: (value: Members) => value["kind"] === "b" },
    faults: ["type", "required", "/kind const", "/x type"],
  },
  {
    keyword: "readOnly",
    schema: {
      type: "object",
      required: ["id", "name"],
      properties: { id: { type: "string", readOnly: true }, name: text },
    },
    reached: { name: has("name"), "no id": hasNot("id") },
    faults: ["type", "required", "/name type"],
  },
  {
    keyword: "writeOnly",
    schema: {
      type: "object",
      required: ["key", "name"],
      properties: { key: { type: "string", writeOnly: true }, name: text },
    },
    reached: { name: has("name"), "no key": hasNot("key") },
    faults: ["type", "required", "/name type"],
    direction: "response",
  },
];
