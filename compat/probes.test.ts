import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Contract, loadContract } from "../contracts/index.ts";
import { type Probe, documentsOf } from "../testing/compat/probe.ts";
import { createScratch } from "../testing/contracts/scratch.ts";
import { checkCompat } from "./index.ts";

// Pairs of the kinds that differs of documents overlook, judged by §9 by hand before they were run.
const folder = join(import.meta.dirname, "../fixtures/compat/probes");
const scratch = createScratch();

for (const file of readdirSync(folder)) {
  const probes = parse(readFileSync(join(folder, file), "utf8")) as Probe[];
  describe(file, () => {
    it.each(probes)("$about: $verdict", async (probe) => {
      const [base, revision] = await contractsOf(probe);
      const { verdict, changes } = checkCompat([base], [revision]);
      const strict = checkCompat([base], [revision], { strict: true });

      const found = changes.map((change) => `${change.verdict} ${change.rule} ${change.path}`);
      expect({ verdict: changes.length === 0 ? "none" : verdict, found }).toEqual({ verdict: probe.verdict, found });
      expect(strict.changes.length === 0 ? "none" : strict.verdict).toBe(probe.strict ?? probe.verdict);
    });
  });
}

async function contractsOf(probe: Probe): Promise<readonly [Contract, Contract]> {
  const [base, revision] = documentsOf(probe);
  return [
    await loadContract(scratch.write({ "probe.json": base })),
    await loadContract(scratch.write({ "probe.json": revision })),
  ];
}
