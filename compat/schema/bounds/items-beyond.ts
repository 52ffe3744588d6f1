import { closingKeywords } from "../../../contracts/index.ts";
import { mostSingledOut, numbersIn } from "../redundant-keywords.ts";
import type { View } from "../view.ts";

/** Maximum number of items, by `maxItems` or by closed `prefixItems`. */
export function mostItems({ parts }: View): number {
  return Math.min(mostSingledOut(parts), ...numbersIn(parts, "maxItems"));
}

/** Subschemas of a view, without those of items beyond the maximum number. */
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

/**
 * Checks that a view constrains the remaining items or members, so that the item or member at a step is an exception.
 */
export function isSingledOut(step: string, { parts }: View, others: View["inner"]): boolean {
  const isUsed = (keyword: string): boolean => parts.some(({ schema }) => schema[keyword] !== undefined);
  if (step.startsWith("[")) return step !== "[]" && (others.has("[]") || isUsed("unevaluatedItems"));
  return step !== ".*" && closingKeywords.some(isUsed);
}
