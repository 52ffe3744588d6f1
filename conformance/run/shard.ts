import type { ChosenOperation } from "./chosen-operation.ts";
import { createsItems } from "../items/creates-items.ts";

/** One of several runs that share the operations. */
export interface Shard {
  /** Number of the shard, from 1. */
  readonly index: number;
  readonly of: number;
}

/**
 * Operations of a shard, in order. All operations of an API are in one shard, because some create the items that others
 * need. The largest APIs are assigned first, each to the shard with the least work.
 */
export function operationsOfShard<T extends Pick<ChosenOperation, "contract" | "operation">>(
  wanted: readonly T[],
  { index, of }: Shard,
): readonly T[] {
  const loads = Array.from({ length: of }, () => 0);
  const shardOf = new Map<string, number>();
  const weights = [...Map.groupBy(wanted, ({ operation }) => operation.api)]
    .map(([api, members]) => ({ api, weight: members.reduce((sum, each) => sum + estimateDuration(each), 0) }))
    .toSorted((one, other) => other.weight - one.weight || (one.api < other.api ? -1 : 1));
  for (const { api, weight } of weights) {
    const lightest = loads.indexOf(Math.min(...loads));
    shardOf.set(api, lightest);
    loads[lightest] = (loads[lightest] as number) + weight;
  }
  return wanted.filter(({ operation }) => shardOf.get(operation.api) === index - 1);
}

/** Estimated duration of an operation. Creating operations also run the relations, and bodies have more cases. */
function estimateDuration({ contract, operation }: Pick<ChosenOperation, "contract" | "operation">): number {
  return (createsItems(contract, operation) ? 4 : 1) + (operation.body ? 2 : 0) + operation.parameters.length / 4;
}
