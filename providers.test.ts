import { describe, expect, it } from "vitest";
import { conform } from "./conformance/index.ts";
import { loadContract } from "./contracts/index.ts";
import { type PlantedBug, plantedBugs, providers, seenIn, startProvider } from "./testing/providers.ts";

describe("planted bugs", () => {
  it.each(plantedBugs)("$provider.name $id shows when it is on, and only then", async (bug) => {
    expect(await seen(bug, [])).toEqual(bug.shows.right);
    expect(await seen(bug, [bug.id])).toEqual(bug.shows.wrong);
  });

  it("are told apart by what is right and wrong", () => {
    expect(
      plantedBugs.filter(({ shows: { right, wrong } }) => JSON.stringify(right) === JSON.stringify(wrong)),
    ).toEqual([]);
  });

  it("name operations of their provider's contract, or ones that were removed from it", async () => {
    for (const provider of providers) {
      const { operations, removed } = await loadContract(provider.document);
      const known = new Set([...operations, ...removed].map(({ name }) => name));
      const named = Object.values(provider.bugs).flatMap((bug) => bug.operations);

      expect(named.filter((name) => !known.has(name))).toEqual([]);
    }
  });

  it("are 66 or more, in ten providers or more", () => {
    expect(plantedBugs.length).toBeGreaterThanOrEqual(66);
    expect(providers.length).toBeGreaterThanOrEqual(10);
  });
});

describe("providers", () => {
  it.each(providers)("$name keeps its contract in all that is generated", async (provider) => {
    await using running = await startProvider(provider);
    const report = await conform({
      contracts: [await loadContract(provider.document)],
      target: running.url,
      token: "org_acme",
      mode: "sandbox",
      includeAssumed: true,
      seed: 42,
    });

    const findings = [...report.failures, ...report.information];
    expect(findings.map(({ operation, check, message }) => `${operation} ${check}: ${message}`)).toEqual([]);
    expect(report.skipped).toEqual([]);
  });

  it("refuse to switch on a bug that they do not have", () => {
    expect(() => providers[0]?.start({ bugs: ["none"] })).toThrow('Cannot switch on "none"');
  });
});

async function seen({ provider, shows }: PlantedBug, bugs: readonly string[]): Promise<unknown> {
  await using running = await startProvider(provider, { bugs, isStopped: true });
  return await seenIn(shows, running);
}
