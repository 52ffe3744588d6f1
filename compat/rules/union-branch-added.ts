import { rule } from "./support/rule.ts";
import { quoted } from "../model/wording.ts";

export const unionBranchAdded = rule({
  id: "union-branch-added",
  on: "union",
  kind: "added",
  verdict: "dangerous",
  principle: "addition",
  concern: "shape",
  oasdiff: ["{part}-one-of-added", "{part}-any-of-added"],
  mirror: "union-branch-removed",
  why: "A provider that accepts a further shape refuses no earlier request. Consumers that receive the shape may not know it.",
  compare(base, revision, report) {
    if (revision.isOneObject) {
      report({
        message: (part) => `${part} need not have one of several shapes any more`,
        base: base.pointer,
        revision: revision.pointer,
        oasdiff: `{part}-${base.keyword === "anyOf" ? "any-of" : "one-of"}-removed`,
        effect: "grew",
      });
    }
    for (const { name, pointer, schema, marker: mark } of revision.branches) {
      report({
        message: (part) => `${part} can have the shape ${quoted(name)} now`,
        base: base.pointer,
        revision: pointer,
        values: [name],
        oasdiff: `{part}-${revision.keyword === "anyOf" ? "any-of" : "one-of"}-added`,
        effect: "grew",
        // The discriminator has a further value, as an enum may have.
        ...(base.polarity === "out" &&
          base.discriminator !== undefined &&
          base.discriminator === revision.discriminator && { question: "discriminated-shape-added" }),
        ...(mark && { mark }),
        gained: schema,
      });
    }
  },
});
