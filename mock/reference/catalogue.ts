import { type Contract, omitUndefined } from "../../contracts/index.ts";

/** Contract in the reference, with a unique name. */
export interface CatalogueEntry {
  /** The contract's `api`, with a number if several contracts have the same. */
  readonly name: string;
  readonly contract: Contract;
}

/** Contracts of a reference, ordered by title. */
export interface Catalogue {
  readonly entries: readonly CatalogueEntry[];
  find(name: string): CatalogueEntry | undefined;
  /** The previous and the next entry. */
  neighboursOf(entry: CatalogueEntry): { readonly previous?: CatalogueEntry; readonly next?: CatalogueEntry };
}

const titles = new Intl.Collator("en");

/** Creates the catalogue of contracts. */
export function createCatalogue(contracts: readonly Contract[]): Catalogue {
  const byName = new Map<string, CatalogueEntry>();
  for (const contract of contracts) {
    let name = contract.api;
    for (let n = 2; byName.has(name); n++) name = `${contract.api}_${n}`;
    byName.set(name, { name, contract });
  }
  const entries = [...byName.values()].toSorted((a, b) => titles.compare(a.contract.title, b.contract.title));
  return {
    entries,
    find: (name) => byName.get(name),
    neighboursOf(entry) {
      const index = entries.indexOf(entry);
      const [previous, next] = [entries[index - 1], entries[index + 1]];
      return omitUndefined({ previous, next });
    },
  };
}
