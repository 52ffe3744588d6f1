import { batched } from "../../postgres/batched.ts";
import type { Sql, Statement } from "../../postgres/sql.ts";
import type { SharedSettings } from "../store.ts";
import type { CurrentItem, ItemKey } from "./items.ts";

/** What a request needs to begin. */
export interface AskedArrival {
  /** Encoded name of the organization. */
  readonly name: string;
  /** Version of its settings that this process knows. Null for none, undefined to read them in any case. */
  readonly version: string | null | undefined;
  readonly item: ItemKey | undefined;
}

/** What the database has of it. */
export interface FoundArrival {
  /** Settings of the organization, if their version is another one. */
  readonly settings: SharedSettings | undefined;
  /** Undefined if no item was asked for. */
  readonly item: CurrentItem | undefined;
}

interface Row extends CurrentItem {
  readonly settings: SharedSettings | null;
}

/** $1 is the base. */
const statement: Statement = {
  name: "arrive",
  text: `SELECT settings.changed AS settings, own.layer AS own, cardinality(own.chain) AS depth,
      found.layer, found.number, found.revision, found.stored
    FROM unnest($2::text[], $3::bigint[], $4::text[], $5::text[]) WITH ORDINALITY
      AS asked (name, version, collection, id, place)
    LEFT JOIN tenant ON tenant.organization = asked.name
    CROSS JOIN LATERAL (
      SELECT CASE WHEN tenant.version IS DISTINCT FROM asked.version THEN json_build_object(
        'version', tenant.version::text, 'clock', clock, 'faults', faults, 'rateLimit', rate_limit
      ) END AS changed
    ) AS settings
    LEFT JOIN LATERAL (
      SELECT max(organization.layer) AS layer, coalesce(max(layer.chain), $1::bigint[]) AS chain
      FROM organization JOIN layer ON layer.id = organization.layer WHERE organization.name = asked.name
    ) AS own ON asked.id IS NOT NULL
    LEFT JOIN LATERAL (
      SELECT * FROM item WHERE layer = ANY (own.chain) AND collection = asked.collection AND id = asked.id
      ORDER BY array_position(own.chain, layer) LIMIT 1
    ) AS found ON true
    ORDER BY place`,
};

/** Reads what several requests need to begin in one statement. */
export function arrivalsIn(
  sql: Sql,
  base: () => Promise<readonly string[]>,
): (asked: AskedArrival) => Promise<FoundArrival> {
  return batched(async (asked) => {
    const rows = await sql.rows<Row>(statement, [
      await base(),
      asked.map(({ name }) => name),
      // No row has this version: it is read, or its absence is shown.
      asked.map(({ version }) => (version === undefined ? "-1" : version)),
      asked.map(({ item }) => item?.collection),
      asked.map(({ item }) => item?.id),
    ]);
    return rows.map((row, index) => ({ settings: row.settings ?? undefined, item: asked[index]?.item && row }));
  });
}
