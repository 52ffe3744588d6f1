import type { Failure } from "../findings/report.ts";

/** How much of what is tried of an API may be spent on trying its findings again: shards of a run spend the same. */
const MOST = { findings: 12, requests: 150 } as const;

/** Tries findings again; shared by all operations of a run. */
export interface Confirmation {
  /** The same, with those marked that do not show again. */
  confirm(failures: readonly Failure[], again: TryAgain): Promise<readonly Failure[]>;
}

/** Whether a finding shows again; nothing where that cannot be said. */
type TryAgain = (failure: Failure, isWhole: boolean) => Promise<boolean | undefined>;

/**
 * A finding is tried again by itself on other items, and where it does not show, the whole way that led to it: so what
 * needs something before it is not called flaky. A race shows by chance: it may well be.
 */
export function createConfirmation(requests: () => number): Confirmation {
  const known = new Map<string, Failure["flaky"]>();
  const apis = new Map<string, { findings: number; requests: number }>();
  return {
    async confirm(failures, again) {
      const told: Failure[] = [];
      for (const failure of failures) {
        const { id, api } = failure;
        const spent = apis.get(api) ?? { findings: 0, requests: 0 };
        apis.set(api, spent);
        if (!known.has(id) && spent.findings < MOST.findings && spent.requests < MOST.requests) {
          const before = requests();
          known.set(id, await flakyOf(failure, again));
          spent.findings++;
          spent.requests += requests() - before;
        }
        told.push({ ...failure, flaky: known.get(id) ?? null });
      }
      return told;
    },
  };
}

async function flakyOf(failure: Failure, again: TryAgain): Promise<Failure["flaky"]> {
  const alone = await again(failure, false);
  const shows = alone === false ? await again(failure, true) : true;
  return alone === false && shows === false ? { seen: 1, tried: 3 } : null;
}
