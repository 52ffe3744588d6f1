import fc from "fast-check";
import type { Contract, Json, JsonSchema } from "../model/contract.ts";
import { isObject } from "../model/shapes.ts";
import { targetOf } from "../model/schema.ts";
import type { Direction } from "../model/validator.ts";
import { arrayValues } from "./array.ts";
import { type Case, type CaseType, caseTypeOf, casesOf } from "./cases.ts";
import { numberValues } from "./number.ts";
import { objectValues } from "./object.ts";
import { booleanValues, nullValues } from "./scalar.ts";
import { stringValues } from "./string.ts";
import type { ValuesOfType } from "./type.ts";

/** The catalogue: one entry for each JSON type. */
export const types: Readonly<Record<CaseType, ValuesOfType>> = {
  null: nullValues,
  boolean: booleanValues,
  number: numberValues,
  string: stringValues,
  array: arrayValues,
  object: objectValues,
};

/** Below this depth only what must be there is made. */
const OPTIONAL_DEPTH = 4;

/** Below this depth nothing is made: what is still open cannot end. */
const MAX_DEPTH = 24;

export interface Builder {
  /** The cases of a list of schemas, without what only the other side sends. */
  cases(schemas: readonly JsonSchema[]): readonly Case[];
  /** Random values that fit all schemas, as far as their keywords are known; undefined where none can end. */
  arbitrary(schemas: readonly JsonSchema[], options?: BuildOptions): fc.Arbitrary<Json> | undefined;
  /** One plain value, as a document would show it. */
  plain(schemas: readonly JsonSchema[], options: PlainOptions): Json | undefined;
}

export interface BuildOptions {
  /** Members and items that must be there, from the top. */
  readonly forced?: readonly string[];
  /** Leave out what may be left out. */
  readonly minimal?: boolean;
}

export interface PlainOptions {
  /** Names the value: other names, other values. */
  readonly name: string;
  readonly optional: boolean;
  /** Take documented examples and defaults where there are some. */
  readonly examples: boolean;
}

/** Makes values of a contract's schemas for one direction. Everything is built when first asked for, once per depth. */
export function createBuilder(contract: Contract, direction: Direction): Builder {
  const absent = direction === "request" ? "readOnly" : "writeOnly";
  const identities = new Map<JsonSchema, number>();
  const knownCases = new Map<string, readonly Case[]>();
  const built = new Map<string, fc.Arbitrary<Json> | undefined>();
  return {
    cases,
    arbitrary: (schemas, options = {}) => arbitrary(schemas, options, 0),
    plain: (schemas, options) => plain(schemas, options, 0),
  };

  function cases(schemas: readonly JsonSchema[]): readonly Case[] {
    const key = keyOf(schemas);
    let known = knownCases.get(key);
    if (!known) knownCases.set(key, (known = casesOf(contract, schemas).map(withoutAbsent)));
    return known;
  }

  function arbitrary(
    schemas: readonly JsonSchema[],
    options: BuildOptions,
    depth: number,
  ): fc.Arbitrary<Json> | undefined {
    if (depth > MAX_DEPTH) return undefined;
    if (options.forced?.length) return build(schemas, options, depth);
    const key = `${keyOf(schemas)} ${depth} ${options.minimal === true}`;
    if (!built.has(key)) built.set(key, build(schemas, options, depth));
    return built.get(key);
  }

  function build(schemas: readonly JsonSchema[], options: BuildOptions, depth: number): fc.Arbitrary<Json> | undefined {
    const [forced, ...below] = options.forced ?? [];
    const made = cases(schemas)
      .filter((wanted) => forced === undefined || canHold(wanted, forced))
      .flatMap((wanted) => {
        if (wanted.values) return forced === undefined ? [fc.constantFrom(...wanted.values)] : [];
        const nested = {
          optional: depth < OPTIONAL_DEPTH && options.minimal !== true,
          ...(forced !== undefined && { forced }),
          arbitrary: (inner: readonly JsonSchema[], name: string) =>
            arbitrary(
              inner,
              { ...options, forced: name === forced || (wanted.type === "array" && forced !== undefined) ? below : [] },
              depth + 1,
            ),
        };
        return types[wanted.type].valid(wanted, nested) ?? [];
      });
    if (made.length === 0) return undefined;
    return made.length === 1 ? made[0] : fc.oneof(...made);
  }

  function plain(schemas: readonly JsonSchema[], options: PlainOptions, depth: number): Json | undefined {
    if (depth > MAX_DEPTH) return undefined;
    for (const wanted of cases(schemas)) {
      if (options.examples && wanted.examples.length > 0) {
        const shown = wanted.examples.find((value) => caseTypeOf(value) === wanted.type);
        if (shown !== undefined) return shown;
      }
      if (wanted.values) return wanted.values[0];
      const nested = {
        optional: options.optional && depth < OPTIONAL_DEPTH,
        value: (inner: readonly JsonSchema[], name: string) =>
          plain(inner, { ...options, name: `${options.name} ${name}`.trim() }, depth + 1),
      };
      const value = types[wanted.type].plain(wanted, nested, options.name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** A member that only the other side sends is neither needed nor made. */
  function withoutAbsent(wanted: Case): Case {
    if (wanted.type !== "object") return wanted;
    const hidden = new Set(wanted.names.filter((name) => wanted.propertyAt(name)?.some(isAbsent)));
    if (hidden.size === 0) return wanted;
    return {
      ...wanted,
      names: wanted.names.filter((name) => !hidden.has(name)),
      required: wanted.required.filter((name) => !hidden.has(name)),
    };
  }

  function isAbsent(schema: JsonSchema): boolean {
    let at = schema;
    for (let hops = 0; isObject(at as Json) && hops < 20; hops++) {
      if ((at as Record<string, Json>)[absent] === true) return true;
      const reference = (at as Record<string, Json>)["$ref"];
      if (typeof reference !== "string") return false;
      at = targetOf(contract, reference);
    }
    return false;
  }

  function keyOf(schemas: readonly JsonSchema[]): string {
    return schemas
      .map((schema) => {
        let identity = identities.get(schema);
        if (identity === undefined) identities.set(schema, (identity = identities.size));
        return identity;
      })
      .join(",");
  }
}

function canHold(wanted: Case, member: string): boolean {
  if (wanted.type === "array") return /^\d+$/.test(member);
  return wanted.type === "object" && wanted.propertyAt(member) !== undefined;
}
