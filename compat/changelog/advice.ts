import { traitsOf } from "../changes/rule-traits.ts";
import type { Change } from "../model/change.ts";
import type { RuleAdvice } from "../rules/support/traits.ts";
import type { Entry, EntryKind } from "./entry.ts";

/** Advice for entries of one kind. */
interface Advice extends RuleAdvice {
  readonly kind?: EntryKind;
}

/** Advice for any rule; the first that fits counts. */
const advice: readonly Advice[] = [
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
  change: Pick<Change, "direction" | "verdict" | "rule">,
  { kind, replacement, sunset }: Pick<Entry, "kind" | "replacement" | "sunset">,
): string {
  const instead = replacement === undefined ? "" : ` Use ${replacement} instead.`;
  if (kind === "deprecated") {
    const until = sunset === undefined ? ". The day on which it goes is not known yet" : ` before ${sunset}`;
    return `Stop using it${until}.${instead}`;
  }
  const fits = (each: Advice): boolean =>
    (each.kind ?? kind) === kind &&
    (each.direction ?? change.direction) === change.direction &&
    (each.verdict ?? change.verdict) === change.verdict;
  const { advice: own = [] } = traitsOf(change);
  return `${([...own, ...advice].find(fits) as Advice).text}${instead}`;
}
