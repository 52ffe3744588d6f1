import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import fc from "fast-check";
import type { Contract } from "../model/contract.ts";
import { oncePer } from "../model/once-per.ts";
import { listSchemaParts } from "../schema/schema.ts";
import type { Direction } from "../schema/validator.ts";
import { arrayValues } from "./types/array.ts";
import { type Case, type CaseOptions, listCases } from "./case.ts";
import { type Choice, type FirstOf, type Omitted, listChoices, likeliestOption } from "./forks.ts";
import { createHeights } from "./case-heights.ts";
import { numberValues } from "./types/number.ts";
import { freeNames, objectValues, otherNames } from "./types/object.ts";
import { FREE_DEPTH, MAX_DEPTH, type PlainOptions, createPlain } from "./plain-values.ts";
import { booleanValues, nullValues } from "./types/scalar.ts";
import { seededNumber } from "./seed.ts";
import { stringValues } from "./types/string.ts";
import type { ValuesOfType } from "./types/type.ts";
import type { CaseType } from "./case-types.ts";

/** Generators by JSON type. */
export const types: Readonly<Record<CaseType, ValuesOfType>> = {
  null: nullValues,
  boolean: booleanValues,
  number: numberValues,
  string: stringValues,
  array: arrayValues,
  object: objectValues,
};

/** Keywords on which the generators of strings and numbers depend. */
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

const scalarKeyOf = oncePer((targetCase: Case) => JSON.stringify(targetCase, scalarKeywords));

export interface Builder {
  /** Cases of schemas, without members that only the other side sends. */
  cases(schemas: readonly JsonSchema[]): readonly Case[];
  /** The given schemas, and all schemas that apply to the same value through `$ref`, `allOf` and other keywords. */
  parts(schemas: readonly JsonSchema[]): readonly JsonObject[];
  /** Cases of schemas that ignore one keyword of one schema. */
  casesWithout(schemas: readonly JsonSchema[], omitted: Omitted): readonly Case[];
  /**
   * Random values that should be valid against all schemas. Returns undefined if every value would nest without end.
   */
  arbitrary(schemas: readonly JsonSchema[]): fc.Arbitrary<Json> | undefined;
  /** Random values of one case. */
  arbitraryOf(targetCase: Case, options?: BuildOptions): fc.Arbitrary<Json> | undefined;
  /** Plain value, as documentation would show it. */
  plain(schemas: readonly JsonSchema[], options: PlainOptions): Json | undefined;
  /** One valid property name for each list of schemas. A list without a valid name is skipped. */
  names(kinds: readonly (readonly JsonSchema[])[]): readonly string[];
  /** Plain value of one case. */
  plainOf(targetCase: Case, options: PlainOptions): Json | undefined;
}

interface BuildOptions {
  /** Omit optional members and items. */
  readonly minimal?: boolean;
  /** Member or item that every value contains, and the arbitrary that generates it. */
  readonly put?: { readonly name: string; readonly arbitrary: fc.Arbitrary<Json> };
}

/** Options for a property name without restrictions. */
const anotherName: PlainOptions = { name: "another", fallbackExample: "another", optional: false, examples: true };

const builders = new WeakMap<Contract, Map<string, Builder>>();

/** Options that decide which values are generated. */
export interface BuilderOptions {
  /** For schemas without `type`: values of every type, not only of the described ones. */
  readonly everyType?: boolean;
  /** For a `oneOf`: values that the keywords of all other branches reject, where possible. */
  readonly exclusive?: boolean;
}

/** Builder of a contract's values for one direction, cached by contract and options. */
export function getBuilder(
  contract: Contract,
  direction: Direction,
  { everyType = false, exclusive = false }: BuilderOptions = {},
): Builder {
  let cache = builders.get(contract);
  if (!cache) builders.set(contract, (cache = new Map()));
  const key = `${direction} ${everyType} ${exclusive}`;
  return getOrMake(cache, key, () => createBuilder(contract, { direction, everyType, exclusive }));
}

/** Creates a builder of values. Arbitraries are built on first use, once for each depth. */
function createBuilder(contract: Contract, caseOptions: CaseOptions): Builder {
  const identities = new Map<JsonSchema, number>();
  const knownCases = new Map<string, readonly Case[]>();
  // Lists of schemas are mostly the same objects, and their identity is known faster than their key.
  const cases = oncePer((schemas: readonly JsonSchema[]): readonly Case[] =>
    getOrMake(knownCases, toSchemasKey(schemas), () => listCases(contract, caseOptions, schemas)),
  );
  const knownChoices = new Map<string, readonly Choice[]>();
  const built = new Map<string, fc.Arbitrary<Json> | undefined>();
  const heights = createHeights({
    cases,
    keyOf: toSchemasKey,
    freeNames: (targetCase) => samplePropertyNames([...freeNames(targetCase), otherNames(targetCase)]),
  });
  const plainValueFunctions = createPlain({ types, cases, casesLike, heights, randomValueOf: sampleCase });
  return {
    cases,
    parts: (schemas) => [...new Set(schemas.flatMap((schema) => listSchemaParts(contract, schema)))],
    casesWithout: (schemas, omitted) => listCases(contract, { ...caseOptions, omitted }, schemas),
    arbitrary: (schemas) => arbitrary(schemas, false, 0),
    arbitraryOf: (targetCase, options = {}) => buildArbitrary(targetCase, options, 0),
    names: samplePropertyNames,
    ...plainValueFunctions,
  };

  /** Cases in the order of their similarity to a value, merged once for each combination of first choices. */
  function casesLike(schemas: readonly JsonSchema[], like: Json): readonly Case[] {
    const key = toSchemasKey(schemas);
    const choices = getOrMake(knownChoices, key, () => listChoices(contract, schemas));
    const first = choices.map((choice) => likeliestOption(contract, choice, like));
    const chooseFirstBranch: FirstOf = (schema, keyword) =>
      first[choices.findIndex((choice) => choice.schema === schema && choice.keyword === keyword)] ?? 0;
    return getOrMake(knownCases, `${key} ${first.join()}`, () =>
      listCases(contract, { ...caseOptions, firstOf: chooseFirstBranch }, schemas),
    );
  }

  function arbitrary(schemas: readonly JsonSchema[], minimal: boolean, depth: number): fc.Arbitrary<Json> | undefined {
    if (depth > MAX_DEPTH) return undefined;
    return getOrMake(built, `${toSchemasKey(schemas)} ${Math.min(depth, FREE_DEPTH)} ${minimal}`, () => {
      const arbitraries = heights[minimal || depth >= FREE_DEPTH ? "flattest" : "flattestFirst"](schemas).flatMap(
        (targetCase) => buildArbitrary(targetCase, { minimal }, depth) ?? [],
      );
      if (arbitraries.length === 0) return undefined;
      if (arbitraries.length === 1) return arbitraries[0];
      return fc.oneof({ withCrossShrink: true }, ...arbitraries);
    });
  }

  function buildArbitrary(targetCase: Case, { minimal = false, put }: BuildOptions, depth: number) {
    if (targetCase.values) return fc.constantFrom(...targetCase.values);
    const { valid } = types[targetCase.type];
    const isFlat = minimal || depth >= FREE_DEPTH;
    const nested = {
      optional: !isFlat,
      ...(isFlat && { height: heights.heightOf }),
      ...(put && { brokenMember: put.name }),
      arbitrary: (inner: readonly JsonSchema[], name: string) =>
        name === put?.name ? put.arbitrary : arbitrary(inner, minimal, depth + 1),
    };
    if (targetCase.type === "array" || targetCase.type === "object") return valid(targetCase, nested);
    return getOrMake(built, scalarKeyOf(targetCase), () => valid(targetCase, nested));
  }

  function samplePropertyNames(kinds: readonly (readonly JsonSchema[])[]): string[] {
    const plainValues = kinds.map((kind) => plainValueFunctions.plain(kind, anotherName));
    return plainValues.filter((name) => typeof name === "string");
  }

  function sampleCase(targetCase: Case, name: string): Json | undefined {
    const random = buildArbitrary(targetCase, {}, 0);
    return random && fc.sample(random, { seed: seededNumber(name), numRuns: 1 })[0];
  }

  function toSchemasKey(schemas: readonly JsonSchema[]): string {
    if (schemas.length === 1) return String(numberSchema(schemas[0] as JsonSchema));
    return schemas.map(numberSchema).join(",");
  }

  function numberSchema(schema: JsonSchema): number {
    return getOrMake(identities, schema, () => identities.size);
  }
}

function getOrMake<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const found = known.get(key);
  if (found !== undefined || known.has(key)) return found as V;
  const made = make();
  known.set(key, made);
  return made;
}
