import { createRequire } from "node:module";
import type { Faker } from "@faker-js/faker";

/** Sequence of random choices that depends only on its seed. */
export interface Draw {
  pick<T>(items: readonly T[]): T;
  /** Random integer, both ends included. */
  between(min: number, max: number): number;
  /** The faker library with the choices of this sequence, loaded on first use. */
  readonly faker: Faker;
}

const require = createRequire(import.meta.url);

/** Random source of the library, set before each use. */
let randomSource: () => number;
let library: Faker | undefined;

/** Creates a sequence of choices. The seed is hashed in one pass; the generator is SplitMix32. */
export function drawFrom(seed: string): Draw {
  return drawOf(hashOf(seed));
}

/** Creates functions that begin the same sequence of choices each time, whose seed is hashed once. */
export function drawsFrom(seed: string): () => Draw {
  let hash: number | undefined;
  return () => drawOf((hash ??= hashOf(seed)));
}

function drawOf(hash: number): Draw {
  let state = hash;
  const random = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  return {
    pick: (items) => items[Math.floor(random() * items.length)] as never,
    between: (min, max) => min + Math.floor(random() * (max - min + 1)),
    get faker() {
      randomSource = random;
      return (library ??= loadLibrary());
    },
  };
}

/** FNV-1a hash. It protects no secret and takes less than a microsecond. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** Loads the library with English only. All languages take 10 times as long to load, and 6 times the memory. */
function loadLibrary(): Faker {
  const { faker } = require("@faker-js/faker/locale/en") as { faker: Faker };
  const Library = faker.constructor as typeof Faker;
  return new Library({ locale: faker.rawDefinitions, randomizer: { next: () => randomSource(), seed() {} } });
}
