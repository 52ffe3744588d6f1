interface Kept<T> {
  readonly value: T;
  readonly weight: number;
}

/** Cache of values by key that keeps the most recently used ones. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T, weight: number): void;
  delete(key: string): void;
  clear(): void;
}

/**
 * Creates a cache that keeps up to twice a weight. It has two generations: when the younger one is full, it becomes the
 * older one, and values that were not used since then are dropped. So nothing needs sorting.
 */
export function createRecent<T>(capacity: number): Recent<T> {
  let young = new Map<string, Kept<T>>();
  let old = new Map<string, Kept<T>>();
  let weightOfYoung = 0;

  return {
    get(key) {
      const kept = young.get(key);
      if (kept) return kept.value;
      const before = old.get(key);
      if (before) keep(key, before);
      return before?.value;
    },
    set: (key, value, weight) => keep(key, { value, weight }),
    delete(key) {
      young.delete(key);
      old.delete(key);
    },
    clear() {
      young = new Map();
      old = new Map();
      weightOfYoung = 0;
    },
  };

  function keep(key: string, kept: Kept<T>): void {
    weightOfYoung += kept.weight;
    if (weightOfYoung > capacity) {
      old = young;
      young = new Map();
      weightOfYoung = kept.weight;
    }
    young.set(key, kept);
  }
}
