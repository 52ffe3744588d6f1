import { rule } from "./support/rule.ts";
import {
  credentialsInChange,
  oasdiffSecurityId,
  placesOfSecurity,
  suffices,
  sufficesNowMessage,
  acceptedCredentials,
} from "../pairing/security.ts";

export const securityWidened = rule({
  id: "security-widened",
  on: "operation",
  kind: "changed",
  verdict: "non-breaking",
  principle: "addition",
  mirror: "security-narrowed",
  why: "The provider still accepts the credentials of the earlier contract.",
  compare(base, revision, report) {
    for (const credentials of revision.security ? acceptedCredentials(revision.security) : []) {
      if (!base.security || suffices(credentials, base.security)) continue;
      const { isNamed, values } = credentialsInChange(credentials, base.security);
      report({
        message: sufficesNowMessage(credentials, isNamed),
        ...placesOfSecurity(base, revision),
        values,
        oasdiff: oasdiffSecurityId(base, revision, "widened"),
      });
    }
  },
});
