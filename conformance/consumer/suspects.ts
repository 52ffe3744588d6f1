import type { Witnessed } from "./surroundings.ts";

/** So many of what was struck a report has at most. */
export const MOST = 50;

/** What is shorter stands in an output by chance. */
const SHORTEST = 3;

/** Those exchanges whose answers had names or values that no contract lists, and that an output speaks of. */
export function spokenOf(struck: readonly Witnessed[], output: string): readonly Witnessed[] {
  return struck.filter(({ unlisted = [] }) =>
    unlisted.some((word) => word.length >= SHORTEST && isWordOf(output, word)),
  );
}

/** As many as a report has: those that an output speaks of before all others, the latest before the earlier ones. */
export function mostTelling(struck: readonly Witnessed[], output: string): readonly Witnessed[] {
  if (struck.length <= MOST) return struck;
  const spoken = new Set(spokenOf(struck, output));
  const others = struck.filter((each) => !spoken.has(each));
  const kept = new Set([...others, ...spoken].slice(-MOST));
  return struck.filter((each) => kept.has(each));
}

function isWordOf(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + word.length))) return true;
  return false;
}
