import fc from "fast-check";
import type { Contract, Json, JsonSchema } from "../model/contract.ts";
import type { Direction } from "../model/validator.ts";
import { arrayValues } from "./array.ts";
import { type Case, caseTypeOf, casesOf } from "./cases.ts";
import type { CaseType } from "./forks.ts";
import { createHeights } from "./height.ts";
import { numberValues } from "./number.ts";
import { objectValues } from "./object.ts";
import { booleanValues, nullValues } from "./scalar.ts";
import { seededNumber } from "./seed.ts";
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

/** Below this depth only what must be there is made, and that as flat as can be. */
const FREE_DEPTH = 4;

/** Deeper than any value has to be. */
const MAX_DEPTH = 50;

/** The keywords that tell the texts and numbers of two cases apart. */
const scalarKeywords: (keyof Case)[] = [
  "type",
  "integer",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "patterns",
  "formats",
];

export interface Builder {
  /** The cases of a list of schemas, without what only the other side sends. */
  cases(schemas: readonly JsonSchema[]): readonly Case[];
  /** Random values that fit all schemas, as far as their keywords are known; undefined where none can end. */
  arbitrary(schemas: readonly JsonSchema[]): fc.Arbitrary<Json> | undefined;
  /** Random values of one case. */
  arbitraryOf(wanted: Case, options?: BuildOptions): fc.Arbitrary<Json> | undefined;
  /** One plain value, as a document would show it. */
  plain(schemas: readonly JsonSchema[], options: PlainOptions): Json | undefined;
}

interface BuildOptions {
  /** Leave out what may be left out. */
  readonly minimal?: boolean;
  /** A member or item that must be there, and what stands in its place. */
  readonly put?: { readonly name: string; readonly arbitrary: fc.Arbitrary<Json> };
}

interface PlainOptions {
  /** Names the value: other names, other values. */
  readonly name: string;
  readonly optional: boolean;
  /** Take documented examples and defaults where there are some. */
  readonly examples: boolean;
}

const builders = new WeakMap<Contract, Partial<Record<Direction, Builder>>>();

/** The builder of a contract's values for one direction, once per contract. */
export function builderOf(contract: Contract, direction: Direction): Builder {
  let directions = builders.get(contract);
  if (!directions) builders.set(contract, (directions = {}));
  return (directions[direction] ??= createBuilder(contract, direction));
}

/** Makes values of a contract's schemas for one direction. Everything is built when first asked for, once per depth. */
function createBuilder(contract: Contract, direction: Direction): Builder {
  const identities = new Map<JsonSchema, number>();
  const knownCases = new Map<string, readonly Case[]>();
  const built = new Map<string, fc.Arbitrary<Json> | undefined>();
  const heights = createHeights({ cases, keyOf });
  return {
    cases,
    arbitrary: (schemas) => arbitrary(schemas, false, 0),
    arbitraryOf: (wanted, options = {}) => arbitraryOf(wanted, options, 0),
    plain: (schemas, options) => plain(schemas, options, 0),
  };

  function cases(schemas: readonly JsonSchema[]): readonly Case[] {
    return remember(knownCases, keyOf(schemas), () => casesOf(contract, direction, schemas));
  }

  function arbitrary(schemas: readonly JsonSchema[], minimal: boolean, depth: number): fc.Arbitrary<Json> | undefined {
    if (depth > MAX_DEPTH) return undefined;
    return remember(built, `${keyOf(schemas)} ${Math.min(depth, FREE_DEPTH)} ${minimal}`, () => {
      const made = heights[minimal || depth >= FREE_DEPTH ? "flattest" : "flattestFirst"](schemas).flatMap(
        (wanted) => arbitraryOf(wanted, { minimal }, depth) ?? [],
      );
      if (made.length === 0) return undefined;
      return made.length === 1 ? made[0] : fc.oneof({ withCrossShrink: true }, ...made);
    });
  }

  function arbitraryOf(wanted: Case, { minimal = false, put }: BuildOptions, depth: number) {
    if (wanted.values) return fc.constantFrom(...wanted.values);
    const { valid } = types[wanted.type];
    const nested = {
      optional: depth < FREE_DEPTH && !minimal,
      ...(put && { forced: put.name }),
      arbitrary: (inner: readonly JsonSchema[], name: string) =>
        name === put?.name ? put.arbitrary : arbitrary(inner, minimal, depth + 1),
    };
    if (wanted.type === "array" || wanted.type === "object") return valid(wanted, nested);
    return remember(built, JSON.stringify(wanted, scalarKeywords), () => valid(wanted, nested));
  }

  function plain(schemas: readonly JsonSchema[], options: PlainOptions, depth: number): Json | undefined {
    if (depth > MAX_DEPTH) return undefined;
    const open = depth < FREE_DEPTH ? cases(schemas) : heights.flattest(schemas);
    // Null is what stands for a value that is left out.
    for (const wanted of options.optional ? [...open.filter(isSome), ...open.filter(isNone)] : open) {
      const shown = options.examples ? wanted.examples.find((value) => caseTypeOf(value) === wanted.type) : undefined;
      const value = shown ?? wanted.values?.[0] ?? plainOf(wanted, options, depth);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  function plainOf(wanted: Case, options: PlainOptions, depth: number): Json | undefined {
    const nested = {
      optional: options.optional && depth < FREE_DEPTH,
      value: (inner: readonly JsonSchema[], name: string) =>
        plain(inner, { ...options, name: `${options.name} ${name}`.trim() }, depth + 1),
    };
    const value = types[wanted.type].plain(wanted, nested, options.name);
    return value === undefined && wanted.type === "string" ? drawn(wanted, options.name) : value;
  }

  function drawn(wanted: Case, name: string): Json | undefined {
    const random = arbitraryOf(wanted, {}, 0);
    return random && fc.sample(random, { seed: seededNumber(name), numRuns: 1 })[0];
  }

  function keyOf(schemas: readonly JsonSchema[]): string {
    return schemas.map((schema) => remember(identities, schema, () => identities.size)).join(",");
  }
}

function isNone({ type }: Case): boolean {
  return type === "null";
}

function isSome({ type }: Case): boolean {
  return type !== "null";
}

function remember<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  if (!known.has(key)) known.set(key, make());
  return known.get(key) as V;
}
