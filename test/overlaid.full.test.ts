import { describe, expect, it } from "vitest";
import { type Report, conform } from "../conformance/index.ts";
import { renderOverlay } from "../conformance/reports/overlay.ts";
import { type Contract, loadContract, loadPlatform } from "../contracts/index.ts";
import { startMock } from "../api/mock.ts";
import { createScratch } from "./support/contracts/scratch.ts";
import { providers, startProvider } from "./support/providers.ts";

const scratch = createScratch();

// What a run tells of beyond a contract is true of the target: with it in the contract, a run finds nothing.
describe("the overlay of a run's drift", () => {
  it.each(providers.filter(({ name }) => ["library", "projects"].includes(name)))(
    "makes $name keep its contract, and tells of nothing that the run had sent itself",
    async (provider) => {
      await using running = await startProvider(provider);
      const options = { target: running.url, token: "org_acme", mode: "sandbox" } as const;
      const first = await conform({ ...settings, ...options, contracts: [await loadContract(provider.document)] });

      expect(first.drift.filter(({ kind }) => kind === "field")).toEqual([]);
      const contract = await loadContract(provider.document, { overlays: overlaysOf(first) });
      const { failures, drift } = await conform({ ...settings, ...options, contracts: [contract], seed: 9 });
      expect({ failures, drift }).toEqual({ failures: [], drift: [] });
    },
  );

  it.each([
    ["unknown-field", []],
    // Once it is listed, another value than was sent or asked for is no new one, but a wrong one.
    ["unknown-enum", ["echo", "filters-sound", "transitions"]],
  ] as const)("makes a mock under the fault %s keep it, but for %o", async (id, checks) => {
    await using mock = await startMock({ faults: [{ id }], strictAssumed: true });
    const options = { ...settings, target: mock.url, includeAssumed: true };
    const first = await conform({ ...options, contracts: await contractsOf() });

    expect(first.drift).not.toEqual([]);
    const { failures, drift } = await conform({
      ...options,
      contracts: await contractsOf(overlaysOf(first)),
      seed: 9,
    });
    expect({ failures: [...new Set(failures.map(({ check }) => check))].toSorted(), drift }).toEqual({
      failures: checks,
      drift: [],
    });
  });
});

const settings = { seed: 1, runs: 4 };

async function contractsOf(overlays: readonly string[] = []): Promise<readonly Contract[]> {
  return (await loadPlatform({ overlays })).filter(({ api }) => ["entity", "order"].includes(api));
}

/** As files. */
function overlaysOf({ drift, target }: Report): readonly string[] {
  const rendered = renderOverlay(drift, target);
  const texts = typeof rendered === "string" ? [rendered] : rendered.map(({ text }) => text as string);
  return texts.map((text) => scratch.write({ "overlay.json": text }));
}
