import type { AffectedExchange } from "./mock-factory.ts";

/** Maximum number of affected calls and deliveries in a report. */
export const MAX_AFFECTED = 50;

/** Shortest text that does not occur in an output by chance. */
const MIN_MENTION_LENGTH = 3;

/** Exchanges with unlisted names or values that the output mentions. */
export function selectMentioned(affected: readonly AffectedExchange[], output: string): readonly AffectedExchange[] {
  return affected.filter(({ unlisted = [] }) =>
    unlisted.some((word) => word.length >= MIN_MENTION_LENGTH && hasWholeWord(output, word)),
  );
}

/** Exchanges for a report: those that the output mentions first, then the latest. */
export function selectForReport(affected: readonly AffectedExchange[], output: string): readonly AffectedExchange[] {
  if (affected.length <= MAX_AFFECTED) return affected;
  const mentioned = new Set(selectMentioned(affected, output));
  const unmentioned = affected.filter((each) => !mentioned.has(each));
  const kept = new Set([...unmentioned, ...mentioned].slice(-MAX_AFFECTED));
  return affected.filter((each) => kept.has(each));
}

function hasWholeWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + word.length))) return true;
  return false;
}
