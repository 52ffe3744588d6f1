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
  why: "oneOf wants exactly one shape: a value that fits two of them is refused, however well it fits.",
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
