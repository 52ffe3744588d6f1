import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { loadContract } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { type Verdict, verdicts } from "../model/change.ts";
import type { CompareOptions } from "../compare/check.ts";
import { type QuestionId, policyQuestions } from "../verdicts/questions.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";
import { checkOnPlatform } from "../../test/support/compat/on-platform.ts";

const scratch = createScratch();
const load = async (sdl: string) => loadContract(scratch.write({ "shop.graphql": sdl }));
const folder = new URL("../../fixtures/compat/graphql/", import.meta.url);
const pairs = readdirSync(folder)
  .flatMap((name) => parse(readFileSync(new URL(name, folder), "utf8")) as { base?: string; revision?: string }[])
  .flatMap(({ base, revision }) => (base && revision ? [[base, revision] as const] : []));

/** The verdicts on the changes of a pair, by their ids. */
async function verdictsOf([from, to]: readonly [string, string]) {
  const [base, revision] = [[await load(from)], [await load(to)]];
  return (options: CompareOptions) =>
    new Map(checkOnPlatform(base, revision, options).changes.map(({ id, verdict }) => [id, verdict]));
}

describe("open questions of GraphQL", () => {
  it.each<[QuestionId, Verdict, string, string, string, Verdict]>([
    ["default-changed", "dangerous", "of an argument", "(x: Int = 1)", "(x: Int = 2)", "dangerous"],
    ["default-changed", "dangerous", "of an input", "y: Int = 1", "y: Int", "dangerous"],
    ["type-changed-safely", "dangerous", "Float to Int", "f: Float", "f: Int", "breaking"],
    ["type-changed-safely", "dangerous", "in a list that is never null now", "fs: [Float]", "fs: [Int]!", "breaking"],
    ["union-shape-added", "dangerous", "a member", "union U = A | C", "union U = A | C | D", "breaking"],
    ["union-shape-added", "dangerous", "an object of an interface", "type C {", "type C implements N {", "breaking"],
    [
      "union-shape-added",
      "dangerous",
      "a new object of it",
      "type C {",
      "type F implements N { a: Int } type C {",
      "breaking",
    ],
    ["null-added-to-response", "breaking", "a field", "a: Int!", "a: Int", "breaking"],
    ["null-added-to-response", "breaking", "in a list", "as: [Int!]", "as: [Int]", "breaking"],
    ["response-value-withdrawn", "non-breaking", "an enum", "X Y", "X", "non-breaking"],
    ["response-value-renamed", "breaking", "an enum", "X Y", "X Z", "breaking"],
  ])("is answered by %s (%s): %s", async (question, byDefault, _, from, to, strictly) => {
    const base = `type Query { a: Int! as: [Int!] f: Float fs: [Float] c(x: Int = 1): U d(b: B): E n: N d2: D }
      union U = A | C
      type A implements N { a: Int } type C { a: Int } type D { a: Int }
      interface N { a: Int }
      enum E { X Y }
      input B { y: Int = 1 }`;
    const told = await verdictsOf([base, base.replace(from, to)]);
    const worst = (options: CompareOptions) => {
      const found = [...told(options).values()];
      return verdicts.find((verdict) => found.includes(verdict));
    };

    expect(worst({})).toBe(byDefault);
    expect(worst({ strict: true })).toBe(strictly);
    for (const verdict of verdicts) expect(worst({ answers: { [question]: verdict } })).toBe(verdict);
  });

  it("uses the worst answer if two questions decide", async () => {
    const told = await verdictsOf(["type Query { a: Float! }", "type Query { a: Int }"]);
    const answered = (answers: NonNullable<CompareOptions["answers"]>) => [...told({ answers }).values()].join(" ");

    expect(answered({})).toBe("breaking");
    expect(answered({ "null-added-to-response": "non-breaking" })).toBe("dangerous");
    expect(answered({ "null-added-to-response": "non-breaking", "type-changed-safely": "non-breaking" })).toBe(
      "non-breaking",
    );
  });

  it("is never milder in the literal reading, and unchanged with default answers", async () => {
    const defaults = Object.fromEntries(policyQuestions(platformCompat).map(({ id, verdict }) => [id, verdict]));
    for (const pair of pairs) {
      const told = await verdictsOf(pair);
      const own = told({});
      const strict = told({ strict: true });
      expect(told({ answers: defaults })).toEqual(own);
      for (const [id, verdict] of own)
        expect(verdicts.indexOf(strict.get(id) ?? "non-breaking")).toBeLessThanOrEqual(verdicts.indexOf(verdict));
    }
  });
});
