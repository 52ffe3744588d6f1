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
  why: "A value that fits several shapes was refused, as oneOf wants exactly one, and is none to refuse now.",
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
