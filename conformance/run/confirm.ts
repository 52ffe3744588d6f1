import type { Failure } from "../findings/report.ts";

/** Most findings of an API that are confirmed, and most requests for them. Shards of a run have the same limits. */
const MOST = { findings: 12, requests: 150 } as const;

/** Confirms findings by a second try. All operations of a run share it. */
export interface Confirmation {
  /** The findings, with a mark on those that did not recur. */
  confirm(failures: readonly Failure[], again: TryAgain): Promise<readonly Failure[]>;
}

/** True if a finding recurs. Undefined if it could not be tried. */
type TryAgain = (failure: Failure, isWhole: boolean) => Promise<boolean | undefined>;

/**
 * Tries a finding first alone on other items and, if it does not recur, with all requests that led to it. So a finding
 * that needs earlier requests does not count as flaky. A race may still count as flaky, because it recurs by chance.
 */
export function createConfirmation(requests: () => number): Confirmation {
  const known = new Map<string, Failure["flaky"]>();
  const apis = new Map<string, { findings: number; requests: number }>();
  return {
    async confirm(failures, again) {
      const marked: Failure[] = [];
      for (const failure of failures) {
        const { id, api } = failure;
        const spent = apis.get(api) ?? { findings: 0, requests: 0 };
        apis.set(api, spent);
        if (!known.has(id) && spent.findings < MOST.findings && spent.requests < MOST.requests) {
          const before = requests();
          known.set(id, await measureFlakiness(failure, again));
          spent.findings++;
          spent.requests += requests() - before;
        }
        marked.push({ ...failure, flaky: known.get(id) ?? null });
      }
      return marked;
    },
  };
}

async function measureFlakiness(failure: Failure, again: TryAgain): Promise<Failure["flaky"]> {
  const alone = await again(failure, false);
  const shows = alone === false ? await again(failure, true) : true;
  if (alone === false && shows === false) return { seen: 1, tried: 3 };
  return null;
}
