import { findRuleTraits } from "../changes/rule-traits.ts";
import type { Change } from "../model/change.ts";
import type { RuleAdvice } from "../rules/support/traits.ts";
import type { Entry, EntryKind } from "./entry.ts";

/** Advice for a kind of entries. Absent members match everything. */
interface KindAdvice extends RuleAdvice {
  readonly kind?: EntryKind;
}

/** Advice for rules without their own. The first match applies. */
const kindAdvice: readonly KindAdvice[] = [
  { kind: "removed", direction: "operation", text: "Stop calling the operation." },
  {
    kind: "removed",
    direction: "request",
    verdict: "breaking",
    text: "Stop sending it, and check that nothing relies on its effect.",
  },
  { kind: "removed", direction: "request", text: "Check whether you send it." },
  {
    kind: "removed",
    verdict: "breaking",
    text: "Stop reading it, and check that your code works without it.",
  },
  { kind: "removed", text: "Check whether your code relies on it." },
  { kind: "error code", verdict: "breaking", text: "Handle the new code wherever you handled the earlier one." },
  { kind: "error code", verdict: "dangerous", text: "Check whether your code relies on the error code." },
  { kind: "error code", text: "Nothing, if your code handles unknown errors by their status class." },
  {
    kind: "limit",
    direction: "request",
    verdict: "breaking",
    text: "Check that your requests are within the new limit.",
  },
  { kind: "limit", verdict: "breaking", text: "Check that your code accepts what the new limit allows." },
  { kind: "added", direction: "request", verdict: "breaking", text: "Send it with every request." },
  { kind: "added", direction: "operation", verdict: "non-breaking", text: "Nothing; it can be used from now on." },
  { kind: "added", direction: "api", verdict: "non-breaking", text: "Nothing; it can be used from now on." },
  { kind: "added", direction: "request", verdict: "non-breaking", text: "Nothing; it can be sent from now on." },
  { kind: "added", verdict: "non-breaking", text: "Nothing, if your code ignores unknown fields." },
  {
    direction: "request",
    verdict: "breaking",
    text: "Compare your requests with the new form, and change them if they differ.",
  },
  { verdict: "breaking", text: "Check that your code can read the new form." },
  { verdict: "dangerous", text: "Check whether your integration depends on it." },
  { text: "Nothing." },
];

/** Advice to consumers about a change. For a deprecation it includes the sunset. */
export function writeAdvice(
  change: Pick<Change, "direction" | "verdict" | "rule">,
  { kind, replacement, sunset }: Pick<Entry, "kind" | "replacement" | "sunset">,
): string {
  const instead = replacement === undefined ? "" : ` Use ${replacement} instead.`;
  if (kind === "deprecated") {
    const deadlineText = sunset === undefined ? ". The day of its removal is not known yet" : ` before ${sunset}`;
    return `Stop using it${deadlineText}.${instead}`;
  }
  const isMatch = (each: KindAdvice): boolean =>
    (each.kind ?? kind) === kind &&
    (each.direction ?? change.direction) === change.direction &&
    (each.verdict ?? change.verdict) === change.verdict;
  const { advice: ruleAdvice = [] } = findRuleTraits(change);
  return `${([...ruleAdvice, ...kindAdvice].find(isMatch) as KindAdvice).text}${instead}`;
}
