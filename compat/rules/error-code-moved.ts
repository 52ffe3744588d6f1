import { movedCodes } from "../pairing/moved-codes.ts";
import { rule } from "./support/rule.ts";
import type { ResponseNode } from "../pairing/nodes/subjects.ts";
import { orList, quote } from "../model/wording.ts";

export const errorCodeMoved = rule({
  id: "error-code-moved",
  on: "responses",
  kind: "changed",
  verdict: "breaking",
  principle: "restriction",
  entryKind: "error code",
  proof: "moved-code",
  oasdiff: "response-property-enum-value-removed",
  mirror: "error-code-moved",
  why: "Consumers identify an error by its status and code. An existing error code has another status now.",
  compare(base, revision, report) {
    for (const { path, value, from, to, ...moved } of movedCodes(base, revision)) {
      const [before, after] = [listStatuses(from), listStatuses(to)];
      report({
        message: `Error code ${quote(value)} moved from status ${orList(before)} to ${orList(after)}`,
        step: path,
        base: moved.base,
        revision: moved.revision,
        values: [value, before, after],
        before,
        after,
        basis: from.some(({ basis }) => basis === "stated") ? "stated" : "assumed",
        byName: true,
      });
    }
  },
});

function listStatuses(answers: readonly ResponseNode[]): string[] {
  return answers.map(({ status }) => status).toSorted();
}
