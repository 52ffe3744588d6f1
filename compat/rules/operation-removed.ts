import { anonymousTemplate } from "../../contracts/index.ts";
import { oasdiffSuffix, lastAnnouncement } from "../model/lifecycle.ts";
import { rule } from "./support/rule.ts";

export const operationRemoved = rule({
  id: "operation-removed",
  on: "api",
  kind: "removed",
  verdict: "breaking",
  principle: "restriction",
  part: "operation",
  oasdiff: ["api-removed-without-deprecation", "api-removed-with-deprecation", "api-removed-before-sunset"],
  mirror: "operation-added",
  why: "Every request that a consumer sends to a removed operation fails.",
  compare(base, revision, report) {
    const paths = new Set(revision.operations.values().map(({ name }) => toPathTemplate(name)));
    for (const [key, operation] of base.operations) {
      if (revision.operations.has(key)) continue;
      const { name, pointer } = operation;
      const moved = operation.operationId === undefined ? undefined : revision.byId(operation.operationId);
      report({
        message: `Operation "${name}" was removed${moved ? `; "${moved.name}" has its operationId` : ""}`,
        operation,
        base: pointer,
        revision: pointer,
        ...lastAnnouncement(operation.lifecycle),
        oasdiff: `api${paths.has(toPathTemplate(name)) ? "" : "-path"}-removed${oasdiffSuffix(operation.lifecycle ?? { deprecated: false }) || "-without-deprecation"}`,
        byName: true,
        removesOperation: true,
      });
    }
  },
});

function toPathTemplate(name: string): string {
  return anonymousTemplate(name.slice(name.indexOf(" ") + 1));
}
