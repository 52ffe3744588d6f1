import { inOrder } from "../schema/equality/in-fixed-order.ts";
import { rule } from "./support/rule.ts";
import { orList } from "../model/wording.ts";

export const valuesListed = rule({
  id: "values-listed",
  on: "schema",
  kind: "changed",
  verdict: "breaking",
  principle: "restriction",
  quotesValues: true,
  concern: "constraint",
  oasdiff: ({ revision }) =>
    revision.endsWith("/const") ? "{part}-const-added" : ["{part}-became-enum", "{part}-enum-value-added"],
  mirror: "values-unlisted",
  why: "All values but those that are listed now are refused; a provider that sends only those breaks nobody.",
  compare(base, revision, report) {
    if (base.values || !revision.values || revision.types.join() === "null") return;
    const values = [...revision.values.values()];
    report({
      message: (part) => `${part} can only be ${orList(values)} now`,
      base: base.valuesAt,
      revision: revision.valuesAt,
      values: inOrder(values),
      after: values,
      effect: "shrank",
      lost: { not: { enum: values } },
    });
  },
});
