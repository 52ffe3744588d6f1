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

/** Creates a sequence of choices. The seed is hashed in one pass. */
export function drawFrom(seed: string): Draw {
  return new SplitMix(hashSeedText(seed));
}

/** The generator SplitMix32. A class, because an object with closures takes longer to create than to use. */
class SplitMix implements Draw {
  private state: number;

  constructor(hash: number) {
    this.state = hash;
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)] as T;
  }

  between(min: number, max: number): number {
    return min + Math.floor(this.random() * (max - min + 1));
  }

  get faker(): Faker {
    randomSource = () => this.random();
    return (library ??= loadLibrary());
  }

  private random(): number {
    this.state = (this.state + 0x9e3779b9) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }
}

/** FNV-1a hash. It protects no secret and takes less than a microsecond. */
function hashSeedText(text: string): number {
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
