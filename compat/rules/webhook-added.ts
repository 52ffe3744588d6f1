import { rule } from "./support/rule.ts";

export const webhookAdded = rule({
  id: "webhook-added",
  on: "api",
  kind: "added",
  verdict: "non-breaking",
  oasdiff: "webhook-added",
  mirror: "webhook-removed",
  why: "A consumer of the earlier contract has not asked for it.",
  compare(base, revision, report) {
    for (const [key, operation] of revision.webhooks) {
      if (base.webhooks.has(key)) continue;
      const { name, pointer } = operation;
      report({ message: `Webhook "${name}" was added`, operation, base: base.pointer, revision: pointer });
    }
  },
});
