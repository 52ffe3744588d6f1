import { rule } from "./support/rule.ts";
import { credentialsAmong, sentNow, suffices, waysIn } from "../pairing/security.ts";

export const deliveryCredentialsRemoved = rule({
  id: "delivery-credentials-removed",
  on: "delivery",
  kind: "changed",
  verdict: "breaking",
  principle: "guarantee",
  mirror: "delivery-credentials-added",
  why: "Receivers refuse what comes without the credentials that they check.",
  compare(base, revision, report) {
    for (const credentials of waysIn(revision.credentials)) {
      if (suffices(credentials, base.credentials)) continue;
      const { isNamed, values } = credentialsAmong(credentials, base.credentials);
      report({
        message: sentNow(credentials, isNamed),
        base: base.pointer,
        revision: revision.pointer,
        values,
      });
    }
  },
});
