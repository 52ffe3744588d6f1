import type { Contract } from "../../contracts/index.ts";

/** One contract of the reference, under a name that no other one has. */
export interface Entry {
  /** The contract's `api`, numbered where several contracts are called so. */
  readonly name: string;
  readonly contract: Contract;
}

/** All contracts of a reference, by title. */
export interface Shelf {
  readonly entries: readonly Entry[];
  find(name: string): Entry | undefined;
  /** The entries before and after one. */
  besides(entry: Entry): { readonly before?: Entry; readonly after?: Entry };
}

const titles = new Intl.Collator("en");

/** Puts contracts in order. */
export function createShelf(contracts: readonly Contract[]): Shelf {
  const byName = new Map<string, Entry>();
  for (const contract of contracts) {
    let name = contract.api;
    for (let n = 2; byName.has(name); n++) name = `${contract.api}_${n}`;
    byName.set(name, { name, contract });
  }
  const entries = [...byName.values()].toSorted((a, b) => titles.compare(a.contract.title, b.contract.title));
  return {
    entries,
    find: (name) => byName.get(name),
    besides(entry) {
      const index = entries.indexOf(entry);
      const [before, after] = [entries[index - 1], entries[index + 1]];
      return { ...(before && { before }), ...(after && { after }) };
    },
  };
}
