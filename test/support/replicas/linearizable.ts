/** A call on a register, with the interval in which it took effect if it did. */
export interface RegisterCall {
  readonly kind: "read" | "write" | "compare-and-swap";
  readonly start: number;
  /** Infinity if the outcome is unknown: the call can take effect later. */
  readonly end: number;
  readonly outcome: "done" | "refused" | "unknown";
  /** Value that was read or is to be written. Undefined for a register that does not exist. */
  readonly value: number | undefined;
  /** Value that a compare-and-swap replaces. */
  readonly expected?: number | undefined;
}

/** "undecided" if the search was given up. */
export type Verdict = "linearizable" | "not linearizable" | "undecided";

/** Most states that are visited. A right history needs little more than one for each write. */
const MAX_STATES = 300_000;

/**
 * Searches an order of the calls on one register that explains all results and keeps the order of calls that do not
 * overlap (Wing and Gong, with the memory of visited states by Lowe). A call with an unknown outcome has an effect at
 * any time after its start, or none. Each value is written by one call at most, so that a value that was replaced does
 * not come back.
 */
export function judgeRegister(calls: readonly RegisterCall[], maxStates = MAX_STATES): Verdict {
  const known = calls.filter(({ outcome }) => outcome !== "unknown").toSorted((one, other) => one.start - other.start);
  const unknown = calls.filter(({ kind, outcome }) => outcome === "unknown" && kind !== "read");
  const isDone = known.map(() => false);
  const isUsed = unknown.map(() => false);
  /** Number of open calls that need a value: reads of it, and calls that have replaced it. */
  const needs = new Map<number | undefined, number>();
  for (const call of known) need(call, 1);
  /** Unknown calls that can only explain that a value was replaced. The earliest can take the place of the others. */
  const isUnseen = unknown.map(({ value }) => !needs.has(value));
  const visited = new Set<string>();
  let prefix = 0;
  let doneCount = 0;
  return search(undefined);

  function search(from: number | undefined): Verdict {
    const settled: number[] = [];
    const result = settleAndBranch(from, settled);
    for (const index of settled) undo(index);
    return result;
  }

  function settleAndBranch(value: number | undefined, settled: number[]): Verdict {
    // A call without an effect that fits now can come first: it enables others, and restricts none.
    for (;;) {
      const fits = candidates().filter((index) => hasNoEffect(known[index] as RegisterCall, value));
      if (fits.length === 0) break;
      for (const index of fits) {
        mark(index);
        settled.push(index);
      }
    }
    const open = candidates();
    if (open.length === 0) return "linearizable";
    const key = keyOf(value);
    if (visited.has(key)) return "not linearizable";
    if (visited.size >= maxStates) return "undecided";
    visited.add(key);
    return branch(value, open);
  }

  function branch(value: number | undefined, open: readonly number[]): Verdict {
    const deadline = Math.min(...open.map((index) => (known[index] as RegisterCall).end));
    // A value that is still needed is not replaced, but by the only call that needs it.
    const isNeeded = (needs.get(value) ?? 0) > 0;
    for (const index of open) {
      const call = known[index] as RegisterCall;
      if (!takesEffect(call, value)) continue;
      mark(index);
      const verdict = (needs.get(value) ?? 0) > 0 ? "not linearizable" : search(call.value);
      undo(index);
      if (verdict !== "not linearizable") return verdict;
    }
    return isNeeded ? "not linearizable" : branchOnUnknown(value, deadline);
  }

  function branchOnUnknown(value: number | undefined, deadline: number): Verdict {
    const tried = new Set<number | undefined | "write">();
    for (const [index, call] of unknown.entries()) {
      if (isUsed[index] || call.start > deadline) continue;
      const isSwap = call.kind === "compare-and-swap";
      if (isSwap && call.expected !== value) continue;
      const kind = isSwap ? call.expected : "write";
      if (isUnseen[index] && tried.has(kind)) continue;
      if (isUnseen[index]) tried.add(kind);
      isUsed[index] = true;
      const verdict = search(call.value);
      isUsed[index] = false;
      if (verdict !== "not linearizable") return verdict;
    }
    return "not linearizable";
  }

  /** Calls that can come next: those that begin before any other one of the rest ends. */
  function candidates(): readonly number[] {
    while (isDone[prefix]) prefix++;
    let deadline = Infinity;
    const found: number[] = [];
    for (let index = prefix; index < known.length; index++) {
      const { start, end } = known[index] as RegisterCall;
      if (start > deadline) break;
      if (isDone[index]) continue;
      found.push(index);
      deadline = Math.min(deadline, end);
    }
    return found.filter((index) => (known[index] as RegisterCall).start <= deadline);
  }

  function mark(index: number): void {
    isDone[index] = true;
    doneCount++;
    need(known[index] as RegisterCall, -1);
  }

  function undo(index: number): void {
    isDone[index] = false;
    doneCount--;
    need(known[index] as RegisterCall, 1);
    prefix = Math.min(prefix, index);
  }

  function need({ kind, outcome, value, expected }: RegisterCall, change: 1 | -1): void {
    if (kind === "write" || outcome === "refused") return;
    const needed = kind === "read" ? value : expected;
    needs.set(needed, (needs.get(needed) ?? 0) + change);
  }

  /** Text for what is done, and the value that results. All calls before the prefix are done. */
  function keyOf(value: number | undefined): string {
    const beyond: number[] = [];
    for (let index = prefix; beyond.length < doneCount - prefix; index++) if (isDone[index]) beyond.push(index);
    return `${prefix} ${beyond.join(",")} ${isUsed.flatMap((used, index) => (used ? index : [])).join(",")} ${value}`;
  }
}

/** True if a call fits a value, and leaves it as it is. */
function hasNoEffect({ kind, outcome, value, expected }: RegisterCall, current: number | undefined): boolean {
  if (kind === "read") return value === current;
  return kind === "compare-and-swap" && outcome === "refused" && expected !== current;
}

function takesEffect({ kind, outcome, expected }: RegisterCall, current: number | undefined): boolean {
  if (kind === "write") return true;
  return kind === "compare-and-swap" && outcome === "done" && expected === current;
}
