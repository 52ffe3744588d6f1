import type { Contract, Location } from "../../contracts/index.ts";

/** A claim in a row of the specification, with a search for it in the contracts. */
export interface Claim {
  /** Description such as "query base_version of PUT /v1/entity/schemas/{slug}". */
  readonly says: string;
  look(platform: readonly Contract[]): Look;
}

/** Location of a claim in the contracts, or its missing part. */
export type Look = { readonly at: readonly Location[] } | { readonly missing: string };

/** A row of a table, an item of a numbered list, or a statement of the specification. */
export interface Row {
  readonly section: string;
  /**
   * Start of the row in the specification: its first cell, or the first two if both identify it (method and path,
   * resource and field, status and condition). For an item of a list, its number ("5.3.2"). For a statement, its first
   * words.
   */
  readonly row: string;
  readonly claims: readonly Claim[];
}
