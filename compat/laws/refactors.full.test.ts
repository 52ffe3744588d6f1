import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLong } from "../../test/support/contracts/platform.ts";
import {
  type RewritingStep,
  changesBetween,
  lawDocuments,
  changeSummary,
  applyRewritings,
} from "../../test/support/compat/documents.ts";
import { refactors } from "../../test/support/compat/refactors/index.ts";
import { nodeRewriting } from "../../test/support/compat/rewriting.ts";

const documents = await lawDocuments();
/** Number of documents that were written for these laws. */
const made = 7;
const steps = fc.array(fc.tuple(fc.nat(refactors.length - 1), fc.nat(10_000)), { minLength: 1, maxLength: 6 });

/** Changes between a document and an equivalent one. */
function alarms(name: string, path: readonly RewritingStep[], known = refactors): readonly string[] {
  const { document } = documents.find((one) => one.name === name) as (typeof documents)[number];
  const { document: other, names } = applyRewritings(document, known, path);
  return [...changesBetween(document, other), ...changesBetween(other, document)].map(
    (change) => `${changeSummary(change)} after: ${names.join(", ")}`,
  );
}

describe("a document with an equivalent rewrite", () => {
  it.each(refactors.map(({ name }, index) => [name, index] as const))("has no change: %s", (_, index) => {
    for (const { name } of documents.slice(0, isLong ? undefined : made))
      for (let place = 0; place < (isLong ? 10 : 2); place++) expect(alarms(name, [[index, place]])).toEqual([]);
  });

  it("exists for each kind of rewrite", () => {
    const isUsed = (known: (typeof refactors)[number]): boolean =>
      documents.slice(0, made).some(({ document }) => applyRewritings(document, [known], [[0, 0]]).names.length > 0);

    expect(refactors.filter((known) => !isUsed(known)).map(({ name }) => name)).toEqual([]);
  });

  it("has no change after several rewrites in any order", () => {
    fc.assert(
      fc.property(fc.constantFrom(...documents.map(({ name }) => name)), steps, (name, path) => {
        expect(alarms(name, path)).toEqual([]);
      }),
      { numRuns: isLong ? 2000 : 40 },
    );
  });

  it("fails the check with a planted restriction", () => {
    const tightened = nodeRewriting("tighten", "schema", ({ node }) =>
      node["type"] === "string" ? { ...node, minLength: 7 } : undefined,
    );

    expect(alarms("keywords", [[0, 1]], [tightened]).join()).toContain("min-length");
  });
});
