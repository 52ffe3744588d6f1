import type { Store } from "../state/store.ts";

/** Names for new organizations. */
export interface Names {
  /** Marks a name as used, even after its organization ends. */
  take(name: string): void;
  /** Returns a name that no organization has or had since the start, or in stored state and snapshots. */
  give(from: string): Promise<string>;
}

/** Maximum length of a prefix. A longer one is cut. */
const LONGEST = 80;

/** Number of prefixes that are kept. Of older prefixes, only the highest number of all is kept. */
const MAX_BEGINNINGS = 10_000;

const form = /^(.+)-world-(\d{1,15})(?:@.*)?$/s;

/** Numbers only increase, so that the last number of each prefix is enough to know all names. */
export function createNames(store: Store): Names {
  const last = new Map<string, number>();
  /** Highest number of all prefixes that are no longer kept. */
  let floor = 0;
  /** Names that an earlier run used. */
  let looked: Promise<void> | undefined;
  return {
    take,
    async give(from) {
      await (looked ??= look());
      const start = from.slice(0, LONGEST);
      const number = (last.get(start) ?? floor) + 1;
      remember(start, number);
      return `${start}-world-${number}`;
    },
  };

  function take(name: string): void {
    const [, start, number] = form.exec(name) ?? [];
    // A longer prefix is never assigned.
    if (start !== undefined && start.length <= LONGEST)
      remember(start, Math.max(last.get(start) ?? floor, Number(number)));
  }

  function remember(start: string, number: number): void {
    last.set(start, number);
    if (last.size <= MAX_BEGINNINGS) return;
    for (const [oldest, its] of [...last].slice(0, MAX_BEGINNINGS / 2)) {
      floor = Math.max(floor, its);
      last.delete(oldest);
    }
  }

  async function look(): Promise<void> {
    for (const name of await store.organizations()) take(name);
  }
}
