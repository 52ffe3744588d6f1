import { keywords } from "../../../contracts/index.ts";
import { listNumbers } from "../redundant-keywords.ts";
import { type View, isWholeNumber as isWholeView } from "../view.ts";

/** Least or greatest accepted number. */
export interface Limit {
  readonly number: number;
  /** True if the number itself is rejected. */
  readonly open: boolean;
}

/** Keywords that limit numbers. */
export const limitKeywords: readonly string[] = keywords
  .values()
  .filter(({ type, limit }) => type === "number" && limit)
  .map(({ name }) => name)
  .toArray();

/** 1 for lower limits, and -1 for upper limits. */
type Sign = 1 | -1;

/** Compares two limits. The result is positive if the second limit is stricter. */
export function compareLimits(one: Limit | undefined, other: Limit | undefined, sign: Sign): number {
  const from = one?.number ?? -Infinity * sign;
  const to = other?.number ?? -Infinity * sign;
  if (from === to) return Number(other?.open ?? false) - Number(one?.open ?? false);
  return (to - from) * sign;
}

/** Strictest limit. For integers, an exclusive limit of 3 is a limit of 4. */
export function tightestLimit<L extends Limit>(
  limits: readonly L[],
  { isWhole, sign }: { readonly isWhole: boolean; readonly sign: Sign },
): L | undefined {
  return limits
    .map((limit) => (isWhole ? rounded(limit, sign) : limit))
    .reduce<L | undefined>((best, limit) => (!best || compareLimits(best, limit, sign) > 0 ? limit : best), undefined);
}

function rounded<L extends Limit>(limit: L, sign: Sign): L {
  const inside = sign === 1 ? Math.ceil(limit.number) : Math.floor(limit.number);
  return { ...limit, number: limit.open && inside === limit.number ? inside + sign : inside, open: false };
}

/** Limits of the numbers of a view. */
export function findNumberLimits({ parts, types }: View): {
  readonly lower: Limit | undefined;
  readonly upper: Limit | undefined;
} {
  const isWholeOnly = !types.includes("number") || isWholeView({ parts });
  const findLimit = (closed: string, open: string, sign: 1 | -1): Limit | undefined => {
    const limits = [
      ...listNumbers(parts, closed).map((number) => ({ number, open: false })),
      ...listNumbers(parts, open).map((number) => ({ number, open: true })),
    ];
    return tightestLimit(limits, { isWhole: isWholeOnly, sign });
  };
  return {
    lower: findLimit("minimum", "exclusiveMinimum", 1),
    upper: findLimit("maximum", "exclusiveMaximum", -1),
  };
}
