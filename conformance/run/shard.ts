import type { Chosen } from "./chosen.ts";
import { isMaking } from "../items/creates-items.ts";

/** One of several runs that share the work. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

/**
 * The operations of a shard, in their order. What depends on one another stays together: the operations of an API, which
 * make what others of it list, read and delete. The longest APIs are dealt out first, each to the shard that has least.
 */
export function dealt<T extends Pick<Chosen, "contract" | "operation">>(
  wanted: readonly T[],
  { index, of }: Shard,
): readonly T[] {
  const loads = Array.from({ length: of }, () => 0);
  const shardOf = new Map<string, number>();
  const weights = [...Map.groupBy(wanted, ({ operation }) => operation.api)]
    .map(([api, members]) => ({ api, weight: members.reduce((sum, each) => sum + weightOf(each), 0) }))
    .toSorted((one, other) => other.weight - one.weight || (one.api < other.api ? -1 : 1));
  for (const { api, weight } of weights) {
    const least = loads.indexOf(Math.min(...loads));
    shardOf.set(api, least);
    loads[least] = (loads[least] as number) + weight;
  }
  return wanted.filter(({ operation }) => shardOf.get(operation.api) === index - 1);
}

/** About how long an operation takes: where items are made, relations are tried, too; what is sent has parts. */
function weightOf({ contract, operation }: Pick<Chosen, "contract" | "operation">): number {
  return (isMaking(contract, operation) ? 4 : 1) + (operation.body ? 2 : 0) + operation.parameters.length / 4;
}
