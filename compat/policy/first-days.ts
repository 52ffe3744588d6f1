import { compareText } from "../model/compare-text.ts";
import type { Contract } from "../../contracts/index.ts";
import { operationsOf } from "../compare/apis.ts";
import { pairContracts } from "../pairing/pair-contracts.ts";
import type { EarlierVersion } from "./transitive.ts";

/** For an operation of a contract, by its pointer, a day before which it was not there. */
type FirstDay = (contract: Contract, pointer: string) => string | undefined;

/** What earlier versions show of it: the day of the first one that has it, if one before lacks it, or of the last, if all do. */
export function firstDaysIn(contracts: readonly Contract[], versions: readonly EarlierVersion[]): FirstDay {
  const oldestFirst = versions.toSorted((one, other) => compareText(one.date, other.date));
  const known = new Map<Contract, ReturnType<typeof lackedBy>>();
  return (contract, pointer) => {
    let shown = known.get(contract);
    if (!shown) known.set(contract, (shown = lackedBy(contract)));
    const first = shown.findIndex(({ lacking }) => !lacking.has(pointer));
    return first === 0 ? undefined : shown.at(first)?.date;
  };

  function lackedBy(contract: Contract) {
    return oldestFirst.flatMap(({ date, contracts: earlier }) => {
      const pair = pairContracts(earlier, contracts).find(({ base, revision }) => base && revision === contract);
      if (!pair) return [];
      const lacking = operationsOf(pair).flatMap(({ base, revision }) => (revision && !base ? [revision.pointer] : []));
      return [{ date, lacking: new Set(lacking) }];
    });
  }
}
