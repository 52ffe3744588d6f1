import { rule } from "../rule.ts";
import { describeCredentials, noLongerSent, suffices, waysIn } from "../security.ts";

export const deliveryCredentialsAdded = rule({
  id: "delivery-credentials-added",
  on: "delivery",
  kind: "changed",
  verdict: "non-breaking",
  section: "9.2",
  mirror: "delivery-credentials-removed",
  why: "Receivers need not check the credentials that come with what is sent.",
  compare(base, revision, report) {
    for (const credentials of waysIn(base.credentials)) {
      if (suffices(credentials, revision.credentials)) continue;
      report({
        message: noLongerSent(credentials),
        base: base.pointer,
        revision: revision.pointer,
        values: [describeCredentials(credentials)],
      });
    }
  },
});
