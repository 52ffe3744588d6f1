import type { Leftover } from "./leftover.ts";
import type { Original } from "./original.ts";
import type { RemovalTools } from "./removal.ts";
import { MAX_RESTORING_REQUESTS, restore } from "./restore.ts";

/** Changes of items that a run did not make. */
export interface Changes {
  /** True if the item was read before its first change, or was changed already. */
  isKnown(place: string): boolean;
  recordOriginal(place: string, original: Original): void;
  /** Registers a change that the target accepted. An unseen one has no read before it, but a later change may have one. */
  recordChange(place: string, change: Omit<Leftover, "effect" | "reason">, isUnseen?: boolean): void;
  /** Changes the items back. Returns those that differ from before. */
  restore(tools: RemovalTools): Promise<readonly Leftover[]>;
  changed(): readonly Leftover[];
  maxRequests(): number;
}

const UNREAD = "nothing shows what was there before";

export function createChanges(): Changes {
  const originals = new Map<string, Original>();
  const changes = new Map<string, Map<string, Leftover>>();
  const unseen = new Set<Leftover>();
  const isSeen = (place: string): boolean =>
    [...(changes.get(place)?.values() ?? [])].some((change) => !unseen.has(change));
  const all = (): readonly (readonly [string, Leftover])[] =>
    [...changes].flatMap(([place, each]) => [...each.values()].map((change) => [place, change] as const));
  return {
    isKnown: (place) => originals.has(place) || isSeen(place),
    recordOriginal: (place, original) => void (isSeen(place) || originals.set(place, original)),
    recordChange(place, change, isUnseen = false) {
      const made = changes.get(place) ?? new Map<string, Leftover>();
      changes.set(place, made);
      if (made.has(change.operation)) return;
      const leftover: Leftover = { ...change, effect: "changed", reason: UNREAD };
      made.set(change.operation, leftover);
      if (isUnseen) unseen.add(leftover);
    },
    async restore(tools) {
      const reasons = new Map<string, string | undefined>();
      for (const place of changes.keys()) {
        const original = originals.get(place);
        reasons.set(place, original ? await restore(original, tools) : UNREAD);
      }
      return all().flatMap(([place, change]) => {
        const reason = unseen.has(change) ? UNREAD : reasons.get(place);
        return reason === undefined ? [] : [{ ...change, reason }];
      });
    },
    changed: () => all().map(([, change]) => ({ ...change, reason: "it was not yet changed back" })),
    maxRequests: () => [...changes.keys()].filter((place) => originals.has(place)).length * MAX_RESTORING_REQUESTS,
  };
}
