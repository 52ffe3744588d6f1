import { rule } from "./support/rule.ts";
import { credentialsAmong, oasdiffOfSecurity, suffices, sufficesNow, waysIn } from "../pairing/security.ts";

export const securityWidened = rule({
  id: "security-widened",
  on: "operation",
  kind: "changed",
  verdict: "non-breaking",
  principle: "addition",
  mirror: "security-narrowed",
  why: "Requests with the credentials of the earlier contract pass as before.",
  compare(base, revision, report) {
    for (const credentials of revision.security ? waysIn(revision.security) : []) {
      if (!base.security || suffices(credentials, base.security)) continue;
      const { isNamed, values } = credentialsAmong(credentials, base.security);
      report({
        message: sufficesNow(credentials, isNamed),
        base: base.pointer,
        revision: revision.pointer,
        values,
        oasdiff: oasdiffOfSecurity(base, revision, "widened"),
      });
    }
  },
});
