import type { Automaton, Node } from "./automaton.ts";
import { spend } from "./work.ts";

/** State of one path that is still to be tried. */
interface Attempt {
  readonly index: number;
  readonly at: number;
  /** Start and end of each group's capture, -1 if it captured nothing. */
  readonly captured: readonly number[];
  /** Start positions of the iterations that must not be empty. */
  readonly iterationStarts: readonly number[];
}

/** Number of budget steps that one backtracking step costs. */
const STEP_COST = 24;

/**
 * Compiles a search that follows ECMAScript's backtracking semantics, for patterns with backreferences. Each step
 * counts against the budget.
 */
export function createBacktracking(automaton: Automaton, native: RegExp): (text: string) => boolean {
  const { nodes, sets, lookarounds } = automaton;
  const isWord = /^\w$/u;

  return (text) => {
    const characters = native.unicode ? [...text] : text.split("");
    const { length } = characters;
    const nothing: Attempt = {
      index: automaton.entry,
      at: 0,
      captured: Array.from({ length: 2 * automaton.groupCount }, () => -1),
      iterationStarts: Array.from({ length: automaton.registerCount }, () => -1),
    };
    for (let at = 0; at <= length; at++) if (tryAttempts({ ...nothing, at }, false)) return true;
    return false;

    function tryAttempts(first: Attempt, isBackward: boolean): Attempt | undefined {
      const untried = [first];
      for (let next = untried.pop(); next; next = untried.pop()) {
        let now: Attempt | undefined = next;
        while (now) {
          spend(STEP_COST);
          const node = nodes[now.index] as Node;
          if (node.kind === "accept") return now;
          if (node.kind === "fork") {
            for (const index of node.next.slice(1).toReversed()) untried.push({ ...now, index });
            now = { ...now, index: node.next[0] as number };
          } else now = advanceAttempt(node, now, isBackward);
        }
      }
      return undefined;
    }

    function advanceAttempt(node: Node, from: Attempt, isBackward: boolean): Attempt | undefined {
      const { at, captured, iterationStarts } = from;
      switch (node.kind) {
        case "read": {
          const character = characters[isBackward ? at - 1 : at];
          const fits = character !== undefined && sets[node.set]?.has(character);
          if (fits) return { ...from, index: node.next, at: isBackward ? at - 1 : at + 1 };
          return undefined;
        }
        case "assert":
          if (assertionHolds(node, at)) return { ...from, index: node.next };
          return undefined;
        case "save":
          return { ...from, index: node.next, captured: captured.with(node.slot, at) };
        case "forget": {
          const remaining = captured.map((place, slot) => (node.groups.includes(slot >> 1) ? -1 : place));
          spend(remaining.length);
          return { ...from, index: node.next, captured: remaining };
        }
        case "mark":
          return { ...from, index: node.next, iterationStarts: iterationStarts.with(node.register, at) };
        case "moved":
          if (iterationStarts[node.register] === at) return undefined;
          return { ...from, index: node.next };
        case "look": {
          const lookaround = lookarounds[node.lookaround];
          const found = lookaround && tryAttempts({ ...from, index: lookaround.entry }, lookaround.isBehind);
          if ((found !== undefined) === lookaround?.isNegated) return undefined;
          return { ...from, index: node.next, captured: found?.captured ?? captured };
        }
        case "back": {
          const group = node.groups.find((each) => captured[2 * each] !== -1 && captured[2 * each + 1] !== -1) ?? -1;
          const capturedText = group < 0 ? [] : characters.slice(captured[2 * group], captured[2 * group + 1]);
          spend(capturedText.length);
          const start = node.isBackward ? at - capturedText.length : at;
          const fits = start >= 0 && capturedText.every((character, index) => character === characters[start + index]);
          if (fits) return { ...from, index: node.next, at: node.isBackward ? start : at + capturedText.length };
          return undefined;
        }
        default:
          return undefined;
      }
    }

    function assertionHolds({ assertion, isNegated }: Extract<Node, { kind: "assert" }>, at: number): boolean {
      const isLineEnd = (character: string | undefined): boolean =>
        character === undefined || /[\n\r\u2028\u2029]/.test(character);
      const isInWord = (character: string | undefined): boolean => character !== undefined && isWord.test(character);
      const isMet = {
        start: () => at === 0,
        end: () => at === length,
        lineStart: () => isLineEnd(characters[at - 1]),
        lineEnd: () => isLineEnd(characters[at]),
        word: () => isInWord(characters[at - 1]) !== isInWord(characters[at]),
      }[assertion]();
      return isMet !== isNegated;
    }
  };
}
