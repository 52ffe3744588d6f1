import { rule } from "./support/rule.ts";
import { quote } from "../model/wording.ts";

export const tokenSourceAdded = rule({
  id: "token-source-added",
  on: "api",
  kind: "added",
  verdict: "non-breaking",
  principle: "addition",
  mirror: "token-source-removed",
  why: "Consumers of the earlier contract still get their tokens from the earlier source.",
  compare(base, revision, report) {
    // If only one side has OAuth tokens, the security rules of each operation report the change.
    if (base.tokens.size === 0 || revision.tokens.size === 0) return;
    for (const [key, { flow, url, pointer }] of revision.tokens) {
      if (base.tokens.has(key)) continue;
      report({
        message: `Tokens can be got by ${quote(flow)} at ${quote(url)}`,
        base: "/components/securitySchemes",
        revision: pointer,
        values: [flow, url],
      });
    }
  },
});
