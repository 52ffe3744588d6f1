import { type Automaton, NoAutomaton, automatonOf } from "./automaton.ts";
import { representatives } from "./characters.ts";
import type { ParsedPattern } from "./syntax.ts";

/** Larger automata are not looked through. */
const CAPACITY = 1000;

/** How hard it is tried to prove something. */
interface Effort {
  /** A linear pattern has at most so many ways open at once, whatever the text. */
  readonly ways: number;
  /** All that is looked through. */
  readonly steps: number;
}

const usual: Effort = { ways: 64, steps: 60_000 };

/** Ways from one character to the next. */
const MOST_STEPS = 256;

/** Ways to go on from a node without reading: how many lead to each node that reads. */
interface Onward {
  readonly reads: ReadonlyMap<number, number>;
  readonly accepts: boolean;
}

/** The budget is used up, or there are too many ways. */
class NotProven extends Error {}

/**
 * Proves that a backtracking engine searches any text in time linear in its length: the ways that are open at once, of
 * all the places where the search may have started, are counted for all texts, and stay below a limit. A pattern with
 * exponential or polynomial ambiguity, the one of the search itself included, exceeds every limit.
 * Without a proof, which has a budget, the answer is no.
 */
export function isProvablyLinear(pattern: ParsedPattern, effort = usual): boolean {
  try {
    return staysBelow(automatonOf(pattern, "count", CAPACITY), pattern.native.sticky, effort);
  } catch (error) {
    if (error instanceof NoAutomaton || error instanceof NotProven || error instanceof RangeError) return false;
    throw error;
  }
}

function staysBelow({ nodes, entry, sets }: Automaton, isSticky: boolean, effort: Effort): boolean {
  let budget = effort.steps;
  // A match ends the search for certain only if the automaton says exactly what the engine does.
  const isExact =
    sets.every((set) => !set.isInexact) &&
    nodes.every((node) => node.kind !== "dead" && (node.kind !== "assert" || /^(?:start|end)$/.test(node.what)));
  const known = new Map<number, Onward>();
  const kinds = representatives(sets);
  const later = onwardFrom(entry, false);
  const first = onwardFrom(entry, true);
  const seen = new Set<string>();
  const open: [ways: ReadonlyMap<number, number>, isSearching: boolean][] = [];
  visit(first.reads, !isSticky && !(isExact && first.accepts));
  for (let next = open.pop(); next; next = open.pop()) for (const kind of kinds) step(...next, kind);
  return true;

  function step(ways: ReadonlyMap<number, number>, isSearching: boolean, kind: readonly boolean[]): void {
    const result = new Map(isSearching ? later.reads : []);
    let isAccepted = isSearching && later.accepts;
    for (const [index, count] of ways) {
      const node = nodes[index];
      use(1);
      if (node?.kind !== "read" || !kind[node.set]) continue;
      const { reads, accepts } = onwardOf(node.next);
      isAccepted ||= accepts;
      for (const [read, more] of reads) {
        use(1);
        result.set(read, (result.get(read) ?? 0) + count * more);
      }
    }
    visit(result, isSearching && !(isExact && isAccepted));
  }

  function visit(ways: ReadonlyMap<number, number>, isSearching: boolean): void {
    if (ways.values().reduce((sum, count) => sum + count, 0) > effort.ways) throw new NotProven();
    const sorted = [...ways].toSorted(([one], [other]) => one - other);
    const key = `${isSearching} ${sorted.map((way) => way.join(":")).join(" ")}`;
    if (seen.has(key)) return;
    seen.add(key);
    open.push([ways, isSearching]);
  }

  function onwardOf(start: number): Onward {
    let onward = known.get(start);
    if (!onward) known.set(start, (onward = onwardFrom(start, false)));
    return onward;
  }

  /** Every way counts that does not come to the same node twice: the engine ends an iteration that read nothing. */
  function onwardFrom(start: number, isAtStart: boolean): Onward {
    const reads = new Map<number, number>();
    const path = new Set<number>();
    let accepts = false;
    let steps = 0;
    follow(start);
    return { reads, accepts };

    function follow(index: number): void {
      const node = nodes[index];
      if (!node || path.has(index)) return;
      use(1);
      if (++steps > MOST_STEPS) throw new NotProven();
      if (node.kind === "accept") accepts = true;
      else if (node.kind === "read") reads.set(index, (reads.get(index) ?? 0) + 1);
      else if (node.kind === "fork") {
        path.add(index);
        node.next.forEach(follow);
        path.delete(index);
      } else if (node.kind === "assert" && node.what !== "end" && (node.what !== "start" || isAtStart))
        follow(node.next);
    }
  }

  function use(steps: number): void {
    budget -= steps;
    if (budget < 0) throw new NotProven();
  }
}
