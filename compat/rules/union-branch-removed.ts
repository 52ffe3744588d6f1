import { rule } from "../rule.ts";
import { quoted } from "../wording.ts";

export const unionBranchRemoved = rule({
  id: "union-branch-removed",
  on: "union",
  kind: "removed",
  verdict: "breaking",
  section: "9.5",
  concern: "shape",
  oasdiff: "{part}-one-of-removed",
  mirror: "union-branch-added",
  why: "A shape that the provider took is refused; one that it no longer sends is merely not met.",
  compare(base, revision, report) {
    for (const { name, pointer, basis, schemas } of base.branches) {
      report({
        message: (part) => `${part} no longer has the shape ${quoted(name)}`,
        base: pointer,
        revision: revision.pointer,
        values: [name],
        effect: "shrank",
        basis,
        lost: { allOf: schemas },
      });
    }
  },
});
