import type { Store } from "../state/store.ts";

/** Names for organizations that are made. */
export interface Names {
  /** From now on this name is somebody's, whatever becomes of the organization. */
  take(name: string): void;
  /** A name that nobody has or had: since the start, or with state or snapshots from before. */
  give(from: string): Promise<string>;
}

/** A longer beginning of a name is cut. */
const LONGEST = 80;

/** So many beginnings are remembered; of those that were taken longer ago, the highest number of all. */
const MAX_BEGINNINGS = 10_000;

const form = /^(.+)-world-(\d{1,15})(?:@.*)?$/s;

/** Numbers go on and never back, so that no more is remembered of all names than the last numbers of beginnings. */
export function createNames(store: Store): Names {
  const last = new Map<string, number>();
  /** No beginning that is not remembered has a higher number. */
  let floor = 0;
  /** What is taken by an earlier run; what this one takes, it tells. */
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
    // A longer beginning is never given.
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
