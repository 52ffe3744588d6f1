import { enoughCredentials } from "./support/advice.ts";
import { rule } from "./support/rule.ts";
import {
  credentialsInChange,
  noLongerSufficesMessage,
  oasdiffSecurityId,
  placesOfSecurity,
  suffices,
  acceptedCredentials,
} from "../pairing/security.ts";

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
    for (const credentials of base.security ? acceptedCredentials(base.security) : []) {
      if (!revision.security || suffices(credentials, revision.security)) continue;
      const { isNamed, values } = credentialsInChange(credentials, revision.security);
      report({
        message: noLongerSufficesMessage(credentials, isNamed),
        ...placesOfSecurity(base, revision),
        values,
        oasdiff: oasdiffSecurityId(base, revision, "narrowed"),
        question: "security-narrowed",
        byName: true,
      });
    }
  },
});
