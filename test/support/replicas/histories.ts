import fc from "fast-check";
import type { RegisterCall } from "./linearizable.ts";

/** Distance between the moments at which the calls of a made history take effect. */
const STEP = 10;

const step = fc.record({
  kind: fc.constantFrom("read", "write", "compare-and-swap"),
  isStale: fc.boolean(),
  before: fc.nat(60),
  after: fc.nat(60),
  fate: fc.constantFrom("known", "known", "known", "known", "unknown", "lost"),
});

/**
 * Right histories of a register, by a run in which one call after the other takes effect, at a moment in its interval.
 * Some clients do not learn the outcome of their calls, and some of these calls never have an effect.
 */
export const rightHistory = fc.array(step, { minLength: 1, maxLength: 40 }).map((steps) => {
  let value: number | undefined;
  return steps.map(({ kind, isStale, before, after, fate }, index): RegisterCall => {
    const moment = (index + 10) * STEP;
    const interval = { start: moment - before, end: moment + after };
    if (kind === "read") return { kind, ...interval, outcome: "done", value };
    const expected = kind === "compare-and-swap" && isStale ? -1 : value;
    const isRefused = kind === "compare-and-swap" && expected !== value;
    const call = { kind, start: interval.start, value: index, ...(kind === "compare-and-swap" && { expected }) };
    if (!isRefused && fate !== "lost") value = index;
    if (fate !== "known") return { ...call, end: Infinity, outcome: "unknown" };
    return { ...call, end: interval.end, outcome: isRefused ? "refused" : "done" };
  });
});

/** The same history with a read of a value that was replaced before the read began. Undefined if none can be. */
export function withStaleRead(history: readonly RegisterCall[]): readonly RegisterCall[] | undefined {
  const writes = history.filter(({ kind, outcome }) => kind !== "read" && outcome === "done");
  for (const [index, read] of history.entries()) {
    if (read.kind !== "read") continue;
    const later = writes.findLast((write) => write.end < read.start);
    const earlier = later && writes.find((write) => write.end < later.start);
    if (earlier) return history.with(index, { ...read, value: earlier.value });
  }
  return undefined;
}
