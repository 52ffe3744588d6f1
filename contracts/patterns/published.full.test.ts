import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseEngine, getPattern, toRegExp } from "../schema/pattern.ts";
import { matchingTexts } from "../generate/patterns/pattern.ts";
import { type Purpose, buildAutomaton } from "./automaton.ts";
import { createBacktracking } from "./backtrack.ts";
import { createSearch } from "./simulate.ts";
import { type ParsedPattern, parsePattern } from "./syntax.ts";
import { OverBudget, withinBudget } from "./work.ts";

// Patterns of published OpenAPI documents and of packages, including versions with a known denial of service. Each
// package contributes the patterns with the smallest SHA-256.
const file = join(import.meta.dirname, "../../fixtures/patterns/published.json");
const published = Object.values(JSON.parse(readFileSync(file, "utf8")) as Record<string, string[]>).flat();

const parsed = (source: string): ParsedPattern => parsePattern(toRegExp(source) as RegExp) as ParsedPattern;

function searchWith(source: string, purpose: Purpose, length: number): (text: string) => boolean {
  const pattern = parsed(source);
  const automaton = buildAutomaton(pattern, purpose, 100_000, length + 1);
  return purpose === "match"
    ? createSearch(automaton, pattern.native.unicode)
    : createBacktracking(automaton, pattern.native);
}

/** Checks that a search ends within a number of steps. */
function endsWithin(steps: number, search: () => boolean): boolean {
  try {
    withinBudget(search, steps);
    return true;
  } catch (error) {
    if (error instanceof OverBudget) return false;
    throw error;
  }
}

/**
 * Repetitions of characters that a pattern distinguishes and of matching texts, followed by text that may not match.
 */
function attacksOn(source: string, length: number): string[] {
  const { sets } = buildAutomaton(parsed(source), "match", 100_000, 2);
  const bounds = new Set(sets.flatMap((set) => (set.isInexact ? [97, 32] : set.bounds)));
  const characters = [...bounds].filter((code) => code < 0xd800).map((code) => String.fromCodePoint(code));
  const someCharacters = characters.slice(0, 6);
  const texts = matchingSamples(source, 4);
  const repeatedTexts = [
    ...characters.slice(0, 16),
    ...someCharacters.map((one, index) => one + someCharacters[(index + 1) % someCharacters.length]),
    ...texts,
  ];
  return repeatedTexts
    .filter((text) => text !== "")
    .map((text) => text.repeat(Math.ceil(length / text.length)).slice(0, length))
    .flatMap((text) => ["", ...texts.slice(0, 1)].map((start) => `${start}${text}\u0001`));
}

function matchingSamples(source: string, count: number): string[] {
  const texts = matchingTexts(source, { minLength: 0, maxLength: 30 });
  return texts ? fc.sample(texts, { numRuns: count, seed: 20 }) : [];
}

describe("published patterns", () => {
  it("are more than 400", () => expect(new Set(published).size).toBeGreaterThan(400));

  it("mostly run on the native engine, and each has an engine", () => {
    const engines = published.map(chooseEngine);

    expect(engines.filter((engine) => engine === "none")).toEqual([]);
    expect(engines.filter((engine) => engine === "native").length).toBeGreaterThan(0.75 * published.length);
    expect(engines.filter((engine) => engine === "backtracking").length).toBeLessThan(3);
  });

  it("give the same results on each engine as on the native engine", () => {
    const random = fc.sample(fc.string({ unit: fc.constantFrom(..."ab1-_./:, \n{}é\u{1F600}"), maxLength: 12 }), {
      numRuns: 20,
      seed: 20,
    });
    for (const source of published) {
      const native = toRegExp(source) as RegExp;
      const matching = matchingSamples(source, 10).filter((text) => text.length < 40);
      const variants = matching.flatMap((text) => [text, text.slice(1), `${text}!`]);
      const texts = [...random, ...variants];
      const engines = (["match", "track"] as const).flatMap((purpose) =>
        purpose === "match" && chooseEngine(source) === "backtracking" ? [] : [searchWith(source, purpose, 60)],
      );
      for (const text of texts) {
        const verdicts = engines.flatMap((search) => {
          let verdict: boolean | undefined;
          return endsWithin(100_000, () => (verdict = search(text))) ? [verdict] : [];
        });
        const expected = native.test(text);
        expect([source, text, getPattern(source)?.test(text), ...verdicts]).toEqual([
          source,
          text,
          expected,
          ...verdicts.map(() => expected),
        ]);
      }
    }
  });

  it("take linear time on a backtracking engine if they run on the native engine", () => {
    const length = 500;
    const slow = published
      .filter((source) => chooseEngine(source) === "native")
      .filter((source) => {
        const search = searchWith(source, "track", 2 * length);
        return attacksOn(source, length).some((text) => !endsWithin(6 * 320 * length, () => search(text)));
      });

    expect(slow).toEqual([]);
  });

  it("take linear time on our own engine if they do not run on the native engine", () => {
    const slow = published
      .filter((source) => chooseEngine(source) === "automaton")
      .filter((source) => {
        const nodes = buildAutomaton(parsed(source), "match", 100_000, 3001).nodes.length;
        const search = searchWith(source, "match", 3000);
        return attacksOn(source, 2000).some((text) => !endsWithin(nodes * (text.length + 10), () => search(text)));
      });

    expect(slow).toEqual([]);
  });
});
