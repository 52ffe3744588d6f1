import { valueRemovedAdvice } from "./support/advice.ts";
import { sortValues } from "../schema/equality/in-fixed-order.ts";
import { toSortedJson } from "../schema/equality/json-text.ts";
import { type Json, emptiedMark } from "../../contracts/index.ts";
import { rule } from "./support/rule.ts";
import { basisOfValue, missingValues } from "../pairing/value-basis.ts";
import { enumMessage } from "../model/wording.ts";

export const enumValueRemoved = rule({
  id: "enum-value-removed",
  on: "schema",
  kind: "removed",
  verdict: "breaking",
  principle: "restriction",
  quotesValues: true,
  proof: "listed-value",
  advice: valueRemovedAdvice,
  concern: "values",
  oasdiff: ({ base, revision }, part) => {
    if (base.endsWith("/const") && revision.endsWith("/const")) return "{part}-const-changed";
    if (base.endsWith("/x-extensible-enum")) return "{part}-x-extensible-enum-value-removed";
    if (part === "response-body") return "response-mediatype-enum-value-removed";
    return "{part}-enum-value-removed";
  },
  mirror: "enum-value-added",
  why: "A value that the provider accepted is refused. If other values were added, a value that it returned may have a new name.",
  compare(base, revision, report) {
    if (!base.values || !revision.values) return;
    const isRenamed = missingValues(base.values, revision.values).length > 0;
    const basisOf = basisOfValue(base);
    const findValuePointer = (value: Json): string => base.listedAt?.get(toSortedJson(value))?.pointer ?? base.valuesAt;
    const withdrawn = Map.groupBy(
      missingValues(revision.values, base.values),
      (value) => `${basisOf(value)} ${findValuePointer(value)}`,
    );
    for (const removed of withdrawn.values()) {
      const [first = null] = removed;
      report({
        message: enumMessage(removed, "removed from"),
        base: findValuePointer(first),
        revision: revision.valuesAt,
        basis: basisOf(first),
        values: sortValues(removed),
        before: removed,
        effect: "shrank",
        lost: { enum: removed },
        // Validators ignore this keyword.
        ...(base.valuesAt.endsWith("/x-extensible-enum") && { byName: true }),
        ...(revision.valuesAt.endsWith(`/${emptiedMark}`) && {
          byName: true,
          note: "Validators do not accept an enum without values: the document decides",
        }),
        ...(isRenamed && base.polarity === "out" && { question: "response-value-renamed", byName: true }),
      });
    }
  },
});
