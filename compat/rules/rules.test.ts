import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { type RuleCase, ruleCases, caseContracts } from "../../test/support/compat/rule-cases.ts";
import { findWorst } from "../model/change.ts";
import { checkCompat, rules } from "../index.ts";
import type { AnyRule } from "./support/rule.ts";

const fixtures = ruleCases();
const files = readdirSync(new URL(".", import.meta.url))
  .filter((name) => /^(?!index|catalogue)[\w-]+\.ts$/.test(name))
  .map((name) => basename(name, ".ts"));
/** Ids of the rules that each file exports, as single rules or as a table. */
const idsByFile: ReadonlyMap<string, readonly string[]> = new Map(
  await Promise.all(
    files.map(async (name) => {
      const exported = (await import(`./${name}.ts`)) as Readonly<Record<string, AnyRule | readonly AnyRule[]>>;
      const all = Object.values(exported).flatMap((one) => one as AnyRule);
      return [name, all.flatMap((one) => (isRule(one) ? [one.id] : []))] as const;
    }),
  ),
);
const exportedIds = new Set([...idsByFile.values()].flat());

/** Hint in a failed assertion: a possible reason why a new rule does not fire. */
const silentRuleHint =
  "Rules that fired (pairs that differ only in a keyword that compat/schema/equality/digest.ts skips are equal)";

for (const [id, cases] of fixtures) {
  describe(id, () => {
    it.each(cases)("$description", (one) => {
      const report = checkCompat(...caseContracts(one));
      const fired = new Set(report.changes.map(({ rule }) => rule));

      expect(fired, silentRuleHint).toEqual(new Set(one.expect));
      // Compares the verdicts of changes only: a fixture with an unresolved reference also has faults.
      if (one.verdict) expect(findWorst(report.changes.map(({ verdict }) => verdict))).toBe(one.verdict);
    });
  });
}

describe("ruleCases()", () => {
  it.each(["request", "response"])("accepts the direction %s", (direction) => {
    expect(casesWith(`direction: ${direction}`)).toMatchObject([{ direction }]);
  });

  it("throws on an unknown direction", () => {
    expect(() => casesWith("direction: requests")).toThrow(
      'Unknown direction "requests" in planted.yaml, case "A planted case"',
    );
  });
});

describe("the catalogue of rules", () => {
  it("has ids that can be searched for", () => {
    const texts = ["compat/rules", "compat/graphql"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
        .map((name) => readFileSync(join(folder, name), "utf8")),
    );
    expect(rules.filter(({ id }) => !texts.some((text) => text.includes(`"${id}"`))).map(({ id }) => id)).toEqual([]);
  });

  it("has for each rule a file, a fixture, a case that fires, a silent case, and a mirror", () => {
    expect(faultsOf(rules)).toEqual([]);
  });

  const [removed, added] = ["operation-removed", "operation-added"].map((id) =>
    rules.find((rule) => rule.id === id),
  ) as [AnyRule, AnyRule];
  const others = rules.filter((rule) => rule !== removed && rule !== added);
  const { mirror: _, ...mirrorless } = removed;

  it.each<[string, readonly AnyRule[], string]>([
    ["a rule with no fixture", [...rules, { ...removed, id: "odd" }], 'Rule "odd" has no fixture'],
    ["a rule with no file", [...rules, { ...removed, id: "odd" }], 'No file exports rule "odd"'],
    ["a fixture with no rule", [added, ...others], 'Fixture "operation-removed" has no rule'],
    [
      "a rule that is not in the catalogue",
      [added, ...others],
      'Rule "operation-removed" of file "operation-removed" is not in the catalogue',
    ],
    [
      "a row that is not in the catalogue",
      rules.filter(({ id }) => id !== "tag-added"),
      'Rule "tag-added" of file "tags" is not in the catalogue',
    ],
    ["two rules with one id", [...rules, removed], 'Rule "operation-removed" is listed twice'],
    ["a rule without a mirror and without a reason", [mirrorless, ...others], 'Rule "operation-removed" has no mirror'],
    [
      "a mirror that is no rule",
      [{ ...removed, mirror: "odd" }, added, ...others],
      '"odd" does not mirror "operation-removed"',
    ],
    [
      "a stale reason for no mirror",
      [{ ...mirrorless, mirrorless: "Nothing can be added" }, added, ...others],
      'Rule "operation-removed" has a mirror: its reason for having none is stale',
    ],
  ])("reports %s", (_, planted, fault) => {
    expect(faultsOf(planted)).toContain(fault);
  });

  it.each<[string, readonly RuleCase[], string]>([
    ["a fixture that never fires", [{ description: "", expect: [] }], 'No case fires "operation-removed"'],
    [
      "a fixture that is never silent",
      [{ description: "", expect: ["operation-removed"] }],
      '"operation-removed" is silent in no case',
    ],
  ])("reports %s", (_, cases, fault) => {
    expect(faultsOf(rules, new Map([...fixtures, ["operation-removed", cases]]))).toContain(fault);
  });
});

/** Cases of a folder with one fixture, whose only case has a member. */
function casesWith(member: string): readonly RuleCase[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), "rule-cases-"));
  try {
    writeFileSync(join(folder, "planted.yaml"), `- description: A planted case\n  ${member}\n  expect: []\n`);
    return ruleCases(pathToFileURL(`${folder}/`)).get("planted");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function faultsOf(catalogue: readonly AnyRule[], cases: ReadonlyMap<string, readonly RuleCase[]> = fixtures): string[] {
  const byId = new Map(catalogue.map((rule) => [rule.id, rule]));
  return [
    ...catalogue.flatMap((rule, index) =>
      catalogue.findIndex(({ id }) => id === rule.id) < index ? [`Rule "${rule.id}" is listed twice`] : [],
    ),
    ...[...cases.keys()].filter((id) => !byId.has(id)).map((id) => `Fixture "${id}" has no rule`),
    ...[...idsByFile].flatMap(([file, ids]) =>
      ids.filter((id) => !byId.has(id)).map((id) => `Rule "${id}" of file "${file}" is not in the catalogue`),
    ),
    ...[...idsByFile].flatMap(([file, ids]) => (ids.length === 0 ? [`File "${file}" exports no rule`] : [])),
    ...catalogue.flatMap(({ id }) => [
      ...(cases.has(id) ? [] : [`Rule "${id}" has no fixture`]),
      ...(exportedIds.has(id) ? [] : [`No file exports rule "${id}"`]),
      ...(cases.get(id)?.some((one) => one.expect.includes(id)) === false ? [`No case fires "${id}"`] : []),
      ...(cases.get(id)?.every((one) => one.expect.includes(id)) ? [`"${id}" is silent in no case`] : []),
    ]),
    ...catalogue.flatMap((rule) => mirrorFaultsOf(rule, byId)),
  ];
}

function isRule(one: unknown): one is AnyRule {
  return typeof one === "object" && one !== null && "id" in one && "compare" in one;
}

function mirrorFaultsOf({ id, mirror, mirrorless }: AnyRule, byId: ReadonlyMap<string, AnyRule>): string[] {
  if (mirror !== undefined) return byId.get(mirror)?.mirror === id ? [] : [`"${mirror}" does not mirror "${id}"`];
  if (mirrorless === undefined) return [`Rule "${id}" has no mirror`];
  const mirrored = [...byId.values()].some((rule) => rule.mirror === id);
  return mirrored ? [`Rule "${id}" has a mirror: its reason for having none is stale`] : [];
}
