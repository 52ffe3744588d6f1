import type { Database } from "../../postgres/database.ts";
import type { Sql } from "../../postgres/sql.ts";
import type { Items } from "./items.ts";

/** Ways to the tables: of single items, of other statements, and of several that belong together. */
export interface Access {
  readonly items: Items;
  readonly sql: Sql;
  readonly transact: Database["transact"];
  /** Runs the addition of an organization. It stays if the unit is discarded, because it has no items of its own. */
  readonly addOrganization: Database["transact"];
}
