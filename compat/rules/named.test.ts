import { describe, expect, it } from "vitest";
import { sourcesIn } from "../../test/support/imports.ts";
import { graphqlRules, policyQuestions, rules } from "../index.ts";

/** Folders whose files may name rules: the catalogues, and the comparison of GraphQL schemas. */
const homes = ["compat/rules/", "compat/graphql/"];
const sources = [
  ...sourcesIn(["contracts", "formats", "mock", "conformance", "compat", "profiles", "api", "cli", "tools", "bench"]),
].filter(([file]) => !homes.some((home) => file.startsWith(home)));

const ids = new Set([...rules, ...graphqlRules].map(({ id }) => id));
const questions = new Set(policyQuestions().map(({ id }) => id as string));
/** Files that name open questions. Some questions have the same id as a rule. */
const namesQuestions = new Set([
  "compat/verdicts/questions.ts",
  "compat/profile/strict-profile.ts",
  "profiles/platform/compat.ts",
]);

describe("source files outside the catalogues of rules", () => {
  it("name no rule by its id", () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.flatMap(([file, text]) => rulesNamedIn(file, text))).toEqual([]);
  });

  it.each<[string, string, string, readonly string[]]>([
    [
      "in quotes",
      "compat/policy/a.ts",
      'if (rule === "request-property-removed") return;',
      ["request-property-removed"],
    ],
    ["in a template", "cli/a.ts", "const id = `operation-removed`;", ["operation-removed"]],
    ["of GraphQL", "compat/policy/a.ts", "new Set(['graphql-field-removed'])", ["graphql-field-removed"]],
    ["in a pattern", "compat/changelog/a.ts", "{ rule: /^enum-value-added$/ }", ["enum-value-added"]],
    ["in a list of a pattern", "compat/changelog/a.ts", "/^(tag-added|null-added)$/", ["null-added", "tag-added"]],
    ["with the id of a question", "compat/policy/a.ts", 'rule === "default-changed"', ["default-changed"]],
  ])("fail the check with a rule %s", (_, file, text, found) => {
    expect(rulesNamedIn(file, text)).toEqual(found.map((id) => `${file} names the rule "${id}"`));
  });

  it("may contain the id of a question, a longer word, and a rule in a comment", () => {
    expect(rulesNamedIn("compat/verdicts/questions.ts", '"default-changed": {')).toEqual([]);
    expect(rulesNamedIn("compat/policy/a.ts", 'const id = "enum-value-added-later";')).toEqual([]);
    expect(rulesNamedIn("compat/policy/a.ts", '/** As in "operation-removed". */\n  // "tag-added"')).toEqual([]);
  });
});

/** Ids of rules in a source text, in quotes or as an alternative of a pattern. */
function rulesNamedIn(file: string, text: string): string[] {
  const code = text.replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, "");
  const words = code.matchAll(/(?<=["'`^(|])[a-z]+(?:-[a-z]+)+(?=["'`$)|])/g);
  const named = new Set([...words].map(([word]) => word));
  return [...named]
    .filter((word) => ids.has(word) && !(questions.has(word) && namesQuestions.has(file)))
    .toSorted()
    .map((id) => `${file} names the rule "${id}"`);
}
