import type { Identity } from "../model/exchange.ts";

/** Effect of a run on a live deployment that the run could not undo. */
export interface Leftover {
  readonly api: string;
  /** Name of the operation that caused it. */
  readonly operation: string;
  /**
   * `unknown`: the responses do not show what the operation made or changed. `possible`: nor do they show that it did,
   * such as those with a 5xx status.
   */
  readonly effect: "made" | "changed" | "unknown" | "possible";
  /** Path of the item. Null if no response names it. */
  readonly path: string | null;
  /** Sender, if it was not the usual identity: "with a token that has expired". */
  readonly by?: string;
  readonly reason: string;
}

/** Leftover for an item that stays. */
export function createLeftover({ as, isPossible = false, ...item }: LeftItem, reason: string): Leftover {
  const { api, operation, path } = item;
  const leftover = { api, operation, effect: isPossible ? "possible" : "made", path, reason } as const;
  if (as) return { ...leftover, by: `with ${as.description}` };
  return leftover;
}

interface LeftItem extends Pick<Leftover, "api" | "operation" | "path"> {
  readonly as?: Identity | undefined;
  /** True if there may be no item. */
  readonly isPossible?: boolean | undefined;
}

/** Leftovers of one operation with the same effect and reason. */
export interface LeftoverCount extends Pick<Leftover, "api" | "operation" | "effect" | "reason"> {
  readonly count: number;
  /** First few paths. */
  readonly paths: readonly string[];
}

/** Number of paths in a count. */
const MAX_PATHS = 3;

/** Effect in one line: "POST /notes made /notes/n1". */
export function effectText({ operation, effect, path, by }: Omit<Leftover, "reason">): string {
  const sender = by === undefined ? "" : ` ${by}`;
  if (effect === "unknown") return `${operation} was accepted${sender}`;
  if (effect === "possible") return `${operation} may have made or changed ${path ?? "an item"}${sender}`;
  return `${operation} ${effect} ${path ?? "an item that no response names"}${sender}`;
}

/** Leftover in one line: "POST /notes made /notes/n1: it was answered 403". */
export function leftoverText(leftover: Leftover): string {
  return `${effectText(leftover)}: ${leftover.reason}`;
}

/** Leftovers by operation, effect and reason. */
export function countLeftovers(leftovers: readonly Leftover[]): readonly LeftoverCount[] {
  return mergeLeftoverCounts(
    leftovers.map(({ api, operation, effect, reason, path }) => ({
      api,
      operation,
      effect,
      reason,
      count: 1,
      paths: path === null ? [] : [path],
    })),
  );
}

/** Counts of several reports as one. */
export function mergeLeftoverCounts(all: readonly LeftoverCount[]): readonly LeftoverCount[] {
  const groups = Map.groupBy(all, ({ api, operation, effect, reason }) =>
    JSON.stringify([api, operation, effect, reason]),
  );
  return [...groups.values()].map((each) => ({
    ...(each[0] as LeftoverCount),
    count: each.reduce((sum, { count }) => sum + count, 0),
    paths: each.flatMap(({ paths }) => paths).slice(0, MAX_PATHS),
  }));
}

/** Reasons why nobody can tell what a request left. */
export const NO_RESPONSE = "it got no response";
export const UNNAMEABLE = "no URL can name its id, which is not valid Unicode";
