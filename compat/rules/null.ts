import { isTypeAdded } from "../schema/types.ts";
import type { SchemaNode } from "../pairing/nodes/subjects.ts";
import { type Rule, rule } from "./support/rule.ts";

const shared = {
  on: "schema",
  kind: "changed",
  verdict: "breaking",
  concern: "null",
  principle: "restriction",
} as const;

/** Null among the values of a schema. */
export const nullRules: readonly Rule<"schema">[] = [
  rule({
    ...shared,
    id: "null-added",
    oasdiff: "{part}-became-nullable",
    mirror: "null-removed",
    why: "Consumers read a value where there may be none now; a provider that takes null refuses nobody.",
    compare(base, revision, report) {
      if (!hasOnly(revision, base)) return;
      report({
        message: (part) => `${part} can be null now`,
        base: base.nullAt,
        revision: revision.nullAt,
        effect: "grew",
        gained: { type: "null" },
      });
    },
  }),
  rule({
    ...shared,
    id: "null-removed",
    oasdiff: "{part}-became-not-nullable",
    mirror: "null-added",
    why: "A null that a provider took is refused; one that sends none breaks nobody.",
    compare(base, revision, report) {
      if (!hasOnly(base, revision)) return;
      report({
        message: (part) => `${part} can no longer be null`,
        base: base.nullAt,
        revision: revision.nullAt,
        effect: "shrank",
        lost: { type: "null" },
      });
    },
  }),
];

/** Whether one side accepts null and the other does not, unless a change of the type says so. */
function hasOnly(node: SchemaNode, other: SchemaNode): boolean {
  const isOfType = other.types.length === 0 && node.types.length > 1;
  return !isOfType && node.types.includes("null") && !other.types.includes("null") && !isTypeAdded(node, other);
}
