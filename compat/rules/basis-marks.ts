import { askWhetherPromised } from "./support/advice.ts";
import type { Basis } from "../../contracts/index.ts";
import { basisMessage } from "../model/wording.ts";
import { sortValues } from "../schema/equality/in-fixed-order.ts";
import { type Rule, rule } from "./support/rule.ts";

/** Basis of a part, or of some values of its enum. */
export const basisRules: readonly Rule<"marked">[] = [
  createBasisRule({
    id: "assumed-became-stated",
    mirror: "stated-became-assumed",
    before: "assumed",
    after: "stated",
    verdict: "non-breaking",
    principle: "addition",
    why: "The specification now states a part that was assumed.",
  }),
  createBasisRule({
    id: "stated-became-assumed",
    mirror: "assumed-became-stated",
    before: "stated",
    after: "assumed",
    verdict: "breaking",
    principle: "guarantee",
    advice: [askWhetherPromised],
    why: "The policy applies only to parts that the specification states. An assumed part would lose its protection.",
  }),
];

function createBasisRule({
  before,
  after,
  why,
  ...traits
}: Record<"before" | "after", Basis> &
  Pick<Rule<"marked">, "id" | "mirror" | "verdict" | "principle" | "advice" | "why">): Rule<"marked"> {
  return rule({
    on: "marked",
    kind: "changed",
    ...traits,
    why,
    compare(base, revision, report) {
      if (base.basis !== before || revision.basis !== after) return;
      report({
        message: basisMessage(base.values, [before, after]),
        step: base.step,
        base: base.pointer,
        revision: revision.pointer,
        ...(base.values && { values: sortValues(base.values) }),
        before,
        after,
        basis: "stated",
        byName: true,
      });
    },
  });
}
