import { rule } from "./support/rule.ts";

export const unionOverlapTaken = rule({
  id: "union-overlap-taken",
  on: "overlap",
  kind: "changed",
  verdict: "non-breaking",
  principle: "restriction",
  concern: "constraint",
  effects: ["grew"],
  mirror: "union-overlap-refused",
  why: "oneOf requires a match of exactly one shape. A value that matches several shapes was refused, and is accepted now.",
  compare(base, revision, report) {
    if (base.overlaps(revision).length === 0) return;
    report({
      message: (part) => `${part} can be a value now that several of its shapes fitted`,
      base: base.pointer,
      revision: revision.pointer,
      effect: "grew",
    });
  },
});
