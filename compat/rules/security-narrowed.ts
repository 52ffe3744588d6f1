import { rule } from "../rule.ts";
import { describeCredentials, suffices, waysIn } from "../security.ts";

export const securityNarrowed = rule({
  id: "security-narrowed",
  on: "operation",
  kind: "changed",
  verdict: "breaking",
  section: "9.2",
  oasdiff: "api-security-added",
  mirror: "security-widened",
  why: "Requests with credentials that sufficed are refused.",
  compare(base, revision, report) {
    for (const credentials of base.security ? waysIn(base.security) : []) {
      if (!revision.security || suffices(credentials, revision.security)) continue;
      report({
        message: `${describeCredentials(credentials)} no longer suffices`,
        base: base.pointer,
        revision: revision.pointer,
        values: [describeCredentials(credentials)],
        question: "security-narrowed",
        byName: true,
      });
    }
  },
});
