import { closingKeywords } from "../../../contracts/index.ts";
import { mostSingledOut, numbersIn } from "../redundant-keywords.ts";
import type { View } from "../view.ts";

/** How many items a list can have, whichever way it says so. */
export function mostItems({ parts }: View): number {
  return Math.min(mostSingledOut(parts), ...numbersIn(parts, "maxItems"));
}

/** What is said of what lies inside, but of items that there cannot be. */
export function withoutBeyond(view: View): View["inner"] {
  const most = mostItems(view);
  if (most === Infinity) return view.inner;
  const singled = view.inner
    .keys()
    .filter((step) => /^\[\d/.test(step))
    .toArray().length;
  const isBeyond = (step: string): boolean =>
    step === "[]" ? singled >= most : step.startsWith("[") && Number(step.slice(1, -1)) >= most;
  return new Map([...view.inner].filter(([step]) => !isBeyond(step)));
}

/** Whether items or members are singled out of others, of which something is said. */
export function isSingledOut(step: string, { parts }: View, others: View["inner"]): boolean {
  const isSaid = (keyword: string): boolean => parts.some(({ schema }) => schema[keyword] !== undefined);
  if (step.startsWith("[")) return step !== "[]" && (others.has("[]") || isSaid("unevaluatedItems"));
  return step !== ".*" && closingKeywords.some(isSaid);
}
