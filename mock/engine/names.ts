import type { Store } from "../state/store.ts";

/** Names for new organizations. */
export interface Names {
  /** Marks a name as used, even after its organization ends. */
  reserve(name: string): void;
  /** Returns a name that no organization has or had since the start, or in stored state and snapshots. */
  assign(from: string): Promise<string>;
}

/** Maximum length of a prefix. A longer one is cut. */
const MAX_LENGTH = 80;

/** Number of prefixes that are kept. Of older prefixes, only the highest number of all is kept. */
const MAX_PREFIXES = 10_000;

const form = /^(.+)-world-(\d{1,15})(?:@.*)?$/s;

/** Beginning of the name of a fork. A number follows. */
export function beginForkName(from: string): string {
  return `${cutPrefix(from)}-world-`;
}

function cutPrefix(from: string): string {
  return from.slice(0, MAX_LENGTH);
}

/** Numbers only increase, so that the last number of each prefix is enough to know all names. */
export function createNames(store: Store): Names {
  const lastNumbers = new Map<string, number>();
  /** Highest number of all prefixes that are no longer kept. */
  let minimum = 0;
  /** Names that an earlier run used. */
  let storedNames: Promise<void> | undefined;
  return {
    reserve,
    async assign(from) {
      const prefix = cutPrefix(from);
      await (storedNames ??= reserveStoredNames());
      const number = (lastNumbers.get(prefix) ?? minimum) + 1;
      rememberNumber(prefix, number);
      return `${beginForkName(from)}${number}`;
    },
  };

  function reserve(name: string): void {
    const [, prefix, number] = form.exec(name) ?? [];
    // A longer prefix is never assigned.
    if (prefix !== undefined && prefix.length <= MAX_LENGTH)
      rememberNumber(prefix, Math.max(lastNumbers.get(prefix) ?? minimum, Number(number)));
  }

  function rememberNumber(prefix: string, number: number): void {
    lastNumbers.set(prefix, number);
    if (lastNumbers.size <= MAX_PREFIXES) return;
    for (const [oldest, its] of [...lastNumbers].slice(0, MAX_PREFIXES / 2)) {
      minimum = Math.max(minimum, its);
      lastNumbers.delete(oldest);
    }
  }

  async function reserveStoredNames(): Promise<void> {
    for (const name of await store.organizations()) reserve(name);
  }
}
