import { rule } from "./support/rule.ts";
import { gotType } from "../schema/types.ts";

export const nullAdded = rule({
  id: "null-added",
  on: "schema",
  kind: "changed",
  verdict: "breaking",
  concern: "null",
  oasdiff: "{part}-became-nullable",
  mirror: "null-removed",
  why: "Consumers read a value where there may be none now; a provider that takes null refuses nobody.",
  compare(base, revision, report) {
    if (
      (base.types.length === 0 && revision.types.length > 1) ||
      base.types.includes("null") ||
      !revision.types.includes("null")
    )
      return;
    if (gotType(revision, base)) return;
    report({
      message: (part) => `${part} can be null now`,
      base: base.nullAt,
      revision: revision.nullAt,
      effect: "grew",
      gained: { type: "null" },
    });
  },
});
