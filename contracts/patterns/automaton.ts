import { type CharacterSet, toCharacterSet } from "./characters.ts";
import type { Alternative, CapturingGroup, CharacterElement, Element, ParsedPattern } from "./syntax.ts";

/** Node of an automaton. `next` holds indexes into its `nodes`. */
export type Node =
  | { readonly kind: "read"; readonly set: number; readonly next: number }
  /** Several continuations, the preferred one first. */
  | { readonly kind: "fork"; next: readonly number[] }
  | { readonly kind: "assert"; readonly assertion: Assertion; readonly isNegated: boolean; readonly next: number }
  | { readonly kind: "look"; readonly lookaround: number; readonly next: number }
  /** End of the pattern, or of a lookaround. */
  | { readonly kind: "accept" }
  /** End of a lookahead. Paths inside a lookahead count for ambiguity, but never match. */
  | { readonly kind: "dead" }
  // The following nodes are built for backtracking only.
  | { readonly kind: "save"; readonly slot: number; readonly next: number }
  | { readonly kind: "forget"; readonly groups: readonly number[]; readonly next: number }
  | { readonly kind: "mark" | "moved"; readonly register: number; readonly next: number }
  | { readonly kind: "back"; readonly groups: readonly number[]; readonly isBackward: boolean; readonly next: number };

type Assertion = "start" | "end" | "lineStart" | "lineEnd" | "word";

export interface Lookaround {
  readonly entry: number;
  readonly isBehind: boolean;
  readonly isNegated: boolean;
}

export interface Automaton {
  readonly nodes: readonly Node[];
  readonly entry: number;
  readonly sets: readonly CharacterSet[];
  /** Lookarounds, inner ones first. */
  readonly lookarounds: readonly Lookaround[];
  readonly groupCount: number;
  readonly registerCount: number;
}

/**
 * - "count": includes every path that a backtracking engine may follow, and possibly more. Long repetitions are loops.
 * - "match": accepts the same texts as the pattern. Reads a lookahead backward from the end of the text.
 * - "reverse": the same, but the pattern and all lookarounds are read backward.
 * - "track": records captured groups, for backtracking.
 */
export type Purpose = "count" | "match" | "reverse" | "track";

/** The automaton is too large for its purpose, or impossible. */
export class NoAutomaton extends Error {
  override readonly name = "NoAutomaton";
}

/** Maximum number of nodes of a repetition that "count" unrolls. */
const MAX_UNROLLED = 64;

/** Builds the automaton of a pattern for texts of fewer than `lengths` characters. */
export function buildAutomaton(
  { native, alternatives }: ParsedPattern,
  purpose: Purpose,
  capacity: number,
  lengths = Infinity,
): Automaton {
  const nodes: Node[] = [];
  const sets: CharacterSet[] = [];
  const setOf = new Map<string, number>();
  const lookarounds: Lookaround[] = [];
  const groups: CapturingGroup[] = [];
  let registerCount = 0;
  const openGroups: CapturingGroup[] = [];

  const isExact = purpose === "match" || purpose === "reverse";

  collectGroups(alternatives, groups);
  const whole = choiceNodes(alternatives, addNode({ kind: "accept" }), native.flags, purpose === "reverse");
  return { nodes, entry: whole, sets, lookarounds, groupCount: groups.length, registerCount };

  function addNode(node: Node): number {
    if (nodes.length >= capacity) throw new NoAutomaton("the pattern is too large");
    return nodes.push(node) - 1;
  }

  function choiceNodes(all: readonly Alternative[], next: number, flags: string, isBackward: boolean): number {
    const entries = all.map(({ elements }) => {
      const ordered = isBackward ? elements : elements.toReversed();
      return ordered.reduce((after, element) => elementNode(element, after, flags, isBackward), next);
    });
    if (entries.length === 1) return entries[0] as number;
    return addNode({ kind: "fork", next: entries });
  }

  function elementNode(element: Element, next: number, flags: string, isBackward: boolean): number {
    switch (element.type) {
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
        return addNode({ kind: "read", set: indexOfSet(element, flags), next });
      case "Group":
        return choiceNodes(element.alternatives, next, applyModifiers(flags, element.modifiers), isBackward);
      case "CapturingGroup":
        return groupNodes(element, next, flags, isBackward);
      case "Quantifier":
        return repetitionNodes(element, next, flags, isBackward);
      case "Assertion":
        if (element.kind === "word")
          return addNode({ kind: "assert", assertion: "word", isNegated: element.negate, next });
        if (element.kind === "lookahead" || element.kind === "lookbehind") return lookaroundNodes(element, next, flags);
        return addNode({ kind: "assert", assertion: edgeAssertion(element.kind, flags), isNegated: false, next });
      case "Backreference":
        return backreferenceNodes([element.resolved].flat(), next, flags, isBackward);
      default:
        throw new NoAutomaton("the pattern has classes of strings");
    }
  }

  function indexOfSet(element: CharacterElement, flags: string): number {
    const key = `${element.raw} ${flags}`;
    let index = setOf.get(key);
    if (index === undefined) setOf.set(key, (index = sets.push(toCharacterSet(element, flags)) - 1));
    return index;
  }

  function groupNodes(element: CapturingGroup, next: number, flags: string, isBackward: boolean): number {
    if (purpose !== "track") {
      openGroups.push(element);
      const entry = choiceNodes(element.alternatives, next, flags, isBackward);
      openGroups.pop();
      return entry;
    }
    const slot = 2 * groups.indexOf(element);
    const [first, last] = isBackward ? [slot + 1, slot] : [slot, slot + 1];
    const inner = choiceNodes(element.alternatives, addNode({ kind: "save", slot: last, next }), flags, isBackward);
    return addNode({ kind: "save", slot: first, next: inner });
  }

  function repetitionNodes(
    { element, min, max, greedy }: Extract<Element, { type: "Quantifier" }>,
    next: number,
    flags: string,
    isBackward: boolean,
  ): number {
    const mayBeEmpty = canBeEmpty(element);
    const isLoop =
      purpose === "count" && max > 1 && measureElement(element) * (max === Infinity ? min : max) > MAX_UNROLLED;
    if (isLoop && mayBeEmpty && min > 1) throw new NoAutomaton("nothing is repeated too often");
    // A text has fewer than `lengths` characters, and an empty element matches any number of times.
    const isAnyCount = isExact && canBeEmpty(element, false);
    const minCount = isLoop ? Math.min(min, 1) : isAnyCount ? 0 : Math.min(min, lengths);
    const maxCount = isLoop || max >= lengths ? Infinity : max;
    const optional = (after: number): readonly [fork: number, way: { next: readonly number[] }] => {
      const node = { kind: "fork" as const, next: [after] as readonly number[] };
      return [addNode(node), node];
    };
    const inOrderOfPreference = (body: number): readonly number[] => (greedy ? [body, next] : [next, body]);
    let entry = next;
    if (maxCount === Infinity) {
      const [fork, way] = optional(next);
      way.next = inOrderOfPreference(iterationNodes(fork, true));
      entry = fork;
    } else
      for (let times = minCount; times < maxCount; times++) {
        const body = iterationNodes(entry, true);
        const [fork, way] = optional(next);
        way.next = inOrderOfPreference(body);
        entry = fork;
      }
    for (let times = 0; times < minCount; times++) entry = iterationNodes(entry, false);
    return entry;

    /** Adds one iteration. An optional iteration fails if it is empty, and clears the captures of its groups. */
    function iterationNodes(after: number, isOptional: boolean): number {
      if (purpose !== "track") return elementNode(element, after, flags, isBackward);
      const isChecked = isOptional && mayBeEmpty;
      const register = isChecked ? registerCount++ : 0;
      const body = elementNode(
        element,
        isChecked ? addNode({ kind: "moved", register, next: after }) : after,
        flags,
        isBackward,
      );
      const start = isChecked ? addNode({ kind: "mark", register, next: body }) : body;
      const captured: CapturingGroup[] = [];
      collectGroups([element], captured);
      const groupIndexes = captured.map((each) => groups.indexOf(each));
      if (groupIndexes.length === 0) return start;
      return addNode({ kind: "forget", groups: groupIndexes, next: start });
    }
  }

  function lookaroundNodes(
    element: Extract<Element, { kind: "lookahead" | "lookbehind" }>,
    next: number,
    flags: string,
  ): number {
    const isBehind = element.kind === "lookbehind";
    if (purpose === "count") {
      if (isBehind && element.alternatives.some(hasQuantifier)) throw new NoAutomaton("it looks far behind");
      if (isBehind) return uncertain(next);
      const lookaheadEntry = choiceNodes(element.alternatives, addNode({ kind: "dead" }), flags, false);
      return addNode({ kind: "fork", next: [lookaheadEntry, uncertain(next)] });
    }
    // One pass from the end of the text finds all positions at which a lookahead is true.
    const isBackward = purpose === "reverse" || isBehind !== (purpose === "match");
    const entry = choiceNodes(element.alternatives, addNode({ kind: "accept" }), flags, isBackward);
    const index = lookarounds.push({ entry, isBehind, isNegated: element.negate }) - 1;
    return addNode({ kind: "look", lookaround: index, next });
  }

  function backreferenceNodes(
    all: readonly CapturingGroup[],
    next: number,
    flags: string,
    isBackward: boolean,
  ): number {
    if (isExact) throw new NoAutomaton("the pattern refers back to a group");
    if (purpose === "track" && flags.includes("i")) throw new NoAutomaton("the pattern refers back in any case");
    if (purpose === "track")
      return addNode({ kind: "back", groups: all.map((each) => groups.indexOf(each)), isBackward, next });
    // The captured text is empty or matches the pattern of the group.
    const copies = all.map((each) => {
      if (openGroups.includes(each)) throw new NoAutomaton("a group refers to itself");
      return groupNodes(each, next, flags, isBackward);
    });
    return uncertain(addNode({ kind: "fork", next: [next, ...copies] }));
  }

  /** Node for a condition that depends on the text, so that both outcomes are counted. */
  function uncertain(next: number): number {
    return addNode({ kind: "assert", assertion: "word", isNegated: false, next });
  }
}

function applyModifiers(flags: string, modifiers: Extract<Element, { type: "Group" }>["modifiers"]): string {
  if (!modifiers) return flags;
  const writeFlags = (part: { ignoreCase: boolean; multiline: boolean; dotAll: boolean } | null): string => {
    if (part) return `${part.ignoreCase ? "i" : ""}${part.multiline ? "m" : ""}${part.dotAll ? "s" : ""}`;
    return "";
  };
  const removed = writeFlags(modifiers.remove);
  return [...new Set(flags + writeFlags(modifiers.add))].filter((flag) => !removed.includes(flag)).join("");
}

function edgeAssertion(kind: "start" | "end", flags: string): Assertion {
  if (!flags.includes("m")) return kind;
  return kind === "start" ? "lineStart" : "lineEnd";
}

function collectGroups(elements: readonly (Element | Alternative)[], found: CapturingGroup[]): void {
  for (const element of elements) {
    if (element.type === "CapturingGroup") found.push(element);
    collectGroups(listElements(element), found);
  }
}

function listElements(element: Element | Alternative): readonly (Element | Alternative)[] {
  if (element.type === "Alternative") return element.elements;
  if (element.type === "Quantifier") return [element.element];
  if ("alternatives" in element) return element.alternatives as readonly Alternative[];
  return [];
}

function hasQuantifier(element: Element | Alternative): boolean {
  return element.type === "Quantifier" || element.type === "Backreference" || listElements(element).some(hasQuantifier);
}

/** Checks that an element may match no character. `areAssertionsMet` says what an assertion counts as. */
function canBeEmpty(element: Element | Alternative, areAssertionsMet = true): boolean {
  const canPartBeEmpty = (part: Element | Alternative): boolean => canBeEmpty(part, areAssertionsMet);
  switch (element.type) {
    case "Alternative":
      return element.elements.every(canPartBeEmpty);
    case "Group":
    case "CapturingGroup":
      return element.alternatives.some(canPartBeEmpty);
    case "Quantifier":
      return element.min === 0 || canPartBeEmpty(element.element);
    default:
      return areAssertionsMet && (element.type === "Assertion" || element.type === "Backreference");
  }
}

function measureElement(element: Element | Alternative): number {
  const times = element.type === "Quantifier" ? Math.max(1, element.max === Infinity ? element.min : element.max) : 1;
  return times * listElements(element).reduce((sum, part) => sum + measureElement(part), 1);
}

/** Largest count in a pattern. Texts beyond that length have the same automaton. */
export function largestCount(elements: readonly (Element | Alternative)[]): number {
  return elements.reduce((most, element) => {
    const ownCount =
      element.type === "Quantifier" ? Math.max(element.min, element.max === Infinity ? 0 : element.max) : 0;
    return Math.max(most, ownCount, largestCount(listElements(element)));
  }, 0);
}
