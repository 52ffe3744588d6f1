import type { Operation } from "../../contracts/index.ts";
import type { Recorded, Verdict } from "../journal/index.ts";

/** What came of one operation, or of none: plain numbers, so that counting costs next to nothing. */
interface Tally {
  /** Of each verdict, how often each status was answered. */
  readonly counts: Readonly<Record<Verdict, Map<number, number>>>;
  /** How many exchanges took at most as long as the bound of the same place, and longer than the one before. */
  readonly buckets: number[];
  milliseconds: number;
}

/** Counts exchanges as long as the mock runs, whatever contracts it serves meanwhile. */
export interface Meter {
  count(exchange: Recorded): void;
  /** By the API and the operationId; both are empty for what named no operation. */
  tallies(): Iterable<readonly [api: string, operation: string, tally: Tally]>;
}

/** Upper bounds of durations, in milliseconds; what takes longer is in no bucket of its own. */
export const BOUNDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 50, 100, 500] as const;

export function createMeter(): Meter {
  const apis = new Map<string, Map<string, Tally>>();
  return {
    count({ plan, response, verdict, durationMs }) {
      const tally = tallyOf(plan?.operation ?? nothing);
      const counts = tally.counts[verdict];
      counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
      tally.milliseconds += durationMs;
      let place = 0;
      while (place < BOUNDS.length && durationMs > (BOUNDS[place] as number)) place++;
      (tally.buckets[place] as number)++;
    },
    *tallies() {
      for (const [api, operations] of apis) for (const [id, tally] of operations) yield [api, id, tally];
    },
  };

  /** By name, and not by object: the same operation of a contract that was read again counts on. */
  function tallyOf({ api, id }: Pick<Operation, "api" | "id">): Tally {
    let operations = apis.get(api);
    if (!operations) apis.set(api, (operations = new Map()));
    let tally = operations.get(id);
    if (!tally) operations.set(id, (tally = createTally()));
    return tally;
  }
}

const nothing = { api: "", id: "" };

function createTally(): Tally {
  return {
    counts: { answered: new Map(), refused: new Map(), unmatched: new Map(), failed: new Map() },
    buckets: Array.from({ length: BOUNDS.length + 1 }, () => 0),
    milliseconds: 0,
  };
}
