import { omitUndefined } from "../model/omit-undefined.ts";
import fc from "fast-check";

/**
 * No value was found for a schema, because it contradicts itself or has constraints that the generator does not
 * support.
 */
export class Unsatisfiable extends Error {
  override readonly name = "Unsatisfiable";
}

/** Maximum number of tries for a whole value. */
const MAX_TRIES = 200;

/** Maximum number of tries for a part of a value. After that, the check of the whole value decides. */
const MAX_TRIES_OF_PART = 30;

/** Maximum number of rejected shrinking steps of a value. */
const MAX_REJECTED_SHRINKS = 1_000;

interface GuardOptions<T> {
  readonly tries?: number;
  /** Reason why the last tried value was rejected. */
  readonly why?: (last: T) => string;
  /** Other values to try before giving up, by the last tried value. */
  readonly otherwise?: (last: T) => fc.Arbitrary<T> | undefined;
}

/** Arbitrary whose values all pass a test, also when shrunk. It throws instead of searching forever. */
export function guarded<T>(
  arbitrary: fc.Arbitrary<T>,
  passes: (value: T) => boolean,
  subject: string,
  { tries = MAX_TRIES, why, otherwise }: GuardOptions<T> = {},
): fc.Arbitrary<T> {
  return new Guarded(arbitrary, passes, tries, (last, random, biasFactor) => {
    const others = otherwise?.(last.value);
    if (others) {
      const from = guarded(others, passes, subject, omitUndefined({ tries, why }));
      return withShrinkContext(from.generate(random, biasFactor), {
        from,
        rejectedShrinks: { left: MAX_REJECTED_SHRINKS },
      });
    }
    const reason = why ? `: ${why(last.value)}` : "";
    throw new Unsatisfiable(`Cannot find a value for ${subject}: none of ${tries} tried fits${reason}`);
  });
}

/**
 * Arbitrary whose values mostly pass a test. Callers must check the whole value. `searched` is a value that replaces the
 * last one if none of the tried values passes.
 */
export function preferringPassing<T>(
  arbitrary: fc.Arbitrary<T>,
  passes: (value: T) => boolean,
  searched?: () => T | undefined,
): fc.Arbitrary<T> {
  return new Guarded(arbitrary, passes, MAX_TRIES_OF_PART, (last) => {
    const found = searched?.();
    const value = found === undefined ? last : new fc.Value(found, undefined);
    return withShrinkContext(value, { from: arbitrary, rejectedShrinks: { left: 0 } });
  });
}

/** Arbitrary that throws at once. */
export function unsatisfiable(subject: string, why: () => string): fc.Arbitrary<never> {
  return fc.constant(undefined).map(() => {
    throw new Unsatisfiable(`Cannot find a value for ${subject}: ${why()}`);
  });
}

/** Result of a search for a value; undefined if no value was found. All other errors are thrown. */
export function ifSatisfiable<T>(search: () => T): T | undefined {
  try {
    return search();
  } catch (error) {
    if (error instanceof Unsatisfiable) return undefined;
    throw error;
  }
}

/**
 * Returns the result after too many tries. The result has a `ShrinkContext`, which contains the arbitrary that shrinks
 * it.
 */
type GiveUp<T> = (last: fc.Value<T>, random: fc.Random, biasFactor: number | undefined) => fc.Value<T>;

class Guarded<T> extends fc.Arbitrary<T> {
  readonly #inner: fc.Arbitrary<T>;
  readonly #passes: (value: T) => boolean;
  readonly #tries: number;
  readonly #giveUp: GiveUp<T>;

  constructor(inner: fc.Arbitrary<T>, passes: (value: T) => boolean, tries: number, giveUp: GiveUp<T>) {
    super();
    this.#inner = inner;
    this.#passes = passes;
    this.#tries = tries;
    this.#giveUp = giveUp;
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    let value = this.#inner.generate(random, biasFactor);
    for (let tries = 1; !this.#passes(value.value); tries++) {
      if (tries >= this.#tries) return this.#giveUp(value, random, biasFactor);
      value = this.#inner.generate(random, biasFactor);
    }
    return withShrinkContext(value, { from: this.#inner, rejectedShrinks: { left: MAX_REJECTED_SHRINKS } });
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#inner.canShrinkWithoutContext(value) && this.#passes(value);
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    const steps = (context ?? {
      from: this.#inner,
      rejectedShrinks: { left: MAX_REJECTED_SHRINKS },
    }) as ShrinkContext<T>;
    const { from, inner, rejectedShrinks } = steps;
    return from
      .shrink(value, inner)
      .takeWhile(() => rejectedShrinks.left > 0)
      .filter((simpler) => this.#passes(simpler.value) || rejectedShrinks.left-- < 0)
      .map((simpler) => withShrinkContext(simpler, steps));
  }
}

/** Context of a value while it shrinks. */
interface ShrinkContext<T> {
  /** Arbitrary that generated the value, because no other one understands the inner context. */
  readonly from: fc.Arbitrary<T>;
  readonly inner?: unknown;
  readonly rejectedShrinks: { left: number };
}

function withShrinkContext<T>(
  { value, context: inner }: fc.Value<T>,
  { from, rejectedShrinks }: Omit<ShrinkContext<T>, "inner">,
): fc.Value<T> {
  const context: ShrinkContext<T> = { from, inner, rejectedShrinks };
  return new fc.Value(value, context);
}
