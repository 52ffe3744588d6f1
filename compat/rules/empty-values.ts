import { quote } from "../model/wording.ts";
import { type Rule, rule } from "./support/rule.ts";

/** Rules for a parameter that is sent without a value (`allowEmptyValue`). */
export const emptyValueRules: readonly Rule<"parameter">[] = [createEmptyValueRule(true), createEmptyValueRule(false)];

function createEmptyValueRule(isAllowed: boolean): Rule<"parameter"> {
  const effect = isAllowed ? "grew" : "shrank";
  return rule({
    id: isAllowed ? "empty-value-allowed" : "empty-value-refused",
    on: "parameter",
    kind: "changed",
    verdict: "breaking",
    principle: "restriction",
    ...(!isAllowed && { proof: "bare-name" }),
    concern: "constraint",
    effects: [effect],
    mirror: isAllowed ? "empty-value-refused" : "empty-value-allowed",
    why: isAllowed
      ? "A provider that accepts a parameter without a value refuses no earlier request."
      : "Requests with the parameter name and no value are refused.",
    compare(base, revision, report) {
      // If the schema accepts an empty text, other rules compare it.
      if (base.acceptsEmpty() || revision.acceptsEmpty()) return;
      if (base.allowsEmpty === isAllowed || revision.allowsEmpty !== isAllowed) return;
      report({
        message: `Parameter ${quote(base.name)} (${base.in}) can ${isAllowed ? "" : "no longer "}be sent without a value`,
        step: base.step,
        base: base.pointer,
        revision: revision.pointer,
        values: [],
        before: !isAllowed,
        after: isAllowed,
        effect,
        byName: true,
      });
    },
  });
}
