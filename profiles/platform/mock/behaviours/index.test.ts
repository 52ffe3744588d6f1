import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { ownContracts } from "../../../../test/support/mock/ask.ts";
import type { Operation } from "../../../../contracts/index.ts";
import type { Behaviour } from "../../../../mock/behaviours/index.ts";
import { platformBehaviours } from "./index.ts";

const catalogue = platformBehaviours();
const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".ts") && !/(^index|^behaviour|\.test)\.ts$/.test(name))
  .map((name) => basename(name, ".ts"));

describe("platformBehaviours()", () => {
  it("has one file for each rule, binds it to operations that exist, and cites a section", async () => {
    expect(faultsOf(catalogue, await operations())).toEqual([]);
  });

  const [first, ...rest] = catalogue as [Behaviour, ...Behaviour[]];
  it.each<[string, readonly Behaviour[], string]>([
    ["a rule without a file", [...catalogue, { ...first, id: "odd" }], 'Behaviour "odd" has no file'],
    ["a file without a rule", rest, `File "${first.id}" is not in the catalogue`],
    ["two rules of one name", [...catalogue, first], `Behaviour "${first.id}" is listed twice`],
    ["an operation that is none", [{ ...first, operations: ["entity/odd"] }, ...rest], '"entity/odd" is no operation'],
    ["a section that is none", [{ ...first, section: "" }, ...rest], `Behaviour "${first.id}" cites no section`],
  ])("is checked by a test that detects %s", async (_, planted, fault) => {
    expect(faultsOf(planted, await operations())).toContain(fault);
  });
});

function faultsOf(behaviours: readonly Behaviour[], known: ReadonlySet<string>): string[] {
  const ids = behaviours.map(({ id }) => id);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `Behaviour "${id}" is listed twice`),
    ...ids.filter((id) => !files.includes(id)).map((id) => `Behaviour "${id}" has no file`),
    ...files.filter((id) => !ids.includes(id)).map((id) => `File "${id}" is not in the catalogue`),
    ...behaviours
      .filter(({ section = "" }) => !/^\d+(\.\d+)?$/.test(section))
      .map(({ id }) => `Behaviour "${id}" cites no section`),
    ...behaviours
      .flatMap((behaviour) => behaviour.operations)
      .filter((name) => !known.has(name))
      .map((name) => `"${name}" is no operation`),
  ];
}

async function operations(): Promise<Set<string>> {
  const all: Operation[] = (await ownContracts()).flatMap((contract) => contract.operations);
  return new Set(all.map(({ api, id }) => `${api}/${id}`));
}
