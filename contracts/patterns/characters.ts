import type { CharacterElement } from "./syntax.ts";

/** Set of characters that an element of a pattern matches. */
export interface CharacterSet {
  /** Matches a text of one character of the set. */
  readonly expression: RegExp;
  readonly has: (character: string) => boolean;
  /**
   * Code points at which ranges of the set begin or end. All code points between two bounds are equal: all belong to
   * the set, or none.
   */
  readonly bounds: readonly number[];
  /** True if `bounds` is incomplete beyond ASCII, because of Unicode properties or ignored case. */
  readonly isInexact: boolean;
}

const ascii = Array.from({ length: 129 }, (_, code) => code);

/** Bounds of the sets of an escape or a dot. */
const boundsOfKind: Readonly<Record<"any" | "digit" | "space" | "word" | "property", readonly number[]>> = {
  any: [0xa, 0xb, 0xd, 0xe, 0x2028, 0x202a],
  digit: [0x30, 0x3a],
  word: [0x30, 0x3a, 0x41, 0x5b, 0x5f, 0x60, 0x61, 0x7b],
  space: [
    0x9, 0xe, 0x20, 0x21, 0xa0, 0xa1, 0x1680, 0x1681, 0x2000, 0x200b, 0x2028, 0x202a, 0x202f, 0x2030, 0x205f, 0x2060,
    0x3000, 0x3001, 0xfeff, 0xff00,
  ],
  property: ascii,
};

/** Character set of an element. The native engine decides membership, so that it matches ECMAScript exactly. */
export function toCharacterSet(element: CharacterElement, flags: string): CharacterSet {
  const ownFlags = flags.replaceAll(/[gy]/g, "");
  const source = element.type === "Character" ? escapeSequence(element.value) : element.raw;
  const expression = new RegExp(`^(?:${source})$`, ownFlags.replace("m", ""));
  // Without the u flag, no character beyond ASCII equals an ASCII character in another case.
  const isOtherCase = ownFlags.includes("i") && (ownFlags.includes("u") || !isAscii(element));
  const isInexact = isOtherCase || ownFlags.includes("v") || hasProperty(element);
  const bounds = isInexact || ownFlags.includes("i") ? ascii : listRangeEdges(element);
  return { expression, has: (character) => expression.test(character), bounds, isInexact };
}

/** Classes of characters that belong to the same sets, one for each distinct combination. */
export function characterClasses(sets: readonly CharacterSet[]): readonly (readonly boolean[])[] {
  const bounds = new Set([0, ...sets.flatMap((set) => set.bounds)]);
  const kinds = new Map<string, readonly boolean[]>();
  for (const code of bounds) {
    if (code > 0x10ffff) continue;
    const character = String.fromCodePoint(code);
    const kind = sets.map((set) => (set.isInexact && code > 0x7f) || set.has(character));
    kinds.set(kind.map(Number).join(""), kind);
  }
  return [...kinds.values()];
}

function escapeSequence(code: number): string {
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

function hasProperty(element: CharacterElement): boolean {
  if (element.type === "CharacterClass")
    return (element.elements as readonly CharacterElement[]).some((inner) => hasProperty(inner));
  return element.type === "CharacterSet" && element.kind === "property";
}

function isAscii(element: CharacterElement): boolean {
  if (element.type === "CharacterSet") return element.kind === "digit" || element.kind === "word";
  return listRangeEdges(element).every((bound) => bound <= 0x80);
}

/** First code point of each range, and the one after its last. */
function listRangeEdges(element: CharacterElement): readonly number[] {
  if (element.type === "Character") return [element.value, element.value + 1];
  if (element.type === "CharacterSet") return boundsOfKind[element.kind];
  return element.elements.flatMap((inner) => {
    if (inner.type === "CharacterClassRange") return [inner.min.value, inner.max.value + 1];
    return listRangeEdges(inner as CharacterElement);
  });
}
