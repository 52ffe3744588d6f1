import { rule } from "./support/rule.ts";
import { quote } from "../model/wording.ts";

export const responseHeaderAdded = rule({
  id: "response-header-added",
  on: "headers",
  kind: "added",
  verdict: "breaking",
  principle: "addition",
  part: "header",
  concern: "presence",
  oasdiff: "response-header-added",
  mirror: "response-header-removed",
  why: "Consumers ignore unknown headers. Receivers of a webhook must send each header that is required of their response.",
  compare(base, revision, report) {
    for (const [key, header] of revision.headers) {
      if (base.headers.has(key)) continue;
      // Consumers send the responses to webhooks, and the provider accepts them.
      const isDemanded = base.polarity === "in" && header.required;
      report({
        message: `Header ${quote(header.name)} was added${isDemanded ? " and is required" : ""}`,
        step: `header.${header.name}`,
        base: base.pointer,
        revision: header.pointer,
        values: [key],
        after: { required: header.required },
        ...(isDemanded ? { effect: "shrank" } : { verdict: "non-breaking", byName: true }),
      });
    }
  },
});
