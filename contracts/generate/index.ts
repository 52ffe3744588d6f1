import type { Json, JsonSchema } from "../model/json.ts";
import fc from "fast-check";
import type { Contract, Schema } from "../model/contract.ts";
import { type Direction, acceptorOf, validatorOf } from "../schema/validator.ts";
import { type Boundaries, boundariesOf } from "./boundaries/boundaries.ts";
import { type Builder, builderOf } from "./build.ts";
import { type Fault, breakingAll, faultsOf } from "./faults.ts";
import { Unsatisfiable, guarded, unsatisfiable } from "./guard.ts";
import { aroundPatterns, patternsIn } from "./patterns/around-patterns.ts";
import { type IdentifierOptions, identifierFor } from "./identifier.ts";
import { seededNumber } from "./seed.ts";
import { whyNot, whyRefused } from "./why.ts";

export type { Boundaries, Boundary, Missing } from "./boundaries/boundaries.ts";
export type { Fault } from "./faults.ts";
export { choosing } from "./negation.ts";
export { fit, keepSent } from "./fit.ts";
export { Unsatisfiable, guarded } from "./guard.ts";
export { canonicalJson } from "../model/canonical-json.ts";
export { withValueAt } from "./json.ts";
export { wordsOf } from "./naming.ts";
export { pairwise } from "./pairwise.ts";
export { project } from "./project.ts";
export { seededHex, seededNumber } from "./seed.ts";
export { MAX_TEXT } from "./types/text.ts";

export interface SampleOptions {
  /** The same name gives the same value, another name another one where the schema leaves room. */
  readonly name: string;
  /** What the value stands for, in a word: a text of it is called so. */
  readonly label?: string;
  /** Whether members that may be left out are shown. */
  readonly optional?: boolean;
  /** Whether documented examples and defaults are taken; they are if not said. */
  readonly examples?: boolean;
  /** A value to complete: lists are as long as there, and each union is of the branch that is meant there. */
  readonly like?: Json;
  /** A value that shows what texts look like, where the schema itself does not. */
  readonly shown?: Json | undefined;
  /** What time it is (ISO 8601): it stands in every date-time. */
  readonly time?: string;
}

/** Values of the schemas of one contract, as one side of it sends them. */
export interface Values {
  /**
   * Values that fit the schema, each checked with its validator, shrinking to the smallest.
   * Generating throws `Unsatisfiable` where none is found.
   */
  valid(schema: Schema): fc.Arbitrary<Json>;
  /** One entry for each way to break the schema in one place; an entry may prove unsatisfiable when it generates. */
  faults(schema: Schema): readonly Fault[];
  /**
   * Values at the edges of the schema and right beyond them, without randomness, each judged by its validator. Of a
   * large schema not all: what is missing is told.
   */
  boundaries(schema: Schema): Boundaries;
  /** One plain value that fits, always the same; undefined where none is found. */
  sample(schema: Schema, options: SampleOptions): Json | undefined;
  /**
   * Values that should fit all of some schemas at once: one plain value, then random ones, always the same. Unchecked:
   * not all keywords are known. What the plain one stands for is told by `label`.
   */
  meeting(schemas: readonly JsonSchema[], random: number, label?: string): Generator<Json>;
  /** The patterns that texts that fit some schemas match. */
  patterns(schemas: readonly JsonSchema[]): readonly string[];
  /**
   * Texts that should fit all of some schemas, one for each alternative of their own patterns, just longer and shorter than
   * others have it, and with what these look for ahead and behind, always the same. Unchecked.
   */
  around(schemas: readonly JsonSchema[], patterns: readonly string[]): Generator<Json>;
  /** Values that should break some schemas in one place, `count` of each kind, always the same. Unchecked. */
  breaking(schemas: readonly JsonSchema[], count: number): Generator<Json>;
  /** An id that fits all of the schemas: a readable one where they leave room. */
  identifier(schemas: readonly JsonSchema[], options: IdentifierOptions): string | number;
}

/** How many random values are made at a time. */
const LOT = 20;

/** With all that is wished for, and then with less and less of it. */
function attempts(optional: boolean, like: Json | undefined, shown: Json | undefined) {
  const plainer = [
    { optional, examples: true },
    { optional, examples: false },
    { optional: false, examples: false },
  ];
  return [
    ...(shown === undefined ? [] : [{ optional, examples: true, like, shown }]),
    ...(like === undefined ? [] : plainer.map((attempt) => ({ ...attempt, like }))),
    ...plainer,
  ];
}

/** Compiles nothing yet: each schema is looked at when it is first asked for. */
export function createValues(contract: Contract, direction: Direction): Values {
  const builder = builderOf(contract, direction);
  // Whoever looks for a value that tells two schemas apart wants those of other types, too.
  const ofEveryType = builderOf(contract, direction, { everyType: true });
  const ofOneBranch = (): Builder => builderOf(contract, direction, { exclusive: true });
  return {
    valid,
    faults: (schema) => faultsOf(builder, schema, validatorOf(contract, schema.pointer, direction)),
    boundaries: (schema) => boundariesOf(builder, schema, validatorOf(contract, schema.pointer, direction)),
    sample(schema, { optional = false, examples = true, like, shown, ...naming }) {
      const accepts = acceptorOf(contract, schema.pointer, direction);
      const wanted = attempts(optional, like, shown).filter((attempt) => examples || !attempt.examples);
      let isAmbiguous = false;
      const plainOf = (from: Builder): Json | undefined => {
        for (const attempt of wanted) {
          const value = from.plain([schema.value], { ...naming, ...attempt });
          if (value !== undefined && accepts(value)) return value;
          if (accepts.unchecked) return undefined;
          isAmbiguous ||= value !== undefined && fitsSeveral(accepts);
        }
        return undefined;
      };
      const plain = plainOf(builder);
      if (accepts.unchecked) return undefined;
      return plain ?? (isAmbiguous ? plainOf(ofOneBranch()) : undefined) ?? generated(schema, naming.name);
    },
    meeting,
    patterns: (schemas) => patternsIn(ofEveryType, schemas),
    around: (schemas, patterns) =>
      aroundPatterns(patterns, patternsIn(ofEveryType, schemas), (more, random) =>
        meeting([...schemas, ...more], random),
      ),
    breaking: (schemas, count) => breakingAll(ofEveryType, schemas, count),
    identifier: (schemas, options) => identifierFor(builder, schemas, options),
  };

  function* meeting(schemas: readonly JsonSchema[], random: number, label = ""): Generator<Json> {
    const plain = ofEveryType.plain(schemas, { name: "value", label, optional: false, examples: false });
    if (plain !== undefined) yield plain;
    const arbitrary = random > 0 ? ofEveryType.arbitrary(schemas) : undefined;
    // In small lots: who finds what it looks for asks for no more.
    if (!arbitrary) return;
    for (let made = 0; made < random; made += LOT) {
      yield* fc.sample(arbitrary, { seed: 1 + made, numRuns: Math.min(LOT, random - made) });
    }
  }

  function valid(schema: Schema): fc.Arbitrary<Json> {
    const accepts = acceptorOf(contract, schema.pointer, direction);
    const what = `the schema at ${schema.pointer}`;
    const made = builder.arbitrary([schema.value]) ?? ofEveryType.arbitrary([schema.value]);
    if (!made) return unsatisfiable(what, () => whyNot(builder, schema.value));
    const why = (last: Json): string => whyRefused(validatorOf(contract, schema.pointer, direction)(last));
    const otherwise = (last: Json): fc.Arbitrary<Json> | undefined =>
      !accepts(last) && fitsSeveral(accepts) ? ofOneBranch().arbitrary([schema.value]) : undefined;
    const passes = (value: Json): boolean => {
      const fits = accepts(value);
      // Each value takes as many steps.
      if (accepts.unchecked) throw new Unsatisfiable(`Cannot find a value for ${what}: ${accepts.unchecked.message}`);
      return fits;
    };
    return guarded(made, passes, what, { why, otherwise });
  }

  function generated(schema: Schema, name: string): Json | undefined {
    try {
      return fc.sample(valid(schema), { seed: seededNumber(name), numRuns: 1 })[0];
    } catch {
      return undefined;
    }
  }
}

/** Whether a value was refused because it fits more than one branch of a `oneOf`. */
function fitsSeveral({ errors }: ReturnType<typeof acceptorOf>): boolean {
  return errors?.some(({ keyword, params }) => keyword === "oneOf" && Array.isArray(params["passingSchemas"])) ?? false;
}
