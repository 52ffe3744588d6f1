import type { Json, JsonObject, JsonSchema } from "../../model/json.ts";

/** Type of the values that a keyword constrains. Integers are numbers. */
export type ConstrainedType = "number" | "string" | "array" | "object";

/** Verdict; undefined if only a validator can decide. */
export type QuickVerdict = boolean | undefined;

/** Checks of `pattern` and `format`, the same as in the validator. */
export interface TextChecks {
  fitsPattern(pattern: string, text: string): boolean;
  fitsFormat(format: string, text: string): boolean;
}

/** Functions that a quick check can call to judge other schemas. */
export interface QuickContext extends TextChecks {
  /** Verdict of a subschema. */
  fits(schema: JsonSchema, value: Json): QuickVerdict;
  /** Verdict of the target of a `$ref`. */
  fitsTarget(reference: string, value: Json): QuickVerdict;
  /** Verdicts of the branches of a union that may accept a value. All other branches reject it. */
  fitsBranches(union: Json, value: Json): readonly QuickVerdict[];
  /** True if the sender of a value need not send a required member. */
  isAbsent(schema: JsonObject, name: string): boolean;
}

/** Position of the subschemas in the value of a keyword, and the values that they describe. */
export interface Subschemas {
  /** Form of the keyword's value: a schema, a list of schemas, or a map from names to schemas. */
  readonly form: "one" | "list" | "map";
  /**
   * Values that the subschemas describe: the same value, its items, its members, the names of its members, the content
   * of a text, or none (`$defs`).
   */
  readonly of: "value" | "items" | "members" | "names" | "content" | "none";
  /** True if the subschema may reject values that the keyword accepts: `not`, `if`, `contains`. */
  readonly isCondition?: true;
}

/** Keyword whose value is the least or the greatest allowed number. */
interface KeywordLimit {
  /** 1 for a lower limit, which rejects more if it is higher, and -1 for an upper limit. */
  readonly sign: 1 | -1;
  /** True if the limit itself is rejected. */
  readonly isOpen: boolean;
  /** Keyword of the same measure whose values the limit rejects: "maxLength" for "minLength". */
  readonly opposite: string;
  /** Limit that rejects nothing. */
  readonly widest: number;
  /** Counted parts: "characters". Left out for numbers. */
  readonly unit?: string;
}

/** Details of a violation as Ajv reports it. */
type ViolationParams = Readonly<Record<string, unknown>>;

/**
 * Meaning of one keyword of JSON Schema 2020-12. A function receives only well-formed values, and only instances of the
 * constrained type.
 */
export interface Keyword<Value extends Json = Json, Instance extends Json = Json> {
  readonly name: string;
  /** Type of the constrained values. Left out if the keyword constrains values of all types. */
  readonly type?: ConstrainedType;
  /** True if no validator checks it. */
  readonly isAnnotation?: true;
  /** True if OpenAPI 3.0 does not define it. */
  readonly isNewIn31?: true;
  readonly subschemas?: Subschemas;
  readonly limit?: KeywordLimit;
  /** Checks the value of the keyword. A malformed keyword is ignored. */
  isWellFormed(value: Json): boolean;
  /** Checks a member of a map of schemas. One malformed member does not discard the others. */
  isWellFormedMember?(name: string, value: Json): boolean;
  /** Checks an instance without compiling. Undefined, or left out, if only a validator can decide. */
  accepts?(value: Value, instance: Instance, schema: JsonObject, context: QuickContext): QuickVerdict;
  /**
   * Merges two values of the keyword into one that accepts the same instances as both together. Undefined, or left out,
   * if no single value has this effect.
   */
  merge?(one: Value, other: Value): Value | undefined;
  /** True if the first value is known to accept no more than the second. */
  isNarrower?(one: Value, other: Value): boolean;
  /** True if a schema accepts the same values without the keyword. */
  hasNoEffect?(value: Value, schema: JsonObject): boolean;
  /** Expected value, as a noun phrase: "at least 3 characters". */
  expected?(value: Value, params: ViolationParams): string;
  /**
   * Schemas of which at least one accepts each rejected value. They may accept more values. Left out if the rejected
   * values cannot be described. `not` creates a schema that rejects what another one accepts.
   */
  rejected?(value: Value, schema: JsonObject, not: (schema: JsonSchema) => JsonObject): readonly JsonSchema[];
}

/** Declares a keyword. */
export function keyword<Value extends Json = Json, Instance extends Json = Json>(
  declaration: Keyword<Value, Instance>,
): Keyword {
  return declaration as Keyword;
}
