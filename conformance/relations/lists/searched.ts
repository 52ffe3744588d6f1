import { type Contract, propertyNamesOf, searchNames, typesOf } from "../../../contracts/index.ts";
import type { Item } from "../../items/item.ts";
import type { Violation } from "../story/violation.ts";
import type { Listing } from "./listing.ts";
import { type FirstPages, type ListScope, allOf, pageOf } from "./walk.ts";

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

interface Searched {
  readonly listing: Listing;
  /** Items that the run created in the list. */
  readonly made: readonly [Item, ...Item[]];
  /** The unfiltered list. */
  readonly whole: FirstPages;
}

/** Violations of searches: a word that no item has does not find all items. */
export async function searchViolations(
  { listing, made, whole }: Searched,
  story: ListScope,
): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  const listed = new Set(whole.items.map(listing.idOf));
  const known = made.map(({ id }) => String(id)).filter((id) => listed.has(id));
  // One item may be found for another reason.
  if (known.length < 2 || JSON.stringify(whole.items).includes(ABSENT_WORD)) return [];
  for (const name of searchFieldsOf(story.contract, listing)) {
    const page = await pageOf(listing, made[0], story, { ...allOf(listing), [name]: ABSENT_WORD });
    const found = new Set(page?.items.map(listing.idOf));
    if (!page || !known.every((id) => found.has(id))) continue;
    const message = `A search by "${name}" for "${ABSENT_WORD}", which no item has, finds all items`;
    violations.push({ key: `search ignored ${name}`, message, exchange: page.exchange });
  }
  return violations;
}
