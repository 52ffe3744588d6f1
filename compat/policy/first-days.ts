import { compareText } from "../model/compare-text.ts";
import type { Contract } from "../../contracts/index.ts";
import { pairApiOperations } from "../compare/apis.ts";
import { pairContracts } from "../pairing/pair-contracts.ts";
import type { EarlierVersion } from "./transitive.ts";

/** Earliest possible day of publication of an operation, by its pointer. */
type FirstDay = (contract: Contract, pointer: string) => string | undefined;

/**
 * Dates operations by earlier versions. The result is the day of the first version that has the operation, or of the
 * last version if all versions lack it. It is undefined if the oldest version has the operation.
 */
export function createFirstDayLookup(contracts: readonly Contract[], versions: readonly EarlierVersion[]): FirstDay {
  const oldestFirst = versions.toSorted((one, other) => compareText(one.date, other.date));
  const known = new Map<Contract, ReturnType<typeof selectOwnVersions>>();
  return (contract, pointer) => {
    let dated = known.get(contract);
    if (!dated) known.set(contract, (dated = selectOwnVersions(contract)));
    const first = dated.findIndex(({ lacking }) => !lacking.has(pointer));
    if (first === 0) return undefined;
    return dated.at(first)?.date;
  };

  function selectOwnVersions(contract: Contract) {
    return oldestFirst.flatMap(({ date, contracts: earlier }) => {
      const pair = pairContracts(earlier, contracts).find(({ base, revision }) => base && revision === contract);
      if (!pair) return [];
      const lacking = pairApiOperations(pair).flatMap(({ base, revision }) =>
        revision && !base ? [revision.pointer] : [],
      );
      return [{ date, lacking: new Set(lacking) }];
    });
  }
}
