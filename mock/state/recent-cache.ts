interface CachedValue<T> {
  readonly value: T;
  readonly weight: number;
}

/** Cache of values by key that keeps the most recently used ones. */
export interface RecentCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T, weight: number): void;
  delete(key: string): void;
  clear(): void;
}

/**
 * Creates a cache that keeps up to twice a weight. It has two generations: when the younger one is full, it becomes the
 * older one, and values that were not used since then are dropped. So nothing needs sorting.
 */
export function createRecentCache<T>(capacity: number): RecentCache<T> {
  let younger = new Map<string, CachedValue<T>>();
  let older = new Map<string, CachedValue<T>>();
  let weightOfYounger = 0;

  return {
    get(key) {
      const cached = younger.get(key);
      if (cached) return cached.value;
      const olderValue = older.get(key);
      if (olderValue) store(key, olderValue);
      return olderValue?.value;
    },
    set: (key, value, weight) => store(key, { value, weight }),
    delete(key) {
      younger.delete(key);
      older.delete(key);
    },
    clear() {
      younger = new Map();
      older = new Map();
      weightOfYounger = 0;
    },
  };

  function store(key: string, cached: CachedValue<T>): void {
    weightOfYounger += cached.weight;
    if (weightOfYounger > capacity) {
      older = younger;
      younger = new Map();
      weightOfYounger = cached.weight;
    }
    younger.set(key, cached);
  }
}
