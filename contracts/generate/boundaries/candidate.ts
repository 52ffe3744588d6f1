import type { Json, JsonSchema } from "../../model/json.ts";
import fc from "fast-check";
import type { Case } from "../cases.ts";

/** A value at or next to the edge that a keyword draws; whether it fits, the validator says. */
export interface Candidate {
  /** What is special about it: "longest", "one item too many". */
  readonly label: string;
  /** The keyword that draws the edge. */
  readonly keyword: string;
  readonly value: Json;
}

/** Where the values of candidates come from. */
export interface Maker {
  /** The plain value of a case, with what may be left out or without. */
  plain(wanted: Case, optional?: boolean): Json | undefined;
  /** The plain value of a member or item. */
  part(schemas: readonly JsonSchema[], name: string): Json | undefined;
  /** A value of a case that no plain one will do for, always the same. */
  drawn(wanted: Case): Json | undefined;
}

/** The candidates of one JSON type. */
export type CandidatesOf = (wanted: Case, maker: Maker) => readonly Candidate[];

/** A candidate, where there is a value. */
export function candidate(label: string, keyword: string, value: Json | undefined): Candidate[] {
  return value === undefined ? [] : [{ label, keyword, value }];
}

/** The first value of an arbitrary, always the same; undefined where it has none. */
export function firstOf(arbitrary: fc.Arbitrary<Json> | undefined): Json | undefined {
  try {
    return arbitrary && fc.sample(arbitrary, { seed: 1, numRuns: 1 })[0];
  } catch {
    return undefined;
  }
}

/** One of the smallest values of an arbitrary, always the same. */
export function smallestOf(arbitrary: fc.Arbitrary<Json>): Json {
  const { counterexample } = fc.check(
    fc.property(new Limited(arbitrary), () => false),
    { seed: 1, numRuns: 1 },
  );
  return (counterexample as [Json])[0];
}

/** Shrinking goes no further than this. */
const MAX_STEPS = 200;

/** An arbitrary whose values are made simpler only so many times. */
class Limited<T> extends fc.Arbitrary<T> {
  readonly #inner: fc.Arbitrary<T>;
  #steps = 0;

  constructor(inner: fc.Arbitrary<T>) {
    super();
    this.#inner = inner;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    return this.#inner.generate(random, bias);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#inner.canShrinkWithoutContext(value);
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#inner.shrink(value, context).takeWhile(() => this.#steps++ < MAX_STEPS);
  }
}
