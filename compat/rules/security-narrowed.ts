import { enoughCredentials } from "./support/advice.ts";
import { rule } from "./support/rule.ts";
import { credentialsBeyond, oasdiffSecurityId, placesOfSecurity } from "../pairing/security.ts";

export const securityNarrowed = rule({
  id: "security-narrowed",
  on: "operation",
  kind: "changed",
  verdict: "breaking",
  principle: "guarantee",
  advice: [enoughCredentials],
  proof: "credentials",
  mirror: "security-widened",
  why: "Requests with credentials that the provider accepted are refused.",
  compare(base, revision, report) {
    const lost = credentialsBeyond(base.security, revision.security);
    if (!lost) return;
    report({
      message: `No longer enough: ${lost.text}`,
      ...placesOfSecurity(base, revision),
      values: lost.values,
      oasdiff: oasdiffSecurityId(base, revision, "narrowed"),
      question: "security-narrowed",
      byName: true,
    });
  },
});
