import { closedMark } from "../../contracts/index.ts";
import { rule } from "./support/rule.ts";
import { isClosedByMark } from "./enum-opened.ts";

export const enumClosed = rule({
  id: "enum-closed",
  on: "responseSchema",
  kind: "changed",
  verdict: "non-breaking",
  principle: "further-value",
  mirror: "enum-opened",
  why: "Consumers that can handle additional values no longer receive any.",
  compare(base, revision, report) {
    if (base.isClosed || !isClosedByMark(revision) || !base.values || !revision.values) return;
    report({
      message: (part) => `The values of ${part} are marked as closed`,
      base: base.valuesAt,
      revision: revision.valuesAt,
      after: { [closedMark]: true },
    });
  },
});
