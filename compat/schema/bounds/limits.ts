import { keywords } from "../../../contracts/index.ts";

/** The least or the greatest number that is taken. */
export interface Limit {
  readonly number: number;
  /** Whether the number itself is out. */
  readonly open: boolean;
}

/** Keywords that limit numbers. */
export const limitKeywords: readonly string[] = keywords
  .values()
  .filter(({ type, limit }) => type === "number" && limit)
  .map(({ name }) => name)
  .toArray();

/** 1 for lower limits, -1 for upper ones. */
type Sign = 1 | -1;

/** Positive where the second limit rules out more. */
export function compareLimits(one: Limit | undefined, other: Limit | undefined, sign: Sign): number {
  const from = one?.number ?? -Infinity * sign;
  const to = other?.number ?? -Infinity * sign;
  return from === to ? Number(other?.open ?? false) - Number(one?.open ?? false) : (to - from) * sign;
}

/** The limit that rules out most. Of whole numbers, more than 3 is at least 4. */
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
