import { describe, expect, it } from "vitest";
import { type Report, conform } from "../conformance/index.ts";
import { platformConformance } from "../profiles/platform/conformance.ts";
import { renderOverlay } from "../conformance/reports/index.ts";
import { type Contract, loadContract, loadPlatform } from "../contracts/index.ts";
import { startMock } from "../api/mock.ts";
import { createScratch } from "./support/contracts/scratch.ts";
import { providers, startProvider } from "./support/providers.ts";

const scratch = createScratch();

// Drift describes real responses of the target: after it is added to the contract, a run finds nothing.
describe("the overlay that describes the drift of a run", () => {
  it.each(providers.filter(({ name }) => ["library", "projects"].includes(name)))(
    "makes $name conform, and contains nothing that the run itself had sent",
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
    // After its value is listed in the contract, a response with another value than requested is wrong instead of new.
    ["unknown-enum", ["echo", "filters-sound", "transitions"]],
  ] as const)("makes a mock under the fault %s conform, except for %o", async (id, checks) => {
    await using mock = await startMock({ faults: [{ id }], strictAssumed: true });
    const options = { ...settings, target: mock.url, includeAssumed: true };
    const first = await conform({ ...options, profile: platformConformance, contracts: await contractsOf() });

    expect(first.drift).not.toEqual([]);
    const { failures, drift } = await conform({
      ...options,
      profile: platformConformance,
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

/** Writes the overlays as files. */
function overlaysOf({ drift, target }: Report): readonly string[] {
  const rendered = renderOverlay(drift, target);
  const texts = typeof rendered === "string" ? [rendered] : rendered.map(({ text }) => text as string);
  return texts.map((text) => scratch.write({ "overlay.json": text }));
}
