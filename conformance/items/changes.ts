import type { JsonObject } from "../../contracts/index.ts";
import type { Leftover } from "./leftover.ts";
import type { RemovalTools } from "./removal.ts";
import type { OperationRequest } from "./places.ts";
import {
  MAX_RESTORING_REQUESTS,
  type Original,
  differenceNow,
  restore,
  shownBefore,
  listUnshownMembers,
} from "./restore.ts";

/** Change of an item of others. Its effect is "possible" if the response does not say that it happened. */
type Change = Omit<Leftover, "reason" | "effect"> & { readonly effect?: "changed" | "possible" };

const UNREAD = "nothing shows what was there before";

/** Changes of items that a run did not make. */
export function createChanges() {
  const originals = new Map<string, Original>();
  const changes = new Map<string, Map<string, Leftover>>();
  const unseen = new Set<Leftover>();
  /** Members that a request wrote and that no read shows, by place. */
  const unshown = new Map<string, Set<string>>();
  /** Places that were read only after a change above or below them. */
  const late = new Set<string>();
  const isSeen = (place: string): boolean =>
    [...(changes.get(place)?.values() ?? [])].some((change) => !unseen.has(change));
  const listPlacedChanges = (): readonly (readonly [string, Leftover])[] =>
    [...changes].flatMap(([place, each]) => [...each.values()].map((change) => [place, change] as const));
  const hasRelated = (place: string): boolean => [...changes.keys()].some((each) => isRelated(each, place));
  return {
    /** True if the item was read before its first change, or was changed already. */
    isKnown: (place: string): boolean => originals.has(place) || isSeen(place),
    isChanged: (place: string): boolean => changes.has(place),
    /** Resources outside of collections, such as settings, as they were read before their first change. */
    settingAt(place: string): JsonObject | undefined {
      const original = originals.get(place);
      if (original && isSetting(original)) return shownBefore(original);
      return undefined;
    },
    hasOriginal: (place: string): boolean => originals.has(place),
    recordOriginal(place: string, original: Original): void {
      if (isSeen(place)) return;
      originals.set(place, original);
      if (hasRelated(place)) late.add(place);
    },
    /** Registers a change. An unseen one has no read before it, but a later change may have one. */
    recordChange(place: string, change: Change, isUnseen = false): void {
      const made = changes.get(place) ?? new Map<string, Leftover>();
      changes.set(place, made);
      const { operation, effect = "changed" } = change;
      const before = made.get(operation);
      if (before && (before.effect === effect || effect === "possible")) return;
      const leftover: Leftover = { ...change, effect, reason: UNREAD };
      made.set(operation, leftover);
      if (isUnseen) unseen.add(leftover);
    },
    /** Registers the members that a request wrote and that no read shows. */
    recordWritten(place: string, written: OperationRequest): void {
      const original = originals.get(place);
      const names = unshown.get(place) ?? new Set<string>();
      for (const name of original ? listUnshownMembers(written, original) : []) names.add(name);
      unshown.set(place, names);
    },
    restore: restoreAll,
    /** Changes the settings back that are as before afterwards. The others stay registered. */
    async restoreSettings(tools: RemovalTools): Promise<void> {
      for (const [place, each] of changes) {
        const original = originals.get(place);
        if (!original || !isSetting(original)) continue;
        if ((await restore(original, tools, new Set(each.keys()))) === undefined) changes.delete(place);
      }
    },
    changed: (): readonly Leftover[] =>
      listPlacedChanges().map(([, change]) => ({ ...change, reason: "it was not yet changed back" })),
    maxRequests: (): number =>
      [...changes.keys()].filter((place) => originals.has(place)).length * MAX_RESTORING_REQUESTS,
  };

  /** Changes the items back. Returns those that differ from before. */
  async function restoreAll(tools: RemovalTools): Promise<readonly Leftover[]> {
    const reasons = new Map<string, string | undefined>();
    // An item above has the earlier values of those that were read late.
    const places = [...changes.keys()].toSorted((one, other) => other.length - one.length);
    for (const place of places) {
      const original = originals.get(place);
      const done = new Set(changes.get(place)?.keys());
      reasons.set(place, original ? await restore(original, tools, done) : UNREAD);
    }
    for (const place of places) {
      const original = originals.get(place);
      // A later write may have changed it again.
      if (original && !late.has(place) && reasons.get(place) === undefined && hasRelated(place))
        reasons.set(place, await differenceNow(original, tools));
    }
    return listPlacedChanges().flatMap(([place, change]) => {
      const hidden = [...(unshown.get(place) ?? [])];
      const stays = hidden.length > 0 ? `no read shows its ${hidden.join(" and ")}, which a request wrote` : undefined;
      const reason = unseen.has(change) ? UNREAD : (reasons.get(place) ?? stays);
      if (reason === undefined) return [];
      return [{ ...change, reason }];
    });
  }
}

/** True for the place of an item and one below it. */
function isRelated(one: string, other: string): boolean {
  return one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** True for what is no item of a collection, and may affect the whole target: "/settings/maintenance". */
function isSetting({ reading }: Original): boolean {
  return !reading.operation.path.endsWith("}");
}
