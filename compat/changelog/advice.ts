import type { Change, Direction, Verdict } from "../model/change.ts";
import type { Entry, EntryKind } from "./entry.ts";

/** Advice for changes of a kind, direction, verdict and rule. Absent members match everything. */
interface AdviceRule {
  readonly kind?: EntryKind;
  readonly direction?: Direction;
  readonly verdict?: Verdict;
  readonly rule?: RegExp;
  readonly text: string;
}

/** Advice to consumers. The first match applies. */
const adviceRules: readonly AdviceRule[] = [
  { rule: /-became-required$/, direction: "request", verdict: "breaking", text: "Send it with every request." },
  { rule: /-reactivated$/, text: "Nothing; it stays." },
  { rule: /^security-/, verdict: "breaking", text: "Call with credentials that the new version accepts." },
  { rule: /^(stated-became-assumed|became-unreadable)$/, text: "Ask the provider whether the part is still promised." },
  { rule: /^server-removed$/, text: "Check which server you call." },
  { rule: /^(webhook|callback)-removed$/, text: "Stop waiting for it." },
  { rule: /^(webhook|callback)-added$/, verdict: "non-breaking", text: "Nothing; it can be received from now on." },
  { rule: /^(part-)?media-type-removed$/, direction: "request", text: "Send another media type." },
  { rule: /^media-type-removed$/, text: "Ask for another media type." },
  { rule: /^success-status-/, text: "Check that your code accepts every success status." },
  {
    rule: /^default-changed$/,
    verdict: "dangerous",
    text: "Send the value that you rely on instead of leaving it out.",
  },
  {
    rule: /^(graphql-)?enum-value-removed$/,
    direction: "request",
    verdict: "breaking",
    text: "Send one of the remaining values.",
  },
  {
    rule: /^(graphql-)?enum-value-removed$/,
    verdict: "breaking",
    text: "Expect the new value wherever your code looks for this one.",
  },
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
  {
    rule: /^enum-value-added$/,
    direction: "request",
    verdict: "non-breaking",
    text: "Nothing; it can be sent from now on.",
  },
  {
    rule: /^enum-value-added$/,
    verdict: "non-breaking",
    text: "Check that your code accepts unknown values.",
  },
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
export function adviceFor(
  { direction, verdict, rule }: Pick<Change, "direction" | "verdict" | "rule">,
  { kind, replacement, sunset }: Pick<Entry, "kind" | "replacement" | "sunset">,
): string {
  const instead = replacement === undefined ? "" : ` Use ${replacement} instead.`;
  if (kind === "deprecated") {
    const until = sunset === undefined ? ". The day of its removal is not known yet" : ` before ${sunset}`;
    return `Stop using it${until}.${instead}`;
  }
  const isMatch = (each: AdviceRule): boolean =>
    (each.kind ?? kind) === kind &&
    (each.direction ?? direction) === direction &&
    (each.verdict ?? verdict) === verdict &&
    (each.rule?.test(rule) ?? true);
  return `${(adviceRules.find(isMatch) as AdviceRule).text}${instead}`;
}
