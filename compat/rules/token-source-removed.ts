import { rule } from "./support/rule.ts";
import { oasdiffOfTokens } from "../model/tokens.ts";
import { quote } from "../model/wording.ts";

export const tokenSourceRemoved = rule({
  id: "token-source-removed",
  on: "api",
  kind: "removed",
  verdict: "dangerous",
  principle: "guarantee",
  oasdiff: ["api-security-component-oauth-url-changed", "api-security-component-oauth-token-url-changed"],
  mirror: "token-source-added",
  why: "Consumers of the earlier contract get their tokens from the removed source.",
  compare(base, revision, report) {
    // If only one side has OAuth tokens, the security rules of each operation report the change.
    if (base.tokens.size === 0 || revision.tokens.size === 0) return;
    for (const [key, source] of base.tokens) {
      if (revision.tokens.has(key)) continue;
      const { flow, url, pointer } = source;
      report({
        message: `Tokens can no longer be got by ${quote(flow)} at ${quote(url)}`,
        base: pointer,
        revision: "/components/securitySchemes",
        values: [flow, url],
        oasdiff: oasdiffOfTokens(source, revision.tokens),
        question: "token-source-changed",
      });
    }
  },
});
