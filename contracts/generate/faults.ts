import type { Json, JsonSchema } from "../model/json.ts";
import fc from "fast-check";
import type { Schema } from "../model/contract.ts";
import { join } from "../model/pointer.ts";
import { schemas as schemasIn } from "../schema/schema.ts";
import { isObject } from "../model/shapes.ts";
import type { Validate } from "../schema/validator.ts";
import { type Builder, types } from "./builder.ts";
import type { Case } from "./case.ts";
import { guarded } from "./guarded.ts";
import { failsOnlyAtPointer } from "./fails-only-at-pointer.ts";
import { schemaWithMember, rejectingSchema } from "./negation.ts";
import { type Site, walkValueSites } from "./sites.ts";
import { reasonForRejection } from "./unsatisfiable-reason.ts";
import { valuesNearListed, valuesOfOtherTypes } from "./wrong-values.ts";

/** Way to break a schema: values that are valid except for one keyword at one location. */
export interface Fault {
  /** JSON pointer to the broken part of the value. Of items with the same schema, it is the first. */
  readonly pointer: string;
  /** Keyword that fails; "false schema" if no value is allowed. */
  readonly keyword: string;
  readonly arbitrary: fc.Arbitrary<Json>;
}

/** Maximum number of faults. */
export const MAX_FAULTS = 200;

/** Maximum number of tries. Few are enough to notice that another branch accepts the values. */
const MAX_TRIES = 40;

/** Ways to break one constraint of a schema, from the root down. */
export function listSchemaFaults(builder: Builder, schema: Schema, validate: Validate): Fault[] {
  const found = new Map<string, Fault>();
  for (const site of walkValueSites(builder, schema.value)) {
    const pointer = join("", ...site.path);
    for (const [keyword, broken] of breakableKeywords(builder, site)) {
      const key = `${pointer} ${keyword}`;
      const arbitrary = found.has(key) ? undefined : site.embedRandom(broken);
      if (arbitrary) found.set(key, { pointer, keyword, arbitrary: guardFault(arbitrary, pointer, keyword) });
      if (found.size >= MAX_FAULTS) return [...found.values()];
    }
  }
  return [...found.values()];

  function guardFault(arbitrary: fc.Arbitrary<Json>, pointer: string, keyword: string): fc.Arbitrary<Json> {
    const faultDescription = `${keyword} broken at "${pointer}" of the schema at ${schema.pointer}`;
    return guarded(arbitrary, (value) => failsOnlyAtPointer(validate(value), pointer, keyword), faultDescription, {
      tries: MAX_TRIES,
      why: (last) => reasonForRejection(validate(last)),
    });
  }
}

/**
 * Values that break schemas at their root, `count` for each keyword. The result is deterministic. The values are not
 * validated.
 */
export function* breakingAll(builder: Builder, schemas: readonly JsonSchema[], count: number): Generator<Json> {
  const site: Site = { path: [], schemas, embedRandom: (part) => part, embedPlain: (part) => part };
  for (const [, arbitrary] of breakableKeywords(builder, site))
    yield* fc.sample(arbitrary, { seed: 1, numRuns: count });
}

/** Keywords that can be broken at a location, each with values that break it. */
function breakableKeywords(builder: Builder, { path, schemas }: Site): [string, fc.Arbitrary<Json>][] {
  const cases = builder.cases(schemas);
  const options = { minimal: path.length > 0 };
  const { keyword: listKeyword, rejectedValues } = valuesNearListed(cases);
  const invalidValues = cases
    .filter((targetCase) => !targetCase.values)
    .flatMap((targetCase) =>
      Object.entries(types[targetCase.type].invalid)
        .filter(([keyword]) => targetCase.stated.some((schema) => schema[keyword] !== undefined))
        .map(
          ([keyword, breakIt]) =>
            [keyword, breakIt(targetCase, (other) => builder.arbitraryOf(other, options))] as const,
        ),
    );
  return [
    ["type", drawFromList(valuesOfOtherTypes(cases))] as const,
    [listKeyword, drawFromList(rejectedValues)] as const,
    ["false schema", forbidsEveryValue(builder, schemas) ? drawFromList(valueOfEachType) : undefined] as const,
    ...invalidValues,
    ...casesBreakingKeyword(builder, schemas).map(
      ([keyword, others]) => [keyword, anyCase(builder, others, options)] as const,
    ),
  ].flatMap(([keyword, broken]) => (broken ? [[keyword, broken]] : []));
}

const valueOfEachType: readonly Json[] = ["text", 7, true, null, [], {}];

/** Checks that no value is allowed, for a reason other than `not`. */
function forbidsEveryValue(builder: Builder, schemas: Site["schemas"]): boolean {
  return builder.cases(schemas).length === 0 && builder.parts(schemas).every(({ not }) => not === undefined);
}

/** Keywords such as `not` and `oneOf`, each with the cases of values that break only that keyword. */
function casesBreakingKeyword(builder: Builder, schemas: Site["schemas"]): (readonly [string, readonly Case[]])[] {
  return builder.parts(schemas).flatMap((schema) => {
    const { not, dependentSchemas } = schema;
    const condition = (schema["if"] ?? true) as JsonSchema;
    const breaking = (label: string, keyword: string, others: readonly JsonSchema[]) =>
      [label, builder.casesWithout([...schemas, ...others], { schema, keyword })] as const;
    const branches = schemasIn(schema["oneOf"]);
    const forbidden = Object.entries(isObject(dependentSchemas) ? dependentSchemas : {}).filter(([, value]) => !value);
    return [
      ...(not === undefined ? [] : [breaking("not", "not", [not as JsonSchema])]),
      ...branches.slice(1).map((branch, index) => breaking("oneOf", "oneOf", [branches[index] as JsonSchema, branch])),
      ...forbidden.map(([name]) => breaking("false schema", "dependentSchemas", [schemaWithMember(name)])),
      ...(schema["then"] === false ? [breaking("false schema", "then", [condition])] : []),
      ...(schema["else"] === false ? [breaking("false schema", "else", [rejectingSchema(condition)])] : []),
    ];
  });
}

function anyCase(
  builder: Builder,
  cases: readonly Case[],
  options: { readonly minimal: boolean },
): fc.Arbitrary<Json> | undefined {
  const arbitraries = cases.flatMap((targetCase) => builder.arbitraryOf(targetCase, options) ?? []);
  if (arbitraries.length === 0) return undefined;
  return fc.oneof({ withCrossShrink: true }, ...arbitraries);
}

function drawFromList(values: readonly Json[]): fc.Arbitrary<Json> | undefined {
  if (values.length === 0) return undefined;
  return fc.constantFrom(...values);
}
