import type { Contract, Json, Role } from "../../contracts/index.ts";

/** A collection below certain items. */
export interface Listing {
  readonly api: string;
  readonly contract: Contract;
  /** Role of an operation on the collection. */
  readonly role: Role;
  /** Path parameter values of the collection. */
  readonly values: readonly Json[];
  readonly path: string;
}

/** Items of a list, and true if these are all. */
export interface ListedItems {
  readonly items: readonly Json[];
  readonly isWhole: boolean;
  /** Number of items of the whole list, if it says it. */
  readonly total?: number | undefined;
}

/** Lists a collection. Undefined if it cannot be listed. */
export type ListItems = (listing: Listing) => Promise<ListedItems | undefined>;

export function listingKey({ api, path }: Pick<Listing, "api" | "path">): string {
  return `${api} ${path}`;
}

/** Maximum number of requests to list a collection. */
export const MAX_PAGES = 30;

/** Number of requests to keep back for a list that had a number of items, and may have more. */
export function countReservedPages(listed: ListedItems | undefined): number {
  return Math.min(MAX_PAGES, Math.ceil((listed?.items.length ?? 0) / 50) + 3);
}
