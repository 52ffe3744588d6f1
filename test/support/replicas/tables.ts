import pg from "pg";

/** Number of rows of each table that is not empty, by schema and name. Those of the server itself are left out. */
export async function countRows(url: string): Promise<ReadonlyMap<string, number>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ schema: string; name: string }>(
      `SELECT schemaname AS schema, tablename AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2`,
    );
    const counts = new Map<string, number>();
    for (const { schema, name } of tables) {
      const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM "${schema}"."${name}"`);
      if (rows[0]?.n) counts.set(`${schema}.${name}`, rows[0].n);
    }
    return counts;
  } finally {
    await client.end();
  }
}

/** Size of all tables of Concord with their indexes, in bytes, by schema and name. */
export async function tableSizes(url: string): Promise<ReadonlyMap<string, number>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; bytes: string }>(
      `SELECT schemaname || '.' || tablename AS name, pg_total_relation_size(format('%I.%I', schemaname, tablename)) AS bytes
      FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    );
    return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
  } finally {
    await client.end();
  }
}
