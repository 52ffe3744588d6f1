import { describe, expect, it } from "vitest";
import type { Automaton } from "./automaton.ts";
import { createSearch } from "./simulate.ts";

describe("createSearch()", () => {
  it("distinguishes more than 65,536 classes of characters", () => {
    const anywhere = { expression: /(?:)/u, bounds: [], isInexact: false };
    const first = 0x1_00_00;
    const count = 65_537;
    const bits = Array.from({ length: 17 }, (_, bit) => ({
      ...anywhere,
      has: (character: string) => (((character.codePointAt(0) as number) >> bit) & 1) === 1,
    }));
    const last = { ...anywhere, has: (character: string) => character.codePointAt(0) === first + count - 1 };
    const automaton: Automaton = {
      nodes: [{ kind: "fork", next: [1] }, { kind: "read", set: 17, next: 2 }, { kind: "accept" }],
      sets: [...bits, last],
      lookarounds: [],
      entry: 0,
      groupCount: 0,
      registerCount: 0,
    };
    const text = Array.from({ length: count }, (_, index) => String.fromCodePoint(first + index)).join("");

    expect(createSearch(automaton, true)(text)).toBe(true);
    expect(createSearch(automaton, true)(text.slice(0, -2))).toBe(false);
  });
});
