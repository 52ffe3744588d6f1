import { rule } from "./support/rule.ts";

export const callbackRemoved = rule({
  id: "callback-removed",
  on: "operation",
  kind: "removed",
  verdict: "breaking",
  mirror: "callback-added",
  why: "Consumers wait for what the provider no longer sends.",
  compare(base, revision, report) {
    for (const [key, operation] of base.callbacks) {
      if (revision.callbacks.has(key)) continue;
      const { name, pointer } = operation;
      report({
        message: `Callback "${name}" was removed`,
        operation,
        base: pointer,
        revision: revision.pointer,
        byName: true,
      });
    }
  },
});
