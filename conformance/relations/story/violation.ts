import type { Difference } from "../../items/difference.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Flaw } from "../../checks/finding.ts";

/** A violation of a relation. */
export interface Violation extends Flaw {
  /** The exchange that shows the violation. */
  readonly exchange: Exchange;
  /** The first exchange of the steps, if it is not the create of the item. */
  readonly firstExchange?: Exchange;
  /** Exchanges that the violation depends on. The create of the item is implied. Default: all earlier exchanges about the item. */
  readonly otherExchanges?: readonly Exchange[];
  /** Later exchanges that show the effect. */
  readonly after?: readonly Exchange[];
}

/** A violation that is a difference between two values. */
export function asDifference({ pointer, expected, got }: Difference, violation: Violation): Violation {
  return { ...violation, shown: { pointer, expected, actual: got } };
}

/** Violations of several checks, which run one after another. */
export async function collectViolations<T>(
  all: Iterable<T>,
  check: (one: T) => Promise<readonly Violation[]>,
): Promise<readonly Violation[]> {
  const broken: Violation[] = [];
  for (const one of all) broken.push(...(await check(one)));
  return broken;
}

/** A relation that could judge nothing on an item, with the reason as a sentence. */
export interface Unjudged {
  readonly unjudged: string;
}

export function isUnjudged(result: readonly Violation[] | Unjudged): result is Unjudged {
  return "unjudged" in result;
}
