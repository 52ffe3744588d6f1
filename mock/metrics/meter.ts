import type { Operation } from "../../contracts/index.ts";
import type { Recorded, Verdict } from "../journal/index.ts";

/** How often something became of an operation. */
interface Count {
  readonly status: number;
  readonly verdict: Verdict;
  times: number;
}

/** What came of one operation, or of none: plain numbers, so that counting costs next to nothing. */
export interface Tally {
  /** Few, so that looking through them is the fastest way. */
  readonly counts: Count[];
  /** How many exchanges took at most as long as the bound of the same place, and longer than the one before. */
  readonly buckets: number[];
  milliseconds: number;
}

/** Counts exchanges as long as the mock runs, whatever contracts it serves meanwhile. */
export interface Meter {
  /** By name, and not by object: the same operation of a contract that was read again counts on. */
  tallyOf(operation: Pick<Operation, "api" | "id">): Tally;
  /** Of what named no operation. */
  readonly unmatched: Tally;
  /** By the API and the operationId; both are empty for what named no operation. */
  tallies(): Iterable<readonly [api: string, operation: string, tally: Tally]>;
}

/** Upper bounds of durations, in milliseconds; what takes longer is in no bucket of its own. */
export const BOUNDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 50, 100, 500] as const;

export function createMeter(): Meter {
  const apis = new Map<string, Map<string, Tally>>();
  return {
    tallyOf,
    unmatched: tallyOf({ api: "", id: "" }),
    *tallies() {
      for (const [api, operations] of apis) for (const [id, tally] of operations) yield [api, id, tally];
    },
  };

  function tallyOf({ api, id }: Pick<Operation, "api" | "id">): Tally {
    let operations = apis.get(api);
    if (!operations) apis.set(api, (operations = new Map()));
    let tally = operations.get(id);
    if (!tally) operations.set(id, (tally = createTally()));
    return tally;
  }
}

/** Counts an exchange. */
export function count(tally: Tally, { response, verdict, durationMs }: Recorded): void {
  const { counts, buckets } = tally;
  const { status } = response;
  let at = 0;
  while (at < counts.length && (counts[at]?.status !== status || counts[at]?.verdict !== verdict)) at++;
  if (at === counts.length) counts.push({ status, verdict, times: 0 });
  (counts[at] as Count).times++;
  tally.milliseconds += durationMs;
  let place = 0;
  while (place < BOUNDS.length && durationMs > (BOUNDS[place] as number)) place++;
  (buckets[place] as number)++;
}

function createTally(): Tally {
  return { counts: [], buckets: Array.from({ length: BOUNDS.length + 1 }, () => 0), milliseconds: 0 };
}
