import type { Operation } from "../../contracts/index.ts";
import type { RecordedExchange, Verdict } from "../journal/index.ts";

/** Number of exchanges of an operation with one status and verdict. */
interface Count {
  readonly status: number;
  readonly verdict: Verdict;
  times: number;
}

/** Counts of one operation, or of unmatched requests. Plain numbers, so that counting is fast. */
export interface Tally {
  /** A short list, for which linear search is the fastest. */
  readonly counts: Count[];
  /** Number of exchanges per bucket: longer than the previous bound, at most as long as the bound at the same index. */
  readonly buckets: number[];
  milliseconds: number;
}

/** Counts of all operations since the mock started. Reloading contracts does not reset them. */
export interface Meter {
  /** Identifies an operation by its ids, so that its counts continue after a contract is reloaded. */
  tallyOf(operation: Pick<Operation, "api" | "id">): Tally;
  /** Counts of requests without a matching operation. */
  readonly unmatched: Tally;
  /** All counts with API and operationId. Both are empty for unmatched requests. */
  tallies(): Iterable<readonly [api: string, operation: string, tally: Tally]>;
}

/** Upper bounds of the buckets, in milliseconds. One more bucket has all longer durations. */
export const BOUNDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 50, 100, 500] as const;

export function createMeter(): Meter {
  const apis = new Map<string, Map<string, Tally>>();
  return {
    tallyOf: openTally,
    unmatched: openTally({ api: "", id: "" }),
    *tallies() {
      for (const [api, operations] of apis) for (const [id, tally] of operations) yield [api, id, tally];
    },
  };

  function openTally({ api, id }: Pick<Operation, "api" | "id">): Tally {
    let operations = apis.get(api);
    if (!operations) apis.set(api, (operations = new Map()));
    let tally = operations.get(id);
    if (!tally) operations.set(id, (tally = createTally()));
    return tally;
  }
}

/** Counts an exchange. */
export function countExchange(tally: Tally, { response, verdict, durationMs }: RecordedExchange): void {
  const { counts, buckets } = tally;
  const { status } = response;
  let index = 0;
  while (index < counts.length && (counts[index]?.status !== status || counts[index]?.verdict !== verdict)) index++;
  if (index === counts.length) counts.push({ status, verdict, times: 0 });
  (counts[index] as Count).times++;
  tally.milliseconds += durationMs;
  let bucket = 0;
  while (bucket < BOUNDS.length && durationMs > (BOUNDS[bucket] as number)) bucket++;
  (buckets[bucket] as number)++;
}

function createTally(): Tally {
  return { counts: [], buckets: Array.from({ length: BOUNDS.length + 1 }, () => 0), milliseconds: 0 };
}
