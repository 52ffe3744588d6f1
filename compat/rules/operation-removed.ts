import { rule } from "../rule.ts";

export const operationRemoved = rule({
  id: "operation-removed",
  on: "api",
  kind: "removed",
  verdict: "breaking",
  section: "9.5",
  mirror: "operation-added",
  why: "Every request that a consumer sends to a removed operation fails.",
  compare(base, revision, report) {
    for (const [key, operation] of base.operations) {
      if (revision.operations.has(key)) continue;
      const { name, pointer } = operation;
      report({ message: `Operation "${name}" was removed`, operation, base: pointer, revision: pointer });
    }
  },
});
