import { closedMark } from "../../contracts/index.ts";
import { rule } from "./support/rule.ts";
import type { SchemaNode } from "../pairing/nodes/subjects.ts";
import { missingValues } from "../pairing/value-basis.ts";

export const enumOpened = rule({
  id: "enum-opened",
  on: "responseSchema",
  kind: "changed",
  verdict: "breaking",
  principle: "guarantee",
  mirror: "enum-closed",
  why: "The earlier contract excluded other values. The revision no longer excludes them.",
  compare(base, revision, report) {
    if (!isClosedByMark(base) || revision.isClosed || !base.values || !revision.values) return;
    // If values were added, `enum-value-added` reports them.
    if (missingValues(base.values, revision.values).length > 0) return;
    report({
      message: (part) => `The values of ${part} are no longer marked as closed`,
      base: base.valuesAt,
      revision: revision.valuesAt,
      before: { [closedMark]: true },
      byName: true,
      question: "closed-response-value-added",
    });
  },
});

/** Checks for the mark that closes an enum; a constant is closed without one. */
export function isClosedByMark({ isClosed, all }: SchemaNode): boolean {
  return isClosed && all(closedMark).some(({ value }) => value === true);
}
