import { sortValues } from "../schema/equality/in-fixed-order.ts";
import { rule } from "./support/rule.ts";
import { missingValues } from "../pairing/value-basis.ts";
import { enumMessage } from "../model/wording.ts";
import { furtherValueQuestion } from "./support/further-value.ts";

export const enumValueAdded = rule({
  id: "enum-value-added",
  on: "schema",
  kind: "added",
  verdict: "breaking",
  principle: "further-value",
  quotesValues: true,
  advice: [
    { direction: "request", verdict: "non-breaking", text: "Nothing; it can be sent from now on." },
    { verdict: "non-breaking", text: "Check that your code accepts unknown values." },
  ],
  concern: "values",
  oasdiff: ({ base, revision }) =>
    base.endsWith("/const") && revision.endsWith("/const") ? "{part}-const-changed" : "{part}-enum-value-added",
  mirror: "enum-value-removed",
  why: "Consumers must handle additional enum values, and may still send the known ones.",
  compare(base, revision, report) {
    if (!base.values || !revision.values) return;
    const added = missingValues(base.values, revision.values);
    if (added.length === 0) return;
    report({
      message: enumMessage(added, "added to"),
      base: base.valuesAt,
      revision: revision.valuesAt,
      values: sortValues(added),
      after: added,
      effect: "grew",
      gained: { enum: added },
      ...(base.polarity === "out" && furtherValueQuestion(base)),
    });
  },
});
