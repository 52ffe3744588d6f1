import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import fc from "fast-check";
import type { Contract } from "../model/contract.ts";
import { partsOf } from "../schema/schema.ts";
import type { Direction } from "../schema/validator.ts";
import { arrayValues } from "./types/array.ts";
import { type Case, type CaseOptions, casesOf } from "./cases.ts";
import { type Choice, type FirstOf, type Omitted, choicesIn, nearest } from "./forks.ts";
import { createHeights } from "./height.ts";
import { numberValues } from "./types/number.ts";
import { freeNames, objectValues, otherNames } from "./types/object.ts";
import { FREE_DEPTH, MAX_DEPTH, type PlainOptions, createPlain } from "./plain.ts";
import { booleanValues, nullValues } from "./types/scalar.ts";
import { seededNumber } from "./seed.ts";
import { stringValues } from "./types/string.ts";
import type { ValuesOfType } from "./types/type.ts";
import type { CaseType } from "./type-names.ts";

/** The catalogue: one entry for each JSON type. */
export const types: Readonly<Record<CaseType, ValuesOfType>> = {
  null: nullValues,
  boolean: booleanValues,
  number: numberValues,
  string: stringValues,
  array: arrayValues,
  object: objectValues,
};

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
  /** Every schema that judges a value together with those of a list. */
  parts(schemas: readonly JsonSchema[]): readonly JsonObject[];
  /** The cases of a list of schemas where one keyword of one of them is not obeyed. */
  casesWithout(schemas: readonly JsonSchema[], omitted: Omitted): readonly Case[];
  /** Random values that fit all schemas, as far as their keywords are known; undefined where none can end. */
  arbitrary(schemas: readonly JsonSchema[]): fc.Arbitrary<Json> | undefined;
  /** Random values of one case. */
  arbitraryOf(wanted: Case, options?: BuildOptions): fc.Arbitrary<Json> | undefined;
  /** One plain value, as a document would show it. */
  plain(schemas: readonly JsonSchema[], options: PlainOptions): Json | undefined;
  /** A name that fits each of some lists of schemas, where there is one. */
  names(kinds: readonly (readonly JsonSchema[])[]): readonly string[];
  /** One plain value of one case. */
  plainOf(wanted: Case, options: PlainOptions): Json | undefined;
}

interface BuildOptions {
  /** Leave out what may be left out. */
  readonly minimal?: boolean;
  /** A member or item that must be there, and what stands in its place. */
  readonly put?: { readonly name: string; readonly arbitrary: fc.Arbitrary<Json> };
}

/** How a name is called that could be any. */
const anotherName: PlainOptions = { name: "another", shown: "another", optional: false, examples: true };

const builders = new WeakMap<Contract, Map<string, Builder>>();

/** Which of the values that schemas accept are made. */
export interface BuilderOptions {
  /** Of schemas without `type`, values of every type, and not only of those that they describe. */
  readonly everyType?: boolean;
  /** Of a `oneOf`, values that all other branches refuse as far as keywords tell, and not only any of one branch. */
  readonly exclusive?: boolean;
}

/** The builder of a contract's values for one direction, once per contract and options. */
export function builderOf(
  contract: Contract,
  direction: Direction,
  { everyType = false, exclusive = false }: BuilderOptions = {},
): Builder {
  let known = builders.get(contract);
  if (!known) builders.set(contract, (known = new Map()));
  const key = `${direction} ${everyType} ${exclusive}`;
  return remember(known, key, () => createBuilder(contract, { direction, everyType, exclusive }));
}

/** Makes values of a contract's schemas for one direction. Everything is built when first asked for, once per depth. */
function createBuilder(contract: Contract, caseOptions: CaseOptions): Builder {
  const identities = new Map<JsonSchema, number>();
  const knownCases = new Map<string, readonly Case[]>();
  const knownChoices = new Map<string, readonly Choice[]>();
  const built = new Map<string, fc.Arbitrary<Json> | undefined>();
  const heights = createHeights({
    cases,
    keyOf,
    freeNames: (wanted) => names([...freeNames(wanted), otherNames(wanted)]),
  });
  const plains = createPlain({ types, cases, casesLike, heights, drawn });
  return {
    cases,
    parts: (schemas) => [...new Set(schemas.flatMap((schema) => partsOf(contract, schema)))],
    casesWithout: (schemas, omitted) => casesOf(contract, { ...caseOptions, omitted }, schemas),
    arbitrary: (schemas) => arbitrary(schemas, false, 0),
    arbitraryOf: (wanted, options = {}) => arbitraryOf(wanted, options, 0),
    names,
    ...plains,
  };

  function cases(schemas: readonly JsonSchema[]): readonly Case[] {
    return remember(knownCases, keyOf(schemas), () => casesOf(contract, caseOptions, schemas));
  }

  /** The cases, those first that a value is nearest to: merged once for each way in which that can be. */
  function casesLike(schemas: readonly JsonSchema[], like: Json): readonly Case[] {
    const key = keyOf(schemas);
    const choices = remember(knownChoices, key, () => choicesIn(contract, schemas));
    const first = choices.map((choice) => nearest(contract, choice, like));
    const firstOf: FirstOf = (schema, keyword) =>
      first[choices.findIndex((choice) => choice.schema === schema && choice.keyword === keyword)] ?? 0;
    return remember(knownCases, `${key} ${first.join()}`, () =>
      casesOf(contract, { ...caseOptions, firstOf }, schemas),
    );
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
    const isFlat = minimal || depth >= FREE_DEPTH;
    const nested = {
      optional: !isFlat,
      ...(isFlat && { height: heights.heightOf }),
      ...(put && { forced: put.name }),
      arbitrary: (inner: readonly JsonSchema[], name: string) =>
        name === put?.name ? put.arbitrary : arbitrary(inner, minimal, depth + 1),
    };
    if (wanted.type === "array" || wanted.type === "object") return valid(wanted, nested);
    return remember(built, JSON.stringify(wanted, scalarKeywords), () => valid(wanted, nested));
  }

  function names(kinds: readonly (readonly JsonSchema[])[]): string[] {
    const made = kinds.map((kind) => plains.plain(kind, anotherName));
    return made.filter((name) => typeof name === "string");
  }

  function drawn(wanted: Case, name: string): Json | undefined {
    const random = arbitraryOf(wanted, {}, 0);
    return random && fc.sample(random, { seed: seededNumber(name), numRuns: 1 })[0];
  }

  function keyOf(schemas: readonly JsonSchema[]): string {
    return schemas.map((schema) => remember(identities, schema, () => identities.size)).join(",");
  }
}

function remember<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  if (!known.has(key)) known.set(key, make());
  return known.get(key) as V;
}
