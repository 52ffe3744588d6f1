import type { Witnessed } from "./surroundings.ts";

/** Maximum number of affected calls and deliveries in a report. */
export const MOST = 50;

/** What is shorter stands in an output by chance. */
const SHORTEST = 3;

/** Those exchanges whose answers had names or values that no contract lists, and that an output speaks of. */
export function spokenOf(affected: readonly Witnessed[], output: string): readonly Witnessed[] {
  return affected.filter(({ unlisted = [] }) =>
    unlisted.some((word) => word.length >= SHORTEST && isWordOf(output, word)),
  );
}

/** As many as a report has: those that an output speaks of before all others, the latest before the earlier ones. */
export function mostTelling(affected: readonly Witnessed[], output: string): readonly Witnessed[] {
  if (affected.length <= MOST) return affected;
  const spoken = new Set(spokenOf(affected, output));
  const others = affected.filter((each) => !spoken.has(each));
  const kept = new Set([...others, ...spoken].slice(-MOST));
  return affected.filter((each) => kept.has(each));
}

function isWordOf(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + word.length))) return true;
  return false;
}
