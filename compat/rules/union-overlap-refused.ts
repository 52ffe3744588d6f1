import { rule } from "./support/rule.ts";

export const unionOverlapRefused = rule({
  id: "union-overlap-refused",
  on: "overlap",
  kind: "changed",
  verdict: "breaking",
  principle: "restriction",
  concern: "constraint",
  effects: ["shrank"],
  mirror: "union-overlap-taken",
  why: "oneOf requires a match of exactly one shape. A value that matches several shapes is refused.",
  compare(base, revision, report) {
    if (revision.overlaps(base).length === 0) return;
    report({
      message: (part) => `${part} can no longer be a value that several of its shapes fit`,
      base: base.pointer,
      revision: revision.pointer,
      effect: "shrank",
    });
  },
});
