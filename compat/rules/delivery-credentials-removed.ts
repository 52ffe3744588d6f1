import { rule } from "./support/rule.ts";
import { credentialsInChange, sentNowMessage, suffices, acceptedCredentials } from "../pairing/security.ts";

export const deliveryCredentialsRemoved = rule({
  id: "delivery-credentials-removed",
  on: "delivery",
  kind: "changed",
  verdict: "breaking",
  principle: "guarantee",
  mirror: "delivery-credentials-added",
  why: "Receivers refuse requests without the credentials that they check.",
  compare(base, revision, report) {
    for (const credentials of acceptedCredentials(revision.credentials)) {
      if (suffices(credentials, base.credentials)) continue;
      const { isNamed, values } = credentialsInChange(credentials, base.credentials);
      report({
        message: sentNowMessage(credentials, isNamed),
        base: base.pointer,
        revision: revision.pointer,
        values,
      });
    }
  },
});
