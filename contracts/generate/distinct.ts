import fc from "fast-check";

/** Maximum number of consecutive repetitions before an array stays shorter. */
const MAX_REPEATS = 30;

/** Maximum number of repetitions in an array with all nested arrays. Otherwise nesting would multiply them. */
const MAX_NESTED_REPEATS = 500;

let openArrays = 0;
let repeatsLeft = 0;

/**
 * Arrays without repeated items. `fc.uniqueArray` never ends if there are too few different items; this one returns
 * fewer.
 */
export function generateDistinct<T>(
  item: fc.Arbitrary<T>,
  { minLength, maxLength }: { minLength: number; maxLength: number },
  keyOf: (item: T) => string,
): fc.Arbitrary<T[]> {
  return new DistinctArray(item, fc.integer({ min: minLength, max: maxLength }), minLength, keyOf);
}

type ItemValues<T> = readonly fc.Value<T>[];

class DistinctArray<T> extends fc.Arbitrary<T[]> {
  readonly #item: fc.Arbitrary<T>;
  readonly #length: fc.Arbitrary<number>;
  readonly #least: number;
  readonly #keyOf: (item: T) => string;

  constructor(item: fc.Arbitrary<T>, length: fc.Arbitrary<number>, minLength: number, keyOf: (item: T) => string) {
    super();
    this.#item = item;
    this.#length = length;
    this.#least = minLength;
    this.#keyOf = keyOf;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<T[]> {
    if (openArrays === 0) repeatsLeft = MAX_NESTED_REPEATS;
    openArrays += 1;
    try {
      return this.#drawn(random, bias);
    } finally {
      openArrays -= 1;
    }
  }

  #drawn(random: fc.Random, bias: number | undefined): fc.Value<T[]> {
    const length = this.#length.generate(random, bias).value;
    const found = new Map<string, fc.Value<T>>();
    for (let repeats = 0; found.size < length && repeats < MAX_REPEATS && repeatsLeft > 0;) {
      // Without bias, values near the bounds are less frequent, so fewer items repeat.
      const item = this.#item.generate(random, repeats > 0 ? undefined : bias);
      const key = this.#keyOf(item.value);
      if (found.has(key)) {
        repeats += 1;
        repeatsLeft -= 1;
      } else {
        repeats = 0;
        found.set(key, item);
      }
    }
    return toArrayValue([...found.values()]);
  }

  override canShrinkWithoutContext(_value: unknown): _value is T[] {
    return false;
  }

  /** Shrinks to fewer items, the first or the last ones, then to simpler items. */
  override shrink(_value: T[], context: unknown): fc.Stream<fc.Value<T[]>> {
    return fc.stream(this.#simpler(context as ItemValues<T>)).map(toArrayValue);
  }

  *#simpler(items: ItemValues<T>): Generator<ItemValues<T>> {
    const half = Math.max(this.#least, Math.floor(items.length / 2));
    for (const length of new Set([this.#least, half, items.length - 1]))
      if (this.#least <= length && length < items.length)
        yield* [items.slice(0, length), items.slice(-length || items.length)];
    for (const [index, item] of items.entries()) {
      const others = new Set(items.toSpliced(index, 1).map((other) => this.#keyOf(other.value)));
      for (const simpler of this.#item.shrink(item.value, item.context))
        if (!others.has(this.#keyOf(simpler.value))) yield items.with(index, simpler);
    }
  }
}

function toArrayValue<T>(items: ItemValues<T>): fc.Value<T[]> {
  return new fc.Value(
    items.map(({ value }) => value),
    items,
  );
}
