import type { Json, JsonSchema } from "../../model/json.ts";
import fc from "fast-check";
import type { Case } from "../case.ts";
import { ifSatisfiable } from "../guarded.ts";

/** Optional or required member of an object that a value has in addition, or lacks. */
export interface ChangedMembers {
  readonly added?: string;
  readonly omitted?: string;
}

/** Value at or next to the bound of a keyword. A validator decides whether it is valid. */
export interface Candidate extends ChangedMembers {
  /** Description of the value: "longest", "one item too many". */
  readonly label: string;
  /** Keyword that sets the bound. */
  readonly keyword: string;
  readonly value: Json;
}

/** Functions that create the values of candidates. */
export interface ValueSource {
  /** Plain value of a case, with or without its optional members. */
  plain(targetCase: Case, optional?: boolean): Json | undefined;
  /** Plain value of a member or item. */
  part(schemas: readonly JsonSchema[], name: string): Json | undefined;
  /** Value of a case that has no plain value, from a fixed seed. */
  random(targetCase: Case): Json | undefined;
}

/** Candidates of one JSON type. */
export type CandidatesOf = (targetCase: Case, maker: ValueSource) => readonly Candidate[];

/** List with one candidate, or an empty list if the value is undefined. */
export function candidate(
  label: string,
  keyword: string,
  value: Json | undefined,
  members: ChangedMembers = {},
): Candidate[] {
  if (value === undefined) return [];
  return [{ label, keyword, value, ...members }];
}

/** First value of an arbitrary, from a fixed seed. Returns undefined if it has none. */
export function sampleFirst(arbitrary: fc.Arbitrary<Json> | undefined): Json | undefined {
  return arbitrary && ifSatisfiable(() => fc.sample(arbitrary, { seed: 1, numRuns: 1 })[0]);
}

/** Smallest value to which the first value of an arbitrary shrinks. */
export function shrinkToSmallest(arbitrary: fc.Arbitrary<Json>): Json {
  const { counterexample } = fc.check(
    fc.property(new LimitedShrinking(arbitrary), () => false),
    { seed: 1, numRuns: 1 },
  );
  return (counterexample as [Json])[0];
}

/** Maximum number of shrinking steps. */
const MAX_SHRINKING_STEPS = 200;

/** Arbitrary with a limited number of shrinking steps. */
class LimitedShrinking<T> extends fc.Arbitrary<T> {
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
    return this.#inner.shrink(value, context).takeWhile(() => this.#steps++ < MAX_SHRINKING_STEPS);
  }
}
