import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Contract, loadContract } from "../contracts/index.ts";
import { platformCompat } from "../profiles/platform/compat.ts";
import { type VerdictProbe, probeDocuments } from "../test/support/compat/probe.ts";
import { createScratch } from "../test/support/contracts/scratch.ts";
import { type Settings, checkCompat, policyQuestions } from "./index.ts";

// Pairs of documents that other comparison tools misjudge. Their verdicts were derived from §9 by hand before the first run.
const folder = join(import.meta.dirname, "../fixtures/compat/probes");
const scratch = createScratch();

const files = readdirSync(folder).map((file) => ({
  file,
  probes: parse(readFileSync(join(folder, file), "utf8")) as VerdictProbe[],
}));
const loaded = new Map<VerdictProbe, Promise<readonly [Contract, Contract]>>();

for (const { file, probes } of files) {
  describe(file, () => {
    it.each(probes)("$about: $verdict", async (probe) => {
      const [base, revision] = await contractsOf(probe);
      const { verdict, changes } = checkCompat([base], [revision], { profile: platformCompat });
      const strict = checkCompat([base], [revision], { profile: platformCompat, strict: true });

      const found = changes.map((change) => `${change.verdict} ${change.rule} ${change.path}`);
      expect({ verdict: changes.length === 0 ? "none" : verdict, found }).toEqual({ verdict: probe.verdict, found });
      expect(strict.changes.length === 0 ? "none" : strict.verdict).toBe(probe.strict ?? probe.verdict);
    });
  });
}

describe("each open question", () => {
  it.each(policyQuestions())("$id has a probe whose verdict depends on the answer", async ({ id, verdict }) => {
    const answers = { [id]: verdict === "dangerous" ? "non-breaking" : "dangerous" } as const;

    expect(await isTurnedBy({ answers })).toBe(true);
  });

  it("changes no verdict without an answer in the settings", async () => {
    expect(await isTurnedBy({ answers: {} })).toBe(false);
  });
});

async function isTurnedBy(settings: Settings): Promise<boolean> {
  for (const probe of files.flatMap(({ probes }) => probes)) {
    const [base, revision] = await contractsOf(probe);
    if (checkCompat([base], [revision], settings).verdict !== checkCompat([base], [revision]).verdict) return true;
  }
  return false;
}

function contractsOf(probe: VerdictProbe): Promise<readonly [Contract, Contract]> {
  let contracts = loaded.get(probe);
  if (!contracts) {
    const [base, revision] = probeDocuments(probe).map((document) =>
      loadContract(scratch.write({ "probe.json": document })),
    ) as [Promise<Contract>, Promise<Contract>];
    loaded.set(probe, (contracts = Promise.all([base, revision])));
  }
  return contracts;
}
