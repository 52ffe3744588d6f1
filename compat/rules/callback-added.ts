import { rule } from "./support/rule.ts";

export const callbackAdded = rule({
  id: "callback-added",
  on: "operation",
  kind: "added",
  verdict: "non-breaking",
  mirror: "callback-removed",
  why: "A consumer of the earlier contract has not asked for it.",
  compare(base, revision, report) {
    for (const [key, operation] of revision.callbacks) {
      if (base.callbacks.has(key)) continue;
      const { name, pointer } = operation;
      report({ message: `Callback "${name}" was added`, operation, base: base.pointer, revision: pointer });
    }
  },
});
