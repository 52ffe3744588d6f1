import { sortValues } from "../schema/equality/in-fixed-order.ts";
import { rule } from "./support/rule.ts";
import { orList } from "../model/wording.ts";

export const valuesUnlisted = rule({
  id: "values-unlisted",
  on: "schema",
  kind: "changed",
  verdict: "dangerous",
  principle: "restriction",
  quotesValues: true,
  concern: "constraint",
  oasdiff: ({ base }, part) => {
    if (base.endsWith("/const")) return "{part}-const-removed";
    if (part === "response-body") return "response-mediatype-enum-value-removed";
    return "{part}-enum-value-removed";
  },
  mirror: "values-listed",
  why: "A provider that accepts other values refuses no earlier request. Consumers that receive other values may know only the listed ones.",
  compare(base, revision, report) {
    if (!base.values || revision.values || base.types.join() === "null") return;
    const values = [...base.values.values()];
    report({
      message: (part) => `${part} can be something else than ${orList(values)} now`,
      base: base.valuesAt,
      revision: revision.valuesAt,
      values: sortValues(values),
      before: values,
      effect: "grew",
      gained: { not: { enum: values } },
      ...(base.polarity === "out" && base.isClosed && { question: "closed-response-value-added" }),
    });
  },
});
