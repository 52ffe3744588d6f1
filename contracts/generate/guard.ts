import fc from "fast-check";

/** Nothing was found that fits a schema: it contradicts itself, or asks for more than is known here. */
export class Unsatisfiable extends Error {
  override readonly name = "Unsatisfiable";
}

/** How often a whole value is tried. */
const MAX_TRIES = 200;

/** How often a part of a value is tried before it is left to the whole. */
const MAX_TRIES_OF_PART = 30;

/** How often a value is made simpler in a way that does not do before it stays as it is. */
const MAX_REFUSED = 1_000;

interface GuardOptions<T> {
  readonly tries?: number;
  /** What is wrong with the last value that was tried. */
  readonly why?: (last: T) => string;
  /** Other values to try before giving up, by the last one that was tried. */
  readonly otherwise?: (last: T) => fc.Arbitrary<T> | undefined;
}

/** An arbitrary whose values, also the shrunk ones, all pass a test; it gives up instead of hanging. */
export function guarded<T>(
  arbitrary: fc.Arbitrary<T>,
  passes: (value: T) => boolean,
  what: string,
  { tries = MAX_TRIES, why, otherwise }: GuardOptions<T> = {},
): fc.Arbitrary<T> {
  return new Guarded(arbitrary, passes, tries, (last, random, biasFactor) => {
    const others = otherwise?.(last.value);
    if (others) {
      const from = guarded(others, passes, what, { tries, ...(why && { why }) });
      return ofSteps(from.generate(random, biasFactor), { from, refused: { left: MAX_REFUSED } });
    }
    const reason = why ? `: ${why(last.value)}` : "";
    throw new Unsatisfiable(`Cannot find a value for ${what}: none of ${tries} tried fits${reason}`);
  });
}

/** An arbitrary whose values mostly pass a test: whoever needs more guards the whole. */
export function favoured<T>(arbitrary: fc.Arbitrary<T>, passes: (value: T) => boolean): fc.Arbitrary<T> {
  return new Guarded(arbitrary, passes, MAX_TRIES_OF_PART, (last) =>
    ofSteps(last, { from: arbitrary, refused: { left: 0 } }),
  );
}

/** An arbitrary that gives up at once. */
export function unsatisfiable(what: string, why: () => string): fc.Arbitrary<never> {
  return fc.constant(undefined).map(() => {
    throw new Unsatisfiable(`Cannot find a value for ${what}: ${why()}`);
  });
}

/** The value used where too many values do not pass: its context is `Steps`, which name the arbitrary that shrinks it. */
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
    return ofSteps(value, { from: this.#inner, refused: { left: MAX_REFUSED } });
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#inner.canShrinkWithoutContext(value) && this.#passes(value);
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    const steps = (context ?? { from: this.#inner, refused: { left: MAX_REFUSED } }) as Steps<T>;
    const { from, inner, refused } = steps;
    return from
      .shrink(value, inner)
      .takeWhile(() => refused.left > 0)
      .filter((simpler) => this.#passes(simpler.value) || refused.left-- < 0)
      .map((simpler) => ofSteps(simpler, steps));
  }
}

/** The context of a value while it shrinks, step by step. */
interface Steps<T> {
  /** The arbitrary that generated the value: no other one understands the inner context. */
  readonly from: fc.Arbitrary<T>;
  readonly inner?: unknown;
  readonly refused: { left: number };
}

function ofSteps<T>({ value, context: inner }: fc.Value<T>, { from, refused }: Omit<Steps<T>, "inner">): fc.Value<T> {
  const context: Steps<T> = { from, inner, refused };
  return new fc.Value(value, context);
}
