import { describe, expect, it } from "vitest";
import { type Contract, loadContracts } from "../../contracts/index.ts";
import { compiledContract, lawDocuments, applyRewritings } from "../../test/support/compat/documents.ts";
import { edits } from "../../test/support/compat/edits/index.ts";
import { isLong } from "../../test/support/contracts/platform.ts";
import { summarizeRoots } from "../model/usage-graph.ts";
import { rules } from "../rules/index.ts";
import { type IsUnchanged, createUnchanged } from "../pairing/unchanged.ts";
import { walkContracts } from "../compare/walk.ts";

const documents = await lawDocuments();
const made = isLong ? documents : documents.slice(0, 2);

/** Findings with their places. `isUnchanged` decides which pairs are skipped. */
function found(base: Contract, revision: Contract, isUnchanged: IsUnchanged): readonly string[] {
  const findings = walkContracts({ base, revision }, rules, { settings: {}, unchangedIn: () => isUnchanged });
  return findings.map(({ rule, found: { base: before, revision: after, values }, usage, polarity }) =>
    JSON.stringify([rule.id, before, after, values, polarity, summarizeRoots(usage).names]),
  );
}

const never: IsUnchanged = () => false;

describe("an unchanged pair", () => {
  it.each(edits.map(({ name }, index) => [name, index] as const))("has no findings: %s", (_, index) => {
    // Another place in each document.
    for (const [place, { document }] of made.entries()) {
      const { document: other } = applyRewritings(document, edits, [[index, place]]);
      const [base, revision] = [compiledContract(document), compiledContract(other)];
      const unchanged = createUnchanged({ base, revision });

      expect(found(base, revision, unchanged)).toEqual(found(base, revision, never));
    }
  });

  it.each(["fixtures/changelog/base.yaml", "contracts/apis/portal/openapi.yaml"])(
    "has no findings in a document against itself, even if no pair is skipped: %s",
    async (file) => {
      const [[base], [revision]] = [await loadContracts([file]), await loadContracts([file])];

      expect(found(base as Contract, revision as Contract, never)).toEqual([]);
    },
  );

  it("fails the check if every pair counts as unchanged", () => {
    const [{ document } = { document: {} }] = made;
    const caught = edits.some((_, index) => {
      const { document: other } = applyRewritings(document, edits, [[index, 0]]);
      const [base, revision] = [compiledContract(document), compiledContract(other)];
      return found(base, revision, () => true).length < found(base, revision, never).length;
    });

    expect(caught).toBe(true);
  });
});
