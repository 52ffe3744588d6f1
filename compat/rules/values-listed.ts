import { sortValues } from "../schema/equality/in-fixed-order.ts";
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
  why: "The provider refuses all values that the enum does not list. Responses with listed values only break no consumer.",
  compare(base, revision, report) {
    if (base.values || !revision.values || revision.types.join() === "null") return;
    const values = [...revision.values.values()];
    report({
      message: (part) => `${part} can only be ${orList(values)} now`,
      base: base.valuesAt,
      revision: revision.valuesAt,
      values: sortValues(values),
      after: values,
      effect: "shrank",
      lost: { not: { enum: values } },
    });
  },
});
