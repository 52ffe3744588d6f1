import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { type RuleCase, ruleCases, caseContracts } from "../../test/support/compat/rule-cases.ts";
import { worstOf } from "../model/change.ts";
import { checkCompat, rules } from "../index.ts";
import type { AnyRule } from "./support/rule.ts";

const fixtures = ruleCases();
const files = readdirSync(new URL(".", import.meta.url))
  .filter((name) => /^(?!index|catalogue)[\w-]+\.ts$/.test(name))
  .map((name) => basename(name, ".ts"));
/** Each file of rules, with the ids of the rules that it exports, one by one or as a table. */
const sources: ReadonlyMap<string, readonly string[]> = new Map(
  await Promise.all(
    files.map(async (name) => {
      const exported = (await import(`../rules/${name}.ts`)) as Readonly<Record<string, AnyRule | readonly AnyRule[]>>;
      const all = Object.values(exported).flatMap((one) => one as AnyRule);
      return [name, all.flatMap((one) => (isRule(one) ? [one.id] : []))] as const;
    }),
  ),
);
const exportedIds = new Set([...sources.values()].flat());

/** Reason why a rule may never fire, for who adds one. */
const unseen =
  "Rules that fired (pairs that differ only in a keyword that compat/schema/equality/digest.ts skips are equal)";

for (const [id, cases] of fixtures) {
  describe(id, () => {
    it.each(cases)("$description", (one) => {
      const report = checkCompat(...caseContracts(one));
      const fired = new Set(report.changes.map(({ rule }) => rule));

      expect(fired, unseen).toEqual(new Set(one.expect));
      // What a fixture leaves undefined on purpose is a fault beside its changes.
      if (one.verdict) expect(worstOf(report.changes.map(({ verdict }) => verdict))).toBe(one.verdict);
    });
  });
}

describe("rules", () => {
  it("each have a file, a fixture of their name, a case that fires, one that is silent, and a mirror", () => {
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
    ["two rules of one name", [...rules, removed], 'Rule "operation-removed" is listed twice'],
    ["a rule with neither mirror nor reason", [mirrorless, ...others], 'Rule "operation-removed" has no mirror'],
    [
      "a mirror that is no rule",
      [{ ...removed, mirror: "odd" }, added, ...others],
      '"odd" does not mirror "operation-removed"',
    ],
    [
      "a reason that is stale",
      [{ ...mirrorless, mirrorless: "Nothing can be added" }, added, ...others],
      'Rule "operation-removed" has a mirror: its reason for having none is stale',
    ],
  ])("are checked: %s is caught", (_, planted, fault) => {
    expect(faultsOf(planted)).toContain(fault);
  });

  it.each<[string, readonly RuleCase[], string]>([
    ["a fixture that never fires", [{ description: "", expect: [] }], 'No case fires "operation-removed"'],
    [
      "a fixture that is never silent",
      [{ description: "", expect: ["operation-removed"] }],
      '"operation-removed" is silent in no case',
    ],
  ])("are checked: %s is caught", (_, cases, fault) => {
    expect(faultsOf(rules, new Map([...fixtures, ["operation-removed", cases]]))).toContain(fault);
  });
});

function faultsOf(catalogue: readonly AnyRule[], cases: ReadonlyMap<string, readonly RuleCase[]> = fixtures): string[] {
  const byId = new Map(catalogue.map((rule) => [rule.id, rule]));
  return [
    ...catalogue.flatMap((rule, index) =>
      catalogue.findIndex(({ id }) => id === rule.id) < index ? [`Rule "${rule.id}" is listed twice`] : [],
    ),
    ...[...cases.keys()].filter((id) => !byId.has(id)).map((id) => `Fixture "${id}" has no rule`),
    ...[...sources].flatMap(([file, ids]) =>
      ids.filter((id) => !byId.has(id)).map((id) => `Rule "${id}" of file "${file}" is not in the catalogue`),
    ),
    ...[...sources].flatMap(([file, ids]) => (ids.length === 0 ? [`File "${file}" exports no rule`] : [])),
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
