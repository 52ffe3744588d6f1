import { enoughCredentials } from "./support/advice.ts";
import { rule } from "./support/rule.ts";
import { credentialsAmong, noLongerSuffices, oasdiffOfSecurity, suffices, waysIn } from "../pairing/security.ts";

export const securityNarrowed = rule({
  id: "security-narrowed",
  on: "operation",
  kind: "changed",
  verdict: "breaking",
  principle: "guarantee",
  advice: [enoughCredentials],
  proof: "credentials",
  mirror: "security-widened",
  why: "Requests with credentials that were enough are refused.",
  compare(base, revision, report) {
    for (const credentials of base.security ? waysIn(base.security) : []) {
      if (!revision.security || suffices(credentials, revision.security)) continue;
      const { isNamed, values } = credentialsAmong(credentials, revision.security);
      report({
        message: noLongerSuffices(credentials, isNamed),
        base: base.pointer,
        revision: revision.pointer,
        values,
        oasdiff: oasdiffOfSecurity(base, revision, "narrowed"),
        question: "security-narrowed",
        byName: true,
      });
    }
  },
});
