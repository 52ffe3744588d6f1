import type { Automaton, Lookaround, Node } from "./automaton.ts";
import { spend } from "./work.ts";

/** Maximum number of cached states. The cache is cleared when it is full. */
const MAX_STATES = 2000;

/** Maximum number of characters whose class is cached. */
const MAX_CHARACTERS = 10_000;

/** Bits of the assertions that are true at a position. The bits of lookarounds follow. */
const [START, END, LINE_START, LINE_END, WORD, FIRST_LOOK] = [1, 2, 4, 8, 16, 32];

/** Maximum number of lookarounds, limited by the number of bits. */
export const MAX_LOOKAROUNDS = 24;

/** Set of nodes that the automaton may be in after a character, before the assertions at that position are known. */
interface State {
  readonly nodes: readonly number[];
  readonly positions: Map<number, PositionState>;
}

/** State at a position where its assertions are known. `next` is indexed by the class of the next character. */
interface PositionState {
  readonly accepts: boolean;
  readonly reads: readonly Extract<Node, { kind: "read" }>[];
  readonly next: (State | undefined)[];
}

/**
 * Compiles a search that follows all paths at once, in one pass over the text for the automaton and one for each
 * lookaround. Sets of states are built when a text first reaches them.
 */
export function createSearch(automaton: Automaton, isUnicode: boolean): (text: string) => boolean {
  const { nodes, sets, lookarounds } = automaton;
  const isWord = /^\w$/u;
  const isLineEnd = /^[\n\r\u2028\u2029]$/u;
  const classes: (readonly boolean[])[] = [];
  const kindBySets = new Map<string, number>();
  const kindOfCharacter = new Map<string, number>();
  const main = createScanner(nodes, automaton.entry, classes);
  const scanners = lookarounds.map(({ entry }) => createScanner(nodes, entry, classes));
  const hasAssertions = nodes.some((node) => node.kind === "assert" && !/^(?:start|end)$/.test(node.assertion));

  return (text) => {
    const read = classifyText(text);
    const assertions = new Uint32Array(hasAssertions || lookarounds.length > 0 ? read.length + 1 : 0);
    if (hasAssertions) for (let at = 0; at <= read.length; at++) assertions[at] = assertionBits(read, at);
    lookarounds.forEach((lookaround, index) => markLookaround(lookaround, index, read, assertions));
    return main(read, assertions, false, () => true);
  };

  function markLookaround(lookaround: Lookaround, index: number, read: Uint32Array, places: Uint32Array): void {
    const matchesAt = new Uint8Array(places.length);
    scanners[index]?.(read, places, !lookaround.isBehind, (at) => {
      matchesAt[at] = 1;
      return false;
    });
    const bit = FIRST_LOOK << index;
    for (let at = 0; at < places.length; at++)
      if ((matchesAt[at] === 1) !== lookaround.isNegated) places[at] = (places[at] as number) | bit;
  }

  function classifyText(text: string): Uint32Array {
    const read = new Uint32Array(text.length);
    let length = 0;
    if (isUnicode) for (const character of text) read[length++] = classifyCharacter(character);
    else for (; length < text.length; length++) read[length] = classifyCharacter(text[length] as string);
    return read.subarray(0, length);
  }

  function classifyCharacter(character: string): number {
    let kind = kindOfCharacter.get(character);
    if (kind !== undefined) return kind;
    if (kindOfCharacter.size >= MAX_CHARACTERS) kindOfCharacter.clear();
    const has = [...sets.map((set) => set.has(character)), isWord.test(character), isLineEnd.test(character)];
    const key = has.map(Number).join("");
    kind = kindBySets.get(key);
    if (kind === undefined) kindBySets.set(key, (kind = classes.push(has) - 1));
    kindOfCharacter.set(character, kind);
    spend(sets.length);
    return kind;
  }

  function assertionBits(read: Uint32Array, at: number): number {
    const getMembership = (index: number): readonly boolean[] | undefined => classes[read[index] ?? -1];
    const [before, after] = [getMembership(at - 1), getMembership(at)];
    const isBoundary = (before?.[sets.length] ?? false) !== (after?.[sets.length] ?? false);
    return (
      (isBoundary ? WORD : 0) |
      ((before?.[sets.length + 1] ?? true) ? LINE_START : 0) |
      ((after?.[sets.length + 1] ?? true) ? LINE_END : 0)
    );
  }
}

/** Scans a text and calls `onAccepted` at each position where a match ends, until the callback returns true. */
function createScanner(nodes: readonly Node[], entry: number, classes: readonly (readonly boolean[])[]) {
  const states = new Map<string, State>();
  const start = getPositionState([]);
  return (
    read: Uint32Array,
    places: Uint32Array,
    isBackward: boolean,
    onAccepted: (at: number) => boolean,
  ): boolean => {
    const { length } = read;
    let state = start;
    spend(length);
    for (let count = 0; count <= length; count++) {
      const at = isBackward ? length - count : count;
      const bits = (places[at] ?? 0) | (at === 0 ? START : 0) | (at === length ? END : 0);
      let position = state.positions.get(bits);
      if (!position) state.positions.set(bits, (position = positionState(state, bits)));
      if (position.accepts && onAccepted(at)) return true;
      if (count === length) break;
      const kind = read[isBackward ? at - 1 : at] as number;
      state = position.next[kind] ??= afterReading(position, kind);
    }
    return false;
  };

  function getPositionState(all: readonly number[]): State {
    const key = all.join();
    let state = states.get(key);
    if (state) return state;
    if (states.size >= MAX_STATES) {
      for (const cached of states.values()) cached.positions.clear();
      states.clear();
    }
    states.set(key, (state = { nodes: all, positions: new Map() }));
    return state;
  }

  function afterReading({ reads }: PositionState, kind: number): State {
    const has = classes[kind] as readonly boolean[];
    spend(reads.length);
    const all = new Set<number>();
    for (const { set, next } of reads) if (has[set]) all.add(next);
    return getPositionState([...all].toSorted((one, other) => one - other));
  }

  function positionState(state: State, bits: number): PositionState {
    const reads: PositionState["reads"][number][] = [];
    const seen = new Set<number>();
    const pending = [entry, ...state.nodes];
    let accepts = false;
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      if (seen.has(index)) continue;
      seen.add(index);
      const node = nodes[index] as Node;
      if (node.kind === "read") reads.push(node);
      else if (node.kind === "accept") accepts = true;
      else if (node.kind === "fork") pending.push(...node.next);
      else if (node.kind === "assert" && assertionHolds(node, bits)) pending.push(node.next);
      else if (node.kind === "look" && (bits & (FIRST_LOOK << node.lookaround)) !== 0) pending.push(node.next);
    }
    spend(seen.size);
    return { accepts, reads, next: [] };
  }
}

const bitOf = { start: START, end: END, lineStart: LINE_START, lineEnd: LINE_END, word: WORD } as const;

function assertionHolds({ assertion, isNegated }: Extract<Node, { kind: "assert" }>, bits: number): boolean {
  return ((bits & bitOf[assertion]) !== 0) !== isNegated;
}
