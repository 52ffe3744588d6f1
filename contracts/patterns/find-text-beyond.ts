import { letterClasses } from "./alphabet.ts";
import { buildAutomaton } from "./automaton.ts";
import { MAX_LOOKAROUNDS } from "./simulate.ts";
import { type Reader, type ReadingState, createPatternReader } from "./reader.ts";
import type { ParsedPattern } from "./syntax.ts";
import { DECISION_COST, OverBudget, spend } from "./work.ts";

/** Maximum number of nodes of an automaton. */
const CAPACITY = 50_000;

/** Place in a search: the state of each pattern, and the letter to the right with the place that it was read from. */
interface Place {
  readonly states: readonly ReadingState[];
  readonly letter: string;
  readonly right?: Place;
}

/**
 * Finds the shortest text that several patterns match and another one does not; undefined if there is none. Follows all
 * texts at once, from their ends.
 * @throws OverBudget if that takes too many steps, and NoAutomaton for a pattern that is not regular.
 */
export function findTextBeyond(accepting: readonly ParsedPattern[], refusing: ParsedPattern): string | undefined {
  const patterns = [...accepting, refusing];
  const automata = patterns.map((pattern) => buildAutomaton(pattern, "reverse", CAPACITY));
  if (automata.some(({ lookarounds }) => lookarounds.length > MAX_LOOKAROUNDS))
    throw new OverBudget("too many lookarounds");
  const classes = letterClasses(
    automata.map(({ sets }, index) => ({ sets, isUnicode: patterns[index]?.native.unicode ?? true })),
  );
  if (!classes) throw new OverBudget("a pattern tells surrogates apart");
  const readers = automata.map((automaton, index) =>
    createPatternReader(
      automaton,
      classes.map(({ letters }) => letters[index] ?? []),
    ),
  );
  spend(DECISION_COST * automata.reduce((sum, { nodes }) => sum + nodes.length, 0));
  const ids = new Map<ReadingState, number>();
  const seen = new Set<string>();
  const places: Place[] = [];
  visitStates({ states: readers.map(({ start }) => start), letter: "" });
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as Place;
    if (isFound(place, readers)) return textFrom(place);
    classes.forEach(({ character }, letter) => {
      const next = place.states.map((state, index) => readers[index]?.read(state, letter) ?? []);
      for (const states of combinations(next)) visitStates({ states, letter: character, right: place });
    });
  }
  return undefined;

  function visitStates(place: Place): void {
    const { states } = place;
    spend(DECISION_COST * states.length);
    const isDead = states.some(({ isHopeless, isMatched }, index) =>
      index < accepting.length ? isHopeless : isMatched,
    );
    if (isDead) return;
    const key = states.map(numberState).join();
    if (seen.has(key)) return;
    seen.add(key);
    spend(DECISION_COST * 10);
    places.push(place);
  }

  function numberState(state: ReadingState): number {
    let id = ids.get(state);
    if (id === undefined) ids.set(state, (id = ids.size));
    return id;
  }
}

/** Checks that a text may start at a place: all patterns match apart from the last. */
function isFound({ states }: Place, readers: readonly Reader[]): boolean {
  return states.every((state, index) => {
    const isLast = index === states.length - 1;
    return readers[index]?.results(state).includes(!isLast) === true;
  });
}

/** The letters of a place up to the end of the text. */
function textFrom(place: Place): string {
  const letters: string[] = [];
  for (let at: Place | undefined = place; at; at = at.right) letters.push(at.letter);
  return letters.join("");
}

function combinations<T>(choices: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return choices.reduce<readonly (readonly T[])[]>(
    (all, choice) => all.flatMap((start) => choice.map((one) => [...start, one])),
    [[]],
  );
}
