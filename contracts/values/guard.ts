import fc from "fast-check";

/** Nothing was found that fits a schema: it contradicts itself, or asks for more than is known here. */
export class Unsatisfiable extends Error {
  override readonly name = "Unsatisfiable";
}

const MAX_TRIES = 200;

/** An arbitrary whose values, also the shrunk ones, all pass a test; it gives up instead of hanging. */
export function guarded<T>(arbitrary: fc.Arbitrary<T>, passes: (value: T) => boolean, what: string): fc.Arbitrary<T> {
  return new Guarded(arbitrary, passes, what);
}

class Guarded<T> extends fc.Arbitrary<T> {
  readonly #inner: fc.Arbitrary<T>;
  readonly #passes: (value: T) => boolean;
  readonly #what: string;

  constructor(inner: fc.Arbitrary<T>, passes: (value: T) => boolean, what: string) {
    super();
    this.#inner = inner;
    this.#passes = passes;
    this.#what = what;
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const value = this.#inner.generate(random, biasFactor);
      if (this.#passes(value.value)) return value;
    }
    throw new Unsatisfiable(`Cannot find a value for ${this.#what}: none of ${MAX_TRIES} tried fits`);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#inner.canShrinkWithoutContext(value) && this.#passes(value);
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#inner.shrink(value, context).filter((shrunk) => this.#passes(shrunk.value));
  }
}
