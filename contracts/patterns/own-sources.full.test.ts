import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { describe, expect, it } from "vitest";
import { isProvablyLinear } from "./ambiguity.ts";
import { type Automaton, type Node, buildAutomaton } from "./automaton.ts";
import { createBacktracking } from "./backtrack.ts";
import { type ParsedPattern, parsePattern } from "./syntax.ts";
import { OverBudget, withinBudget } from "./work.ts";

const root = join(import.meta.dirname, "../..");

/** Expressions that may take more than linear time, each with a reason. */
const exceptions: Readonly<Record<string, string>> = {
  [String.raw`contracts/parsing/plain.ts /(?: at line \d+.*)?:?\n/`]:
    "A message of the YAML library on a file of the user",
  [String.raw`compat/policy/announcement.ts /(?:\.[\w$@-]+|\["(?:\\.|[^"\\])*"\])(?:\[\d*\]|\.\*|\.\/.*\/)*$/s`]:
    "A path to a property in a contract of the user",
  [String.raw`mock/reference/index-page.ts /\[([^\]]*)\]\([^)]*\)/g`]: "A description is cut to 2000 characters before",
};

/** Length of an attack text, and maximum number of steps per character. */
const LENGTH = 300;
const STEPS = 1800;

describe("the regular expressions of Concord's own sources", () => {
  it.each(["contracts", "mock", "conformance", "compat", "cli"])("take linear time in %s", (folder) => {
    const slow = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .flatMap((name) =>
        expressionsIn(readFileSync(join(root, folder, name), "utf8"))
          .filter(isSlow)
          .map((expression) => `${folder}/${name} ${expression}`),
      );
    // The test also fails for an exception that is no longer needed.
    expect(slow.toSorted()).toEqual(
      Object.keys(exceptions)
        .filter((each) => each.startsWith(`${folder}/`))
        .toSorted(),
    );
  });

  it.each([/\s+$/, /^(.+)\[(.+)\]$/, /^\s*at /m, /"(?:[^"\\]|\\.)*"/, /^(a|a)*$/])(
    "are detected if they are slow: %s",
    (expression) => {
      expect(isSlow(expression)).toBe(true);
    },
  );
});

function isSlow(expression: RegExp): boolean {
  const parsed = parsePattern(expression);
  if (!parsed) return true;
  return (
    !isProvablyLinear(parsed) &&
    attacksOn(parsed)
      .values()
      .some((text) => !isLinearFor(parsed, text))
  );
}

/**
 * Texts that may be slow to search: a prefix of a match, a repeated part, and a character that prevents a match. The
 * repeated part is a character that the expression distinguishes, a pair of such characters, or a prefix of a match.
 */
function attacksOn(parsed: ParsedPattern): ReadonlySet<string> {
  const automaton = buildAutomaton(parsed, "track", 100_000, 4);
  const { sets } = automaton;
  const bounds = [...new Set(sets.flatMap((set) => set.bounds))].filter((code) => code < 0xd800);
  const characters = bounds.slice(0, 129).map((code) => String.fromCodePoint(code));
  const representatives = sets.map((set) => characters.find((character) => set.has(character)) ?? "é");
  const pairs = representatives.map((one, index) => one + representatives[(index + 1) % representatives.length]);
  const match = matchOf(automaton, representatives);
  const beginnings = [...match].slice(0, 12).map((_, index) => match.slice(0, index + 1));
  const repeated = [...new Set([...characters.slice(0, 20), ...representatives, ...pairs, ...beginnings])];
  return new Set(
    ["", ...beginnings.slice(0, 4)].flatMap((start) =>
      repeated.flatMap((text) =>
        ["\u0001", "\n"].map((end) => start + text.repeat(Math.ceil(LENGTH / text.length)) + end),
      ),
    ),
  );
}

/** Text that the expression may match, along the first path that visits no node twice. */
function matchOf({ nodes, entry }: Automaton, read: readonly string[]): string {
  const seen = new Set<number>();
  let text = "";
  for (let at: number | undefined = entry; at !== undefined;) {
    seen.add(at);
    const node: Node | undefined = nodes[at];
    if (node?.kind === "read") text += read[node.set];
    const next: readonly number[] = node && "next" in node ? [node.next].flat() : [];
    at = next.find((each) => !seen.has(each));
  }
  return text;
}

function isLinearFor(parsed: ParsedPattern, text: string): boolean {
  const search = createBacktracking(buildAutomaton(parsed, "track", 100_000, 2 * text.length), parsed.native);
  try {
    withinBudget(() => search(text), STEPS * text.length);
    return true;
  } catch (error) {
    if (error instanceof OverBudget) return false;
    throw error;
  }
}

function expressionsIn(text: string): RegExp[] {
  const found: RegExp[] = [];
  const pendingNodes: unknown[] = [parseAst(text, { lang: "ts" })];
  while (pendingNodes.length > 0) {
    const node = pendingNodes.pop();
    if (typeof node !== "object" || node === null) continue;
    const { type, regex } = node as { type?: string; regex?: { pattern: string; flags: string } };
    if (type === "Literal" && regex) found.push(new RegExp(regex.pattern, regex.flags));
    pendingNodes.push(...Object.values(node));
  }
  return found;
}
