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
const MAX_STATES = 2_000_000;

/**
 * Searches an order of the calls on one register that explains all results and keeps the order of calls that do not
 * overlap (Wing and Gong, with the memory of visited states by Lowe). A call with an unknown outcome has an effect at
 * any time after its start, or none.
 */
export function judgeRegister(calls: readonly RegisterCall[], maxStates = MAX_STATES): Verdict {
  const known = calls.filter(({ outcome }) => outcome !== "unknown").toSorted((one, other) => one.start - other.start);
  const unknown = calls.filter(({ kind, outcome }) => outcome === "unknown" && kind !== "read");
  const isDone = known.map(() => false);
  const isUsed = unknown.map(() => false);
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
    for (const index of open) {
      const call = known[index] as RegisterCall;
      if (!takesEffect(call, value)) continue;
      mark(index);
      const verdict = search(call.value);
      undo(index);
      if (verdict !== "not linearizable") return verdict;
    }
    for (const [index, call] of unknown.entries()) {
      if (isUsed[index] || call.start > deadline) continue;
      if (call.kind === "compare-and-swap" && call.expected !== value) continue;
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
  }

  function undo(index: number): void {
    isDone[index] = false;
    doneCount--;
    prefix = Math.min(prefix, index);
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
