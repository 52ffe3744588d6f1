import { rule } from "./support/rule.ts";
import { gotType } from "../schema/types.ts";

export const nullRemoved = rule({
  id: "null-removed",
  on: "schema",
  kind: "changed",
  verdict: "breaking",
  concern: "null",
  oasdiff: "{part}-became-not-nullable",
  mirror: "null-added",
  why: "A null that a provider took is refused; one that sends none breaks nobody.",
  compare(base, revision, report) {
    if (
      (revision.types.length === 0 && base.types.length > 1) ||
      !base.types.includes("null") ||
      revision.types.includes("null")
    )
      return;
    if (gotType(base, revision)) return;
    report({
      message: (part) => `${part} can no longer be null`,
      base: base.nullAt,
      revision: revision.nullAt,
      effect: "shrank",
      lost: { type: "null" },
    });
  },
});
