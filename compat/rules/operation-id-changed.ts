import { omitUndefined } from "../../contracts/index.ts";
import { rule } from "./support/rule.ts";
import { quote } from "../model/wording.ts";

export const operationIdChanged = rule({
  id: "operation-id-changed",
  on: "operation",
  kind: "changed",
  verdict: "non-breaking",
  principle: "addition",
  oasdiff: ({ before }) => (before === undefined ? "api-operation-id-added" : "api-operation-id-removed"),
  mirror: "operation-id-changed",
  why: "The id is not part of a request. Generated clients use it as the name of a method.",
  compare(base, revision, report) {
    const [before, after] = [base.operationId, revision.operationId];
    if (before === after) return;
    const [from, to] = [before, after].map((id) => (id === undefined ? "none" : quote(id)));
    report(
      omitUndefined({
        message: `operationId changed from ${from} to ${to}`,
        base: base.pointer,
        revision: revision.pointer,
        values: [before ?? null, after ?? null],
        before,
        after,
      }),
    );
  },
});
