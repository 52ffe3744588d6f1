import { rule } from "./support/rule.ts";

export const webhookRemoved = rule({
  id: "webhook-removed",
  on: "api",
  kind: "removed",
  verdict: "breaking",
  oasdiff: "webhook-removed",
  mirror: "webhook-added",
  why: "Consumers wait for what the provider no longer sends.",
  compare(base, revision, report) {
    for (const [key, operation] of base.webhooks) {
      if (revision.webhooks.has(key)) continue;
      const { name, pointer } = operation;
      report({
        message: `Webhook "${name}" was removed`,
        operation,
        base: pointer,
        revision: revision.pointer,
        byName: true,
      });
    }
  },
});
