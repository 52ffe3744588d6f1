import type { Database } from "../postgres/database.ts";
import type { Statement } from "../postgres/sql.ts";
import { encodeName } from "../state/storage-names.ts";
import type { Bucket, SharedBuckets } from "./limits.ts";

/** Tokens at the time $4, with a burst of $3 and $5 tokens a second. The same as `take` in limits.ts. */
const filled = "least($3, bucket.tokens + greatest(0, $4 - bucket.at) / 1000 * $5)";

const statements = {
  take: {
    name: "bucket_take",
    text: `INSERT INTO bucket AS bucket (organization, operation, tokens, at, wait)
      VALUES ($1, $2, $3::double precision - 1, $4::double precision, 0)
      ON CONFLICT (organization, operation) DO UPDATE SET
        tokens = CASE WHEN ${filled} >= 1 THEN ${filled} - 1 ELSE bucket.tokens END,
        at = CASE WHEN ${filled} >= 1 THEN greatest($4, bucket.at) ELSE bucket.at END,
        wait = CASE WHEN ${filled} >= 1 THEN 0
          ELSE greatest(1, ceil((1 - ${filled}) / $5::double precision))::int END
      RETURNING wait`,
  },
  clear: { name: "bucket_clear", text: "DELETE FROM bucket WHERE organization = $1" },
  load: { name: "bucket_load", text: "SELECT operation, tokens, at FROM bucket WHERE organization = $1" },
} satisfies Record<string, Statement>;

/** Buckets of an organization in PostgreSQL. A call is counted by one statement, so that none is counted twice. */
export function createSharedBuckets(database: Database, organization: string): SharedBuckets {
  return {
    async take(operation, { burst, perSecond }, now) {
      const values = [encodeName(organization), operation, burst, now, perSecond];
      const [row] = await database.rows<{ wait: number }>(statements.take, values);
      return (row as { readonly wait: number }).wait;
    },
    async clear() {
      await database.count(statements.clear, [encodeName(organization)]);
    },
    async load() {
      const rows = await database.rows<Bucket & { operation: string }>(statements.load, [encodeName(organization)]);
      return new Map(rows.map(({ operation, tokens, at }) => [operation, { tokens, at }]));
    },
  };
}
