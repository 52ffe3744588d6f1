import type { Json, JsonSchema } from "../model/json.ts";
import fc from "fast-check";
import type { Contract, Schema } from "../model/contract.ts";
import { oncePer } from "../model/once-per.ts";
import type { TextLanguage } from "../schema/text-beyond.ts";
import { type Direction, getAcceptor, validatorOf } from "../schema/validator.ts";
import { type Boundaries, listBoundaries } from "./boundaries/boundaries.ts";
import { type Builder, getBuilder } from "./builder.ts";
import { type Fault, breakingAll, listSchemaFaults } from "./faults.ts";
import type { MissingMembers } from "./fitting/missing-members.ts";
import { Unsatisfiable, guarded, ifSatisfiable, unsatisfiable } from "./guarded.ts";
import { type IdentifierOptions, generateIdentifier } from "./identifier.ts";
import { seededNumber } from "./seed.ts";
import { reasonWithoutValue, reasonForRejection } from "./unsatisfiable-reason.ts";

export type { Boundaries, Boundary, Missing } from "./boundaries/boundaries.ts";
export type { Fault } from "./faults.ts";
export { choosing } from "./negation.ts";
export type { MissingMembers } from "./fitting/missing-members.ts";
export { fit, isContained, keepSent } from "./fitting/fit.ts";
export { Unsatisfiable, guarded } from "./guarded.ts";
export { canonicalJson } from "../model/canonical-json.ts";
export { withValueAt } from "./with-value-at.ts";
export { wordsOf } from "./naming.ts";
export { pairwise } from "./pairwise.ts";
export { project } from "./fitting/project.ts";
export { isUsuallyOn, usualValue } from "./usual-value.ts";
export { seededHex, seededNumber } from "./seed.ts";
export { MAX_TEXT } from "./types/text.ts";

export interface SampleOptions {
  /** Seed: the same name gives the same value, another name another one if the schema allows it. */
  readonly name: string;
  /** Word for the meaning of the value, such as "customer". Generated texts contain it. */
  readonly label?: string;
  /** Include optional members. */
  readonly optional?: boolean;
  /** Use documented examples and defaults. The default is true. */
  readonly examples?: boolean;
  /** Value to imitate: generated arrays have its number of items, and unions use the branch that it matches best. */
  readonly like?: Json;
  /** Members to generate, where `like` has all others. The result has only these, and is not validated. */
  readonly missing?: MissingMembers | undefined;
  /** Example of the media type or parameter. Texts use it if the schema has no example. */
  readonly fallbackExample?: Json | undefined;
  /** Choose the usual one of several values: flags that are off, and a state in which things work. */
  readonly isUsual?: boolean;
  /** Current time (ISO 8601), used in every date-time. */
  readonly time?: string;
}

/** Generator of values of one contract, as one side sends them. */
export interface Values {
  /**
   * Valid values, each checked with the schema's validator, that shrink to the smallest. Generating throws
   * `Unsatisfiable` if none is found.
   */
  valid(schema: Schema): fc.Arbitrary<Json>;
  /** Faults of the schema, one for each keyword and location. A fault may prove unsatisfiable when it generates. */
  faults(schema: Schema): readonly Fault[];
  /**
   * Values at the bounds of the schema and just beyond them, without randomness, each judged by its validator. For a
   * large schema, some are reported as missing.
   */
  boundaries(schema: Schema): Boundaries;
  /** Plain valid value, determined by the options. Returns undefined if none is found. */
  sample(schema: Schema, options: SampleOptions): Json | undefined;
  /**
   * Values that should be valid against all schemas: one plain value, then random ones. The result is deterministic.
   * The values are not validated, because the generator does not support all keywords. `label` describes the plain
   * value.
   */
  valuesForAll(schemas: readonly JsonSchema[], random: number, label?: string): Generator<Json>;
  /** Patterns and lengths of the strings that schemas accept, for each alternative that does not list its values. */
  textLanguages(schemas: readonly JsonSchema[]): readonly TextLanguage[];
  /**
   * Values that should break schemas at one location, `count` of each kind. The result is deterministic. The values are
   * not validated.
   */
  invalidValues(schemas: readonly JsonSchema[], count: number): Generator<Json>;
  /** Id that is valid against all schemas, readable if they allow it. */
  identifier(schemas: readonly JsonSchema[], options: IdentifierOptions): string | number;
}

/** Number of random values in a batch. */
const BATCH_SIZE = 20;

/** Options of the attempts, from the best to the plainest value. */
function attempts(optional: boolean, like: Json | undefined, fallbackExample: Json | undefined) {
  const plainer = [
    { optional, examples: true },
    { optional, examples: false },
    { optional: false, examples: false },
  ];
  return [
    ...(fallbackExample === undefined ? [] : [{ optional, examples: true, like, fallbackExample }]),
    ...(like === undefined ? [] : plainer.map((attempt) => ({ ...attempt, like }))),
    ...plainer,
  ];
}

/** A schema as a list, which is the same for each value: what is known about it is found by the list. */
const alone = oncePer((schema: Schema): readonly JsonSchema[] => [schema.value]);

/** Creates the generator. Schemas are analysed on first use. */
export function createValues(contract: Contract, direction: Direction): Values {
  const builder = getBuilder(contract, direction);
  // Comparing two schemas needs values of all accepted types, not only of the described ones.
  const ofEveryType = getBuilder(contract, direction, { everyType: true });
  const ofOneBranch = (): Builder => getBuilder(contract, direction, { exclusive: true });
  return {
    valid,
    faults: (schema) => listSchemaFaults(builder, schema, validatorOf(contract, schema.pointer, direction)),
    boundaries: (schema) => listBoundaries(builder, schema, validatorOf(contract, schema.pointer, direction)),
    sample(schema, options) {
      if (options.missing) return builder.plain(alone(schema), { optional: false, examples: true, ...options });
      const { optional = false, examples = true, like, fallbackExample, ...naming } = options;
      const accepts = getAcceptor(contract, schema.pointer, direction);
      const attempted = attempts(optional, like, fallbackExample).filter((attempt) => examples || !attempt.examples);
      let isAmbiguous = false;
      const samplePlain = (from: Builder): Json | undefined => {
        for (const attempt of attempted) {
          const value = from.plain(alone(schema), { ...naming, ...attempt });
          if (value !== undefined && accepts(value)) return value;
          if (accepts.unchecked) return undefined;
          isAmbiguous ||= value !== undefined && matchesSeveralBranches(accepts);
        }
        return undefined;
      };
      const plain = samplePlain(builder);
      if (accepts.unchecked) return undefined;
      return plain ?? (isAmbiguous ? samplePlain(ofOneBranch()) : undefined) ?? randomSample(schema, naming.name);
    },
    valuesForAll,
    textLanguages: (schemas) =>
      ofEveryType
        .cases(schemas)
        .flatMap(({ values, patterns, formats, minLength, maxLength }) =>
          values ? [] : [{ patterns, formats, minLength, maxLength }],
        ),
    invalidValues: (schemas, count) => breakingAll(ofEveryType, schemas, count),
    identifier: (schemas, options) => generateIdentifier(builder, schemas, options),
  };

  function* valuesForAll(schemas: readonly JsonSchema[], random: number, label = ""): Generator<Json> {
    const plain = ofEveryType.plain(schemas, { name: "value", label, optional: false, examples: false });
    if (plain !== undefined) yield plain;
    const arbitrary = random > 0 ? ofEveryType.arbitrary(schemas) : undefined;
    // Small batches, because the caller often stops early.
    if (!arbitrary) return;
    for (let count = 0; count < random; count += BATCH_SIZE) {
      yield* fc.sample(arbitrary, { seed: 1 + count, numRuns: Math.min(BATCH_SIZE, random - count) });
    }
  }

  function valid(schema: Schema): fc.Arbitrary<Json> {
    const accepts = getAcceptor(contract, schema.pointer, direction);
    const subject = `the schema at ${schema.pointer}`;
    const unchecked = builder.arbitrary([schema.value]) ?? ofEveryType.arbitrary([schema.value]);
    if (!unchecked) return unsatisfiable(subject, () => reasonWithoutValue(builder, schema.value));
    const why = (last: Json): string => reasonForRejection(validatorOf(contract, schema.pointer, direction)(last));
    const otherwise = (last: Json): fc.Arbitrary<Json> | undefined =>
      !accepts(last) && matchesSeveralBranches(accepts) ? ofOneBranch().arbitrary([schema.value]) : undefined;
    const passes = (value: Json): boolean => {
      const fits = accepts(value);
      // The next value would exceed the budget as well.
      if (accepts.unchecked)
        throw new Unsatisfiable(`Cannot find a value for ${subject}: ${accepts.unchecked.message}`);
      return fits;
    };
    return guarded(unchecked, passes, subject, { why, otherwise });
  }

  function randomSample(schema: Schema, name: string): Json | undefined {
    return ifSatisfiable(() => fc.sample(valid(schema), { seed: seededNumber(name), numRuns: 1 })[0]);
  }
}

/** Checks that a value was rejected because it matches several branches of a `oneOf`. */
function matchesSeveralBranches({ errors }: ReturnType<typeof getAcceptor>): boolean {
  return errors?.some(({ keyword, params }) => keyword === "oneOf" && Array.isArray(params["passingSchemas"])) ?? false;
}
