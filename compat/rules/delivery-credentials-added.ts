import { rule } from "./support/rule.ts";
import { credentialsInChange, noLongerSentMessage, suffices, acceptedCredentials } from "../pairing/security.ts";

export const deliveryCredentialsAdded = rule({
  id: "delivery-credentials-added",
  on: "delivery",
  kind: "changed",
  verdict: "non-breaking",
  principle: "addition",
  mirror: "delivery-credentials-removed",
  why: "Receivers may ignore the credentials of a request.",
  compare(base, revision, report) {
    for (const credentials of acceptedCredentials(base.credentials)) {
      if (suffices(credentials, revision.credentials)) continue;
      const { isNamed, values } = credentialsInChange(credentials, revision.credentials);
      report({
        message: noLongerSentMessage(credentials, isNamed),
        base: base.pointer,
        revision: revision.pointer,
        values,
      });
    }
  },
});
