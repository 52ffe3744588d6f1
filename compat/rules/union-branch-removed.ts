import { rule } from "./support/rule.ts";
import type { UnionNode } from "../pairing/nodes/subjects.ts";
import { quote } from "../model/wording.ts";

export const unionBranchRemoved = rule({
  id: "union-branch-removed",
  on: "union",
  kind: "removed",
  verdict: "breaking",
  principle: "restriction",
  concern: "shape",
  oasdiff: ["{part}-one-of-removed", "{part}-any-of-removed"],
  mirror: "union-branch-added",
  why: "The provider refuses a shape that it accepted. Responses without a shape break no consumer.",
  compare(base, revision, report) {
    if (base.isOneObject) {
      report({
        message: (part) => `${part} has to have one of several shapes now`,
        base: base.pointer,
        revision: revision.pointer,
        oasdiff: `{part}-${revision.keyword === "anyOf" ? "any-of" : "one-of"}-added`,
        effect: "shrank",
      });
    }
    for (const branch of base.branches) {
      const { name, pointer, basis, schema, marker: mark } = branch;
      report({
        message: (part) => `${part} can no longer have the shape ${quote(name)}`,
        base: pointer,
        revision: revision.pointer,
        values: [name],
        oasdiff: `{part}-${base.keyword === "anyOf" ? "any-of" : "one-of"}-removed`,
        effect: "shrank",
        basis,
        ...(base.isByName && { byName: true }),
        // Only the constant of the shape changed: consumers expect the former one.
        ...(base.polarity === "out" &&
          isReplaced(branch, revision.branches) && { question: "response-value-renamed", byName: true }),
        ...(mark && { mark }),
        lost: schema,
      });
    }
  },
});

/** Checks for an unnamed shape of the revision that differs from this one in a constant only. */
function isReplaced({ marker: mark, pointer }: UnionNode["branches"][number], others: UnionNode["branches"]): boolean {
  const isUnnamed = (at: string): boolean => /\/(oneOf|anyOf)\/\d+$/.test(at);
  if (!mark?.isAll || !isUnnamed(pointer)) return false;
  return others.some((other) => other.marker?.isAll && other.marker.step === mark.step && isUnnamed(other.pointer));
}
