import { readFileSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { type Contract, loadContract } from "../../contracts/index.ts";
import { type CompatReport, type GraphqlRule, type Verdict, checkCompat, graphqlRules } from "../index.ts";

interface Case {
  readonly description: string;
  readonly base?: string;
  readonly revision?: string;
  readonly expect: readonly string[];
  readonly verdict?: Verdict;
}

const scratch = createScratch();
const folder = new URL("../../fixtures/compat/graphql/", import.meta.url);
const fixtures = new Map(
  readdirSync(folder).map((name) => [
    basename(name, ".yaml"),
    parse(readFileSync(new URL(name, folder), "utf8")) as Case[],
  ]),
);

for (const [id, cases] of fixtures) {
  describe(id, () => {
    it.each(cases)("$description", async (one) => {
      const report = await reportOf(one);

      expect(new Set(report.changes.map(({ rule }) => rule))).toEqual(new Set(one.expect));
      if (one.verdict) expect(report.verdict).toBe(one.verdict);
    });

    it("has a mirror that reports the reverse edit", async () => {
      const { mirror } = graphqlRules.find((rule) => rule.id === id) as GraphqlRule;
      for (const { base, revision } of cases.filter((one) => one.expect.includes(id))) {
        const { changes } = await reportOf({ ...(base && { revision: base }), ...(revision && { base: revision }) });
        expect(changes.map(({ rule }) => rule)).toContain(mirror);
      }
    });
  });
}

describe("the rules for GraphQL", () => {
  it("have a fixture, a case that fires, a silent case and a mirror each", () => {
    expect(faultsOf(graphqlRules)).toEqual([]);
  });

  const [first, ...others] = graphqlRules as readonly [GraphqlRule, ...GraphqlRule[]];

  it.each<[string, readonly GraphqlRule[], string]>([
    ["a rule with no fixture", [...graphqlRules, { ...first, id: "odd" }], 'Rule "odd" has no fixture'],
    ["a fixture with no rule", others, `Fixture "${first.id}" has no rule`],
    ["a mirror that is no rule", [{ ...first, mirror: "odd" }, ...others], `"odd" does not mirror "${first.id}"`],
  ])("fail the check with %s", (_, planted, fault) => {
    expect(faultsOf(planted)).toContain(fault);
  });

  it.each<[string, readonly Case[], string]>([
    ["a fixture that never fires", [{ description: "", expect: [] }], `No case fires "${first.id}"`],
    ["a fixture that is never silent", [{ description: "", expect: [first.id] }], `"${first.id}" is silent in no case`],
  ])("fail the check with %s", (_, cases, fault) => {
    expect(faultsOf(graphqlRules, new Map([...fixtures, [first.id, cases]]))).toContain(fault);
  });
});

function faultsOf(catalogue: readonly GraphqlRule[], cases: ReadonlyMap<string, readonly Case[]> = fixtures): string[] {
  const byId = new Map(catalogue.map((rule) => [rule.id, rule]));
  return [
    ...[...cases.keys()].filter((id) => !byId.has(id)).map((id) => `Fixture "${id}" has no rule`),
    ...catalogue.flatMap(({ id, mirror }) => [
      ...(cases.has(id) ? [] : [`Rule "${id}" has no fixture`]),
      ...(cases.get(id)?.some((one) => one.expect.includes(id)) === false ? [`No case fires "${id}"`] : []),
      ...(cases.get(id)?.every((one) => one.expect.includes(id)) ? [`"${id}" is silent in no case`] : []),
      ...(byId.get(mirror)?.mirror === id ? [] : [`"${mirror}" does not mirror "${id}"`]),
    ]),
  ];
}

async function reportOf({ base, revision }: Pick<Case, "base" | "revision">): Promise<CompatReport> {
  return checkCompat(await contractsOf(base), await contractsOf(revision));
}

async function contractsOf(sdl: string | undefined): Promise<Contract[]> {
  return sdl === undefined ? [] : [await loadContract(scratch.write({ "shop.graphql": sdl }))];
}
