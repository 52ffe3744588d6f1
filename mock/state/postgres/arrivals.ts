import { batched } from "../../postgres/batched.ts";
import type { Sql } from "../../postgres/sql.ts";
import type { SharedSettings } from "../store.ts";
import type { CurrentItem, ItemKey } from "./items.ts";
import { statements } from "./statements.ts";

/** Request that begins. */
export interface AskedArrival {
  /** Encoded name of the organization. */
  readonly name: string;
  /** Version of its settings that this process knows. Null for none, undefined to read them in any case. */
  readonly version: string | null | undefined;
  readonly item: ItemKey | undefined;
}

/** Settings and item that the database has for it. */
export interface FoundArrival {
  /** Settings of the organization, if their version is another one. */
  readonly settings: SharedSettings | undefined;
  /** Undefined if no item was asked for. */
  readonly item: CurrentItem | undefined;
}

interface Row extends CurrentItem {
  readonly settings: SharedSettings | null;
}

/** Reads the settings and the items with which several requests begin, in one statement. */
export function createArrivals(
  sql: Sql,
  base: () => Promise<readonly string[]>,
): (asked: AskedArrival) => Promise<FoundArrival> {
  return batched(async (asked) => {
    const rows = await sql.rows<Row>(statements.arrive, [
      asked.map(({ name }) => name),
      // No row has this version: it is read, or its absence is shown.
      asked.map(({ version }) => (version === undefined ? "-1" : version)),
      asked.map(({ item }) => item?.collection),
      asked.map(({ item }) => item?.id),
      await base(),
    ]);
    return rows.map((row, index) => ({ settings: row.settings ?? undefined, item: asked[index]?.item && row }));
  });
}
