import { rule } from "./support/rule.ts";
import { andList, quote } from "../model/wording.ts";

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
    for (const { name, pointer, schema, marker: mark, lacking } of revision.branches) {
      const isDiscriminated = base.discriminator !== undefined && base.discriminator === revision.discriminator;
      // Consumers that dispatch by a discriminator read the members of a shape only after they recognize it.
      const lost = base.polarity === "out" && !isDiscriminated ? lacking : [];
      report({
        message: (part) => `${part} can have the shape ${quote(name)} now${describeLacking(lost)}`,
        base: base.pointer,
        revision: pointer,
        values: [name],
        oasdiff: `{part}-${revision.keyword === "anyOf" ? "any-of" : "one-of"}-added`,
        effect: "grew",
        // The discriminator has a further value, as an enum may have.
        ...(base.polarity === "out" && isDiscriminated && { question: "discriminated-shape-added" }),
        ...(lost.length > 0 && { question: "shape-without-guaranteed-field" }),
        ...(mark && { mark }),
        gained: lost.length > 0 ? { allOf: [schema, { type: "object", not: { required: lost } }] } : schema,
      });
    }
  },
});

function describeLacking(names: readonly string[]): string {
  if (names.length === 0) return "";
  return `, without the required ${names.length === 1 ? "property" : "properties"} ${andList(names)}`;
}
