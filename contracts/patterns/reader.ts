import type { Automaton, Node } from "./automaton.ts";
import { DECISION_COST, spend } from "./work.ts";

/** Character as an automaton reads it: one unit, or the two surrogates of a pair without the u flag. */
export type Letter = readonly Unit[];

export interface Unit {
  /** Sets of the automaton that the unit belongs to. */
  readonly sets: readonly boolean[];
  readonly isWord: boolean;
  readonly isLineEnd: boolean;
}

/** Progress of a pattern in a text that is read from its end to its start. Equal states are the same object. */
export interface ReadingState {
  /** True if the pattern matches some part of the text. */
  readonly isMatched: boolean;
  /** True if no further text makes the pattern match. */
  readonly isHopeless: boolean;
}

/**
 * Follows all paths of an automaton through texts, from the end to the start. A lookahead is then known where it stands.
 * A lookbehind is guessed, and the guess is verified by what is read later: hence several states after a letter.
 */
export interface Reader {
  readonly start: ReadingState;
  /** States after one more letter to the left. */
  read(state: ReadingState, letter: number): readonly ReadingState[];
  /** Possible results if the text starts here: true for a match. */
  results(state: ReadingState): readonly boolean[];
}

/** The rest of a pattern. */
interface Progress {
  readonly isMatched: boolean;
  /** Nodes of the pattern itself, and those of each lookahead. */
  readonly main: readonly number[];
  readonly lookaheads: readonly (readonly number[])[];
  /** Paths of guessed lookbehinds. Each set of `owed` must accept, and no path of `forbidden` may. */
  readonly owed: readonly (readonly number[])[];
  readonly forbidden: readonly number[];
}

/** State at a position whose assertions are not yet known, because the unit to its left is not. */
interface State extends ReadingState, Progress {
  /** Unit to the right; undefined at the end of the text. */
  readonly right: Pick<Unit, "isWord" | "isLineEnd"> | undefined;
  readonly after: (readonly State[] | undefined)[];
  readonly outcomes: Map<string, readonly Outcome[]>;
}

/** Nodes after a unit, by the set that it must belong to. */
type Reads = ReadonlyMap<number, readonly number[]>;

/** State at a position whose assertions are known: what each part of the state reads next. */
interface Outcome {
  readonly isMatched: boolean;
  readonly main: Reads;
  readonly lookaheads: readonly Reads[];
  readonly owed: readonly Reads[];
  readonly forbidden: Reads;
}

interface Closure {
  readonly reads: Reads;
  readonly accepts: boolean;
}

const nothing: Reads = new Map();

/** A lookbehind whose result has to be guessed. */
class NeedsGuess extends Error {
  readonly lookaround: number;
  constructor(lookaround: number) {
    super("A lookbehind is not guessed");
    this.lookaround = lookaround;
  }
}

export function createPatternReader(automaton: Automaton, letters: readonly Letter[]): Reader {
  const states = new Map<string, State>();
  const canRestart = reachesMore(automaton);
  const start = stateFrom(
    { isMatched: false, main: [], lookaheads: automaton.lookarounds.map(() => []), owed: [], forbidden: [] },
    undefined,
  );
  return { start, read: readLetter, results };

  function readLetter(from: ReadingState, letter: number): readonly State[] {
    const state = from as State;
    return (state.after[letter] ??= readUnits(state, letters[letter] as Letter));
  }

  function readUnits(state: State, letter: Letter): readonly State[] {
    const next = letter
      .toReversed()
      .reduce<readonly State[]>((all, unit) => all.flatMap((each) => readUnit(each, unit)), [state]);
    return [...new Set(next)];
  }

  function readUnit(state: State, unit: Unit): readonly State[] {
    return findOutcomes(automaton, state, unit).flatMap((outcome) => {
      const owed = outcome.owed.map((set) => nextNodes(set, unit));
      if (owed.some((set) => set.length === 0)) return [];
      const next = {
        isMatched: outcome.isMatched,
        main: nextNodes(outcome.main, unit),
        lookaheads: outcome.lookaheads.map((set) => nextNodes(set, unit)),
        owed,
        forbidden: nextNodes(outcome.forbidden, unit),
      };
      return [stateFrom(next, unit)];
    });
  }

  function results(from: ReadingState): readonly boolean[] {
    const state = from as State;
    return findOutcomes(automaton, state, undefined)
      .filter(({ owed }) => owed.length === 0)
      .map(({ isMatched }) => isMatched);
  }

  function stateFrom(outcome: Progress, right: Unit | undefined): State {
    const { isMatched, main, forbidden } = outcome;
    const isHopeless = !isMatched && right !== undefined && main.length === 0 && !canRestart;
    const owed = [...new Map(outcome.owed.map((set) => [set.join(), set])).entries()]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, set]) => set);
    const isSettled = (isMatched || isHopeless) && owed.length + forbidden.length === 0;
    const lookaheads = isSettled ? [] : outcome.lookaheads;
    const neighbour = right && !isSettled ? { isWord: right.isWord, isLineEnd: right.isLineEnd } : undefined;
    const key = JSON.stringify([isMatched, isHopeless, main, lookaheads, owed, forbidden, neighbour]);
    spend(DECISION_COST * (1 + key.length / 16));
    let state = states.get(key);
    if (!state) {
      state = {
        isMatched,
        isHopeless,
        main,
        lookaheads,
        owed,
        forbidden,
        right: neighbour,
        after: [],
        outcomes: new Map(),
      };
      states.set(key, state);
    }
    return state;
  }
}

/** Evaluates a position. `left` is the unit to its left, undefined at the start of the text. */
function findOutcomes(automaton: Automaton, state: State, left: Unit | undefined): readonly Outcome[] {
  const key = `${left?.isWord} ${left?.isLineEnd}`;
  let outcomes = state.outcomes.get(key);
  if (!outcomes) state.outcomes.set(key, (outcomes = withGuesses(automaton, state, left, new Map())));
  return outcomes;
}

function withGuesses(
  automaton: Automaton,
  state: State,
  left: Unit | undefined,
  guesses: Map<number, boolean>,
): readonly Outcome[] {
  try {
    const outcome = evaluate(automaton, state, left, guesses);
    return outcome ? [outcome] : [];
  } catch (error) {
    if (!(error instanceof NeedsGuess)) throw error;
    return [true, false].flatMap((guess) =>
      withGuesses(automaton, state, left, new Map(guesses).set(error.lookaround, guess)),
    );
  }
}

function evaluate(
  { nodes, entry, lookarounds }: Automaton,
  state: State,
  left: Unit | undefined,
  guesses: Map<number, boolean>,
): Outcome | undefined {
  const { right } = state;
  const facts = {
    start: left === undefined,
    end: right === undefined,
    lineStart: left?.isLineEnd ?? true,
    lineEnd: right?.isLineEnd ?? true,
    word: (left?.isWord ?? false) !== (right?.isWord ?? false),
  };
  const known = new Map(guesses);
  const followEmptyEdges = (from: readonly number[]): Closure => {
    const reads = new Map<number, number[]>();
    const seen = new Set<number>();
    const pending = [...from];
    let accepts = false;
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      if (seen.has(index)) continue;
      seen.add(index);
      const node = nodes[index] as Node;
      if (node.kind === "read") addTo(reads, node.set, node.next);
      else if (node.kind === "accept") accepts = true;
      else if (node.kind === "fork") pending.push(...node.next);
      else if (node.kind === "assert" && facts[node.assertion] !== node.isNegated) pending.push(node.next);
      else if (node.kind === "look" && isLookMet(node.lookaround)) pending.push(node.next);
    }
    spend(DECISION_COST * seen.size);
    return { reads, accepts };
  };
  const isLookMet = (index: number): boolean => {
    const isFound = known.get(index);
    if (isFound === undefined) throw new NeedsGuess(index);
    return isFound !== lookarounds[index]?.isNegated;
  };

  const isOpen = !state.isMatched && !state.isHopeless;
  const isSettled = !isOpen && state.owed.length + state.forbidden.length === 0;
  const lookaheads = lookarounds.map(({ entry: first, isBehind }, index) => {
    if (isBehind || isSettled) return nothing;
    const { reads, accepts } = followEmptyEdges([first, ...(state.lookaheads[index] ?? [])]);
    known.set(index, accepts);
    return reads;
  });
  const main = isOpen ? followEmptyEdges([entry, ...state.main]) : { reads: nothing, accepts: state.isMatched };
  // All guesses at this position are made before they are verified, because a lookbehind may contain another.
  const entries = (isTrue: boolean): number[] =>
    [...guesses].flatMap(([index, guess]) => (guess === isTrue ? [lookarounds[index]?.entry as number] : []));
  const forbidden = followEmptyEdges([...state.forbidden, ...entries(false)]);
  if (forbidden.accepts) return undefined;
  const owed = [...state.owed, ...entries(true).map((first) => [first])]
    .map(followEmptyEdges)
    .filter(({ accepts }) => !accepts);
  return {
    isMatched: main.accepts,
    main: main.accepts ? nothing : main.reads,
    lookaheads,
    owed: owed.map(({ reads }) => reads),
    forbidden: forbidden.reads,
  };
}

function nextNodes(reads: Reads, { sets }: Unit): readonly number[] {
  const next = new Set<number>();
  for (const [set, nodesAfter] of reads) if (sets[set] === true) for (const index of nodesAfter) next.add(index);
  spend(DECISION_COST * (reads.size + next.size));
  return [...next].toSorted((one, other) => one - other);
}

/** Checks that a match may still end before the end of the text. */
function reachesMore({ nodes, entry }: Automaton): boolean {
  const seen = new Set<number>();
  const pending = [entry];
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    if (seen.has(index)) continue;
    seen.add(index);
    const node = nodes[index] as Node;
    if (node.kind === "read" || node.kind === "accept") return true;
    if (node.kind === "fork") pending.push(...node.next);
    else if (node.kind === "look" || (node.kind === "assert" && node.assertion !== "end")) pending.push(node.next);
  }
  return false;
}

function addTo(reads: Map<number, number[]>, set: number, next: number): void {
  const known = reads.get(set);
  if (known) known.push(next);
  else reads.set(set, [next]);
}
