import { type Automaton, NoAutomaton, buildAutomaton } from "./automaton.ts";
import { characterClasses } from "./characters.ts";
import type { ParsedPattern } from "./syntax.ts";

/** Maximum number of nodes of an automaton that is analysed. */
const CAPACITY = 1000;

/** Limits of the proof. */
interface ProofLimits {
  /** Maximum number of simultaneous paths of a linear pattern, for any text. */
  readonly paths: number;
  /** Maximum number of analysis steps. */
  readonly steps: number;
}

const defaultLimits: ProofLimits = { paths: 64, steps: 60_000 };

/** Maximum number of steps from one character to the next. */
const MAX_STEPS = 256;

/** Paths from a node that consume no character: the number of paths to each node that reads one. */
interface EmptyPaths {
  readonly reads: ReadonlyMap<number, number>;
  readonly accepts: boolean;
}

/** The limits are exceeded, so there is no proof. */
class NotProven extends Error {}

/**
 * Proves that a backtracking engine searches any text in time linear in its length. The proof counts the simultaneous
 * paths from all start positions of the search, for all texts, and shows that the count stays below a limit. A pattern
 * with exponential or polynomial ambiguity, including that of the search itself, exceeds every limit. Returns false if
 * the limits of the proof are exceeded.
 */
export function isProvablyLinear(pattern: ParsedPattern, limits = defaultLimits): boolean {
  try {
    return staysWithinLimits(buildAutomaton(pattern, "count", CAPACITY), pattern.native.sticky, limits);
  } catch (error) {
    if (error instanceof NoAutomaton || error instanceof NotProven || error instanceof RangeError) return false;
    throw error;
  }
}

function staysWithinLimits({ nodes, entry, sets }: Automaton, isSticky: boolean, limits: ProofLimits): boolean {
  let budget = limits.steps;
  // A match of the automaton ends the search only if it is certainly also a match of the engine.
  const isExact =
    sets.every((set) => !set.isInexact) &&
    nodes.every((node) => node.kind !== "dead" && (node.kind !== "assert" || /^(?:start|end)$/.test(node.assertion)));
  const cache = new Map<number, EmptyPaths>();
  const kinds = characterClasses(sets);
  const later = emptyPathsFrom(entry, false);
  const first = emptyPathsFrom(entry, true);
  const seen = new Set<string>();
  const pending: [pathCounts: ReadonlyMap<number, number>, isSearching: boolean][] = [];
  visitState(first.reads, !isSticky && !(isExact && first.accepts));
  for (let next = pending.pop(); next; next = pending.pop())
    for (const kind of kinds) readCharacterClass(...next, kind);
  return true;

  function readCharacterClass(
    pathCounts: ReadonlyMap<number, number>,
    isSearching: boolean,
    kind: readonly boolean[],
  ): void {
    const result = new Map(isSearching ? later.reads : []);
    let isAccepted = isSearching && later.accepts;
    for (const [index, count] of pathCounts) {
      const node = nodes[index];
      spendBudget(1);
      if (node?.kind !== "read" || !kind[node.set]) continue;
      const { reads, accepts } = cachedEmptyPaths(node.next);
      isAccepted ||= accepts;
      for (const [read, more] of reads) {
        spendBudget(1);
        result.set(read, (result.get(read) ?? 0) + count * more);
      }
    }
    visitState(result, isSearching && !(isExact && isAccepted));
  }

  function visitState(pathCounts: ReadonlyMap<number, number>, isSearching: boolean): void {
    if (pathCounts.values().reduce((sum, count) => sum + count, 0) > limits.paths) throw new NotProven();
    const sorted = [...pathCounts].toSorted(([one], [other]) => one - other);
    const key = `${isSearching} ${sorted.map((pathCount) => pathCount.join(":")).join(" ")}`;
    if (seen.has(key)) return;
    seen.add(key);
    pending.push([pathCounts, isSearching]);
  }

  function cachedEmptyPaths(start: number): EmptyPaths {
    let emptyPaths = cache.get(start);
    if (!emptyPaths) cache.set(start, (emptyPaths = emptyPathsFrom(start, false)));
    return emptyPaths;
  }

  /**
   * Counts the paths that visit each node at most once. Others do not occur, because the engine ends an iteration that
   * reads no character.
   */
  function emptyPathsFrom(start: number, isAtStart: boolean): EmptyPaths {
    const reads = new Map<number, number>();
    const path = new Set<number>();
    let accepts = false;
    let steps = 0;
    followNode(start);
    return { reads, accepts };

    function followNode(index: number): void {
      const node = nodes[index];
      if (!node || path.has(index)) return;
      spendBudget(1);
      if (++steps > MAX_STEPS) throw new NotProven();
      if (node.kind === "accept") accepts = true;
      else if (node.kind === "read") reads.set(index, (reads.get(index) ?? 0) + 1);
      else if (node.kind === "fork") {
        path.add(index);
        node.next.forEach(followNode);
        path.delete(index);
      } else if (node.kind === "assert" && node.assertion !== "end" && (node.assertion !== "start" || isAtStart))
        followNode(node.next);
    }
  }

  function spendBudget(steps: number): void {
    budget -= steps;
    if (budget < 0) throw new NotProven();
  }
}
