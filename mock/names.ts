import type { Store } from "./state/store.ts";

/** Names for organizations that are made. */
export interface Names {
  /** From now on this name is somebody's, whatever becomes of the organization. */
  take(name: string): void;
  /** A name that nobody has or had: since the start, or with state or snapshots from before. */
  give(from: string): Promise<string>;
}

/** A longer beginning of a name is cut. */
const LONGEST = 80;

const form = /^(.+)-world-(\d{1,15})(?:@.*)?$/s;

/** Numbers go on and never back, so that no more is remembered of all names than the last number of each beginning. */
export function createNames(store: Store): Names {
  const last = new Map<string, number>();
  /** What is taken by an earlier run; what this one takes, it tells. */
  let looked: Promise<void> | undefined;
  return {
    take,
    async give(from) {
      await (looked ??= look());
      const start = from.slice(0, LONGEST);
      const number = (last.get(start) ?? 0) + 1;
      last.set(start, number);
      return `${start}-world-${number}`;
    },
  };

  function take(name: string): void {
    const [, start, number] = form.exec(name) ?? [];
    if (start !== undefined) last.set(start, Math.max(last.get(start) ?? 0, Number(number)));
  }

  async function look(): Promise<void> {
    for (const name of await store.organizations()) take(name);
  }
}
