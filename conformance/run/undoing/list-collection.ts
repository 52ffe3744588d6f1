import { canonicalPath } from "../../../contracts/index.ts";
import type { Send } from "../../items/item.ts";
import { type Listing, MAX_PAGES } from "../../items/listed-items.ts";
import { findListings } from "../../relations/lists/listing.ts";
import { type FirstPages, openList, readFirstPages } from "../../relations/lists/walk.ts";
import type { Target } from "../../target/target.ts";

/** Items of a collection below certain items, on at most a number of pages. Undefined if the contract has no list of it, or it is not answered. */
export async function listCollection(
  { contract, role, values }: Listing,
  exchange: Send,
  { target, most = MAX_PAGES }: { readonly target: Target; readonly most?: number },
): Promise<FirstPages | undefined> {
  const [list] = findListings(contract, canonicalPath(role.collection));
  if (!list) return undefined;
  const scope = { contract, exchange, target, pause: async () => {} };
  return readFirstPages(openList(list, { values, value: {} }, scope), {}, { most, isWholeOnly: true }).catch(
    () => undefined,
  );
}
