import { rule } from "./support/rule.ts";

export const operationAdded = rule({
  id: "operation-added",
  on: "api",
  kind: "added",
  verdict: "dangerous",
  principle: "addition",
  part: "operation",
  oasdiff: "endpoint-added",
  mirror: "operation-removed",
  why: "No consumer of the earlier contract calls an operation that it did not have.",
  compare(base, revision, report) {
    for (const [key, operation] of revision.operations) {
      if (base.operations.has(key)) continue;
      const { name, pointer, takenFrom } = operation;
      report({
        message: `Operation "${name}" was added`,
        operation,
        base: pointer,
        revision: pointer,
        ...(takenFrom === undefined
          ? { verdict: "non-breaking" }
          : { question: "literal-path-added", note: `So far, "${takenFrom}" took its requests` }),
      });
    }
  },
});
