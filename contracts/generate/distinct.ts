import fc from "fast-check";

/** So many items in a row may be there already before a list stays shorter. */
const MAX_REPEATS = 30;

/** So many in a list with all the lists in it: within each other, those in a row would be numberless. */
const MAX_REPEATS_WITHIN = 500;

let lists = 0;
let repeatsLeft = 0;

/**
 * Lists without repetitions. Unlike `fc.uniqueArray`, which never ends where there are too few
 * different items, this one then gives fewer.
 */
export function distinct<T>(
  item: fc.Arbitrary<T>,
  { minLength, maxLength }: { minLength: number; maxLength: number },
  keyOf: (item: T) => string,
): fc.Arbitrary<T[]> {
  return new Distinct(item, fc.integer({ min: minLength, max: maxLength }), minLength, keyOf);
}

type Items<T> = readonly fc.Value<T>[];

class Distinct<T> extends fc.Arbitrary<T[]> {
  readonly #item: fc.Arbitrary<T>;
  readonly #length: fc.Arbitrary<number>;
  readonly #least: number;
  readonly #keyOf: (item: T) => string;

  constructor(item: fc.Arbitrary<T>, length: fc.Arbitrary<number>, least: number, keyOf: (item: T) => string) {
    super();
    this.#item = item;
    this.#length = length;
    this.#least = least;
    this.#keyOf = keyOf;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<T[]> {
    if (lists === 0) repeatsLeft = MAX_REPEATS_WITHIN;
    lists += 1;
    try {
      return this.#drawn(random, bias);
    } finally {
      lists -= 1;
    }
  }

  #drawn(random: fc.Random, bias: number | undefined): fc.Value<T[]> {
    const length = this.#length.generate(random, bias).value;
    const found = new Map<string, fc.Value<T>>();
    for (let repeats = 0; found.size < length && repeats < MAX_REPEATS && repeatsLeft > 0;) {
      // What is drawn at random repeats itself less than what is drawn near the edges.
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
    return listed([...found.values()]);
  }

  override canShrinkWithoutContext(_value: unknown): _value is T[] {
    return false;
  }

  /** To fewer items, the first ones or the last, and then to simpler ones. */
  override shrink(_value: T[], context: unknown): fc.Stream<fc.Value<T[]>> {
    return fc.stream(this.#simpler(context as Items<T>)).map(listed);
  }

  *#simpler(items: Items<T>): Generator<Items<T>> {
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

function listed<T>(items: Items<T>): fc.Value<T[]> {
  return new fc.Value(
    items.map(({ value }) => value),
    items,
  );
}
