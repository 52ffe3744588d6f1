import { type Contract, propertyNamesOf, searchNames, typesOf } from "../../../contracts/index.ts";
import type { Item } from "../../items/item.ts";
import { type Violation, collect } from "../story/violation.ts";
import type { Listing } from "./listing.ts";
import { type FirstPages, type List, idsOf, readLargePage } from "./walk.ts";

/** A word that no text has by chance. */
const ABSENT_WORD = "qzxvwkjq";

/** Names that have other meanings as well: the term of a contract, the text of a reply. */
const ambiguousNames = /^(text|term)$/i;

/** Fields for words that are searched for in the texts of items. */
export function searchFieldsOf(contract: Contract, { fields, item }: Listing): readonly string[] {
  const properties = propertyNamesOf(contract, item);
  return fields
    .filter(({ name }) => searchNames.test(name) && !ambiguousNames.test(name) && !properties.has(name))
    .filter(({ schema }) => typesOf(contract, schema).includes("string"))
    .map(({ name }) => name);
}

/** Violations of searches: a word that no item has does not find all items. `whole` is the unfiltered list. */
export async function searchViolations(
  list: List,
  made: readonly Item[],
  whole: FirstPages,
): Promise<readonly Violation[]> {
  const listed = idsOf(list, whole.items);
  const known = made.map(({ id }) => String(id)).filter((id) => listed.includes(id));
  // One item may be found for another reason.
  if (known.length < 2 || JSON.stringify(whole.items).includes(ABSENT_WORD)) return [];
  return collect(searchFieldsOf(list.story.contract, list), async (name) => {
    const page = await readLargePage(list, { [name]: ABSENT_WORD });
    const found = idsOf(list, page?.items ?? []);
    if (!page || !known.every((id) => found.includes(id))) return [];
    const message = `A search by "${name}" for "${ABSENT_WORD}", which no item has, finds all items`;
    return [{ key: `search ignored ${name}`, message, exchange: page.exchange }];
  });
}
