import type { Change, Direction, Verdict } from "../model/change.ts";
import type { Entry, EntryKind } from "./entry.ts";

/** A sentence for what is of one of these kinds, directions and verdicts; what is not named may be any. */
interface Advice {
  readonly kind?: EntryKind;
  readonly direction?: Direction;
  readonly verdict?: Verdict;
  readonly rule?: RegExp;
  readonly text: string;
}

/** What a consumer should do; the first that fits. */
const advice: readonly Advice[] = [
  { rule: /-became-required$/, direction: "request", verdict: "breaking", text: "Send it with every request." },
  { rule: /-reactivated$/, text: "Nothing; it stays." },
  { rule: /^security-/, verdict: "breaking", text: "Call with credentials that are enough now." },
  { rule: /^(stated-became-assumed|became-unreadable)$/, text: "Ask whether the part is still promised." },
  { rule: /^server-removed$/, text: "Check which server you call." },
  { rule: /^(webhook|callback)-removed$/, text: "Stop waiting for it." },
  { rule: /^(webhook|callback)-added$/, verdict: "non-breaking", text: "Nothing; it can be received from now on." },
  { rule: /^(part-)?media-type-removed$/, direction: "request", text: "Send another media type." },
  { rule: /^media-type-removed$/, text: "Ask for another media type." },
  { rule: /^success-status-/, text: "Check that your code takes every status of success." },
  {
    rule: /^default-changed$/,
    verdict: "dangerous",
    text: "Say the value that you count on, instead of leaving it out.",
  },
  {
    rule: /^(graphql-)?enum-value-removed$/,
    direction: "request",
    verdict: "breaking",
    text: "Send one of the values that are left.",
  },
  {
    rule: /^(graphql-)?enum-value-removed$/,
    verdict: "breaking",
    text: "Expect the value that takes its place wherever your code looks for this one.",
  },
  { kind: "removed", direction: "operation", text: "Stop calling the operation." },
  {
    kind: "removed",
    direction: "request",
    verdict: "breaking",
    text: "Stop sending it, and check that nothing counts on its effect.",
  },
  { kind: "removed", direction: "request", text: "Check whether you send it." },
  {
    kind: "removed",
    verdict: "breaking",
    text: "Stop reading it, and check that your code works where it is missing.",
  },
  { kind: "removed", text: "Check whether your code counts on it." },
  { kind: "error code", verdict: "breaking", text: "Handle the new code wherever you handled the earlier one." },
  { kind: "error code", verdict: "dangerous", text: "Check whether your code counts on the code." },
  { kind: "error code", text: "Nothing, if your code handles errors that it does not know by their class." },
  {
    kind: "limit",
    direction: "request",
    verdict: "breaking",
    text: "Check that what you send is within the new limit.",
  },
  { kind: "limit", verdict: "breaking", text: "Check that your code takes what the new limit allows." },
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
    text: "Check that your code takes values that it does not know.",
  },
  { kind: "added", direction: "request", verdict: "non-breaking", text: "Nothing; it can be sent from now on." },
  { kind: "added", verdict: "non-breaking", text: "Nothing, if your code ignores fields that it does not know." },
  {
    direction: "request",
    verdict: "breaking",
    text: "Compare what you send with the new form, and change it where they differ.",
  },
  { verdict: "breaking", text: "Check that your code can read the new form." },
  { verdict: "dangerous", text: "Check whether your integration depends on it." },
  { text: "Nothing." },
];

/** What a consumer should do about a change; of a deprecation, until when. */
export function adviceFor(
  { direction, verdict, rule }: Pick<Change, "direction" | "verdict" | "rule">,
  { kind, replacement, sunset }: Pick<Entry, "kind" | "replacement" | "sunset">,
): string {
  const instead = replacement === undefined ? "" : ` Use ${replacement} instead.`;
  if (kind === "deprecated") {
    const until = sunset === undefined ? ". The day on which it goes is not known yet" : ` before ${sunset}`;
    return `Stop using it${until}.${instead}`;
  }
  const fits = (each: Advice): boolean =>
    (each.kind ?? kind) === kind &&
    (each.direction ?? direction) === direction &&
    (each.verdict ?? verdict) === verdict &&
    (each.rule?.test(rule) ?? true);
  return `${(advice.find(fits) as Advice).text}${instead}`;
}
