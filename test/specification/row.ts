import type { Contract, Location } from "../../contracts/index.ts";

/** Something that a row of the specification says, and how to find it in the contracts. */
export interface Claim {
  /** Such as "query base_version of PUT /v1/entity/schemas/{slug}". */
  readonly says: string;
  look(platform: readonly Contract[]): Look;
}

/** Where a claim is carried, or what is missing of it. */
export type Look = { readonly at: readonly Location[] } | { readonly missing: string };

/** One row of a table of the specification, one item of its numbered lists, or one of its plain statements. */
export interface Row {
  readonly section: string;
  /**
   * How the row begins there: its first cell, or the first two where they name it together (method and
   * path, resource and field, status and condition); "5.3.2" for an item of a list; for a statement its
   * first words.
   */
  readonly row: string;
  readonly claims: readonly Claim[];
}
