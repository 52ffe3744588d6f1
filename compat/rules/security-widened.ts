import { rule } from "./support/rule.ts";
import { credentialsBeyond, oasdiffSecurityId, placesOfSecurity } from "../pairing/security.ts";

export const securityWidened = rule({
  id: "security-widened",
  on: "operation",
  kind: "changed",
  verdict: "non-breaking",
  principle: "addition",
  mirror: "security-narrowed",
  why: "The provider still accepts the credentials of the earlier contract.",
  compare(base, revision, report) {
    const gained = credentialsBeyond(revision.security, base.security);
    if (!gained) return;
    report({
      message: `Enough now: ${gained.text}`,
      ...placesOfSecurity(base, revision),
      values: gained.values,
      oasdiff: oasdiffSecurityId(base, revision, "widened"),
    });
  },
});
