import { createRequire } from "node:module";
import type { Faker } from "@faker-js/faker";

/** Choices that depend on a seed alone; one after the other, the same each time. */
export interface Draw {
  pick<T>(items: readonly T[]): T;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** The library, choosing as this draw does: loaded when it is first asked for. */
  readonly faker: Faker;
}

const require = createRequire(import.meta.url);

/** Whose turn it is to choose when the library asks; every use of it names one. */
let next: () => number;
let library: Faker | undefined;

/** Seeding is one pass over the text; the generator is SplitMix32. */
export function drawFrom(seed: string): Draw {
  let state = hashOf(seed);
  const random = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  return {
    pick: (items) => items[Math.floor(random() * items.length)] as never,
    between: (least, most) => least + Math.floor(random() * (most - least + 1)),
    get faker() {
      next = random;
      return (library ??= loaded());
    },
  };
}

/** FNV-1a: no secret depends on it, and it costs less than a microsecond. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** With English alone: all languages take 10 times as long to load, and 6 times the memory. */
function loaded(): Faker {
  const { faker } = require("@faker-js/faker/locale/en") as { faker: Faker };
  const Library = faker.constructor as typeof Faker;
  return new Library({ locale: faker.rawDefinitions, randomizer: { next: () => next(), seed() {} } });
}
