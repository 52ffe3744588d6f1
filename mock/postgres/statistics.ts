import { type FailureKind, classifyFailure } from "./failure-kind.ts";

/** Connections of a pool. */
export interface PoolSize {
  readonly pool: string;
  /** Open connections. */
  readonly total: number;
  /** Open connections that no statement uses. */
  readonly idle: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
  /** Most connections. */
  readonly limit: number;
}

/** Counts of a database since the start of the process. */
export interface DatabaseStatistics {
  /** Sizes of the pools, at present. Empty before the first connection. */
  pools(): readonly PoolSize[];
  /** Failed statements and connections, by kind. */
  readonly failures: ReadonlyMap<FailureKind, number>;
  /** Number of statements for each bucket of `STATEMENT_BOUNDS`, and of longer ones. */
  readonly buckets: readonly number[];
  /** Duration of all statements, in milliseconds. */
  readonly milliseconds: number;
}

/** Upper bounds of the durations of statements, in milliseconds. */
export const STATEMENT_BOUNDS = [1, 5, 25, 100, 500, 2500, 10_000] as const;

/** Times work that asks the database, and counts it. */
export type Measured = <T>(work: () => Promise<T>) => Promise<T>;

export interface Statistics extends DatabaseStatistics {
  readonly measured: Measured;
}

export function createStatistics(pools: () => readonly PoolSize[]): Statistics {
  const failures = new Map<FailureKind, number>();
  const buckets = Array.from({ length: STATEMENT_BOUNDS.length + 1 }, () => 0);
  let milliseconds = 0;
  return {
    pools,
    failures,
    buckets,
    get milliseconds() {
      return milliseconds;
    },
    async measured(work) {
      const startedAt = performance.now();
      try {
        return await work();
      } catch (error) {
        const kind = classifyFailure(error);
        failures.set(kind, (failures.get(kind) ?? 0) + 1);
        throw error;
      } finally {
        const duration = performance.now() - startedAt;
        milliseconds += duration;
        let bucket = 0;
        while (bucket < STATEMENT_BOUNDS.length && duration > (STATEMENT_BOUNDS[bucket] as number)) bucket++;
        (buckets[bucket] as number)++;
      }
    },
  };
}
