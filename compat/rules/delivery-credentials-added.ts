import { rule } from "./support/rule.ts";
import { credentialsAmong, noLongerSent, suffices, waysIn } from "../pairing/security.ts";

export const deliveryCredentialsAdded = rule({
  id: "delivery-credentials-added",
  on: "delivery",
  kind: "changed",
  verdict: "non-breaking",
  principle: "addition",
  mirror: "delivery-credentials-removed",
  why: "Receivers need not check the credentials that come with what is sent.",
  compare(base, revision, report) {
    for (const credentials of waysIn(base.credentials)) {
      if (suffices(credentials, revision.credentials)) continue;
      const { isNamed, values } = credentialsAmong(credentials, revision.credentials);
      report({
        message: noLongerSent(credentials, isNamed),
        base: base.pointer,
        revision: revision.pointer,
        values,
      });
    }
  },
});
