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

/** Rules for schemas that accept or refuse null. */
export const nullRules: readonly Rule<"schema">[] = [
  rule({
    ...shared,
    id: "null-added",
    oasdiff: "{part}-became-nullable",
    mirror: "null-removed",
    why: "Consumers may receive null in place of a value. A provider that accepts null refuses no earlier request.",
    compare(base, revision, report) {
      if (!hasOnlyNull(revision, base)) return;
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
    why: "The provider refuses a null that it accepted. A response without null breaks no consumer.",
    compare(base, revision, report) {
      if (!hasOnlyNull(base, revision)) return;
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

/** Checks if only the first node accepts null. False if the type changed too, because `type-changed` reports that. */
function hasOnlyNull(node: SchemaNode, other: SchemaNode): boolean {
  const isOfType = other.types.length === 0 && node.types.length > 1;
  return !isOfType && node.types.includes("null") && !other.types.includes("null") && !isTypeAdded(node, other);
}
