import { isAlive } from "../../postgres/replicas.ts";
import type { Statement } from "../../postgres/sql.ts";

/** Number of the advisory lock under which partitions are created and dropped: "jour" in ASCII. */
const PARTITION_LOCK = 0x6a_6f_75_72;

/** Times are microseconds since 1970, because those of JavaScript have no more than milliseconds. */
const microseconds = (time: string): string => `(extract(epoch FROM ${time}) * 1000000)::bigint`;
const writeTimestamp = (number: string): string => `(timestamptz 'epoch' + ${number} * interval '1 microsecond')`;

const latestFirst = "ended_at DESC, replica DESC, sequence DESC";
const earliestFirst = "ended_at, replica, sequence";

/** Statement that reads the latest exchanges of organizations: $1 of each, and $2 bytes of all. */
function reading(name: string, condition: string): Statement {
  return {
    name,
    text: `SELECT organization, recorded, lost, exchange FROM (
       SELECT *, sum(octet_length(exchange)) OVER (ORDER BY ${latestFirst}) AS size
       FROM journal_total t LEFT JOIN LATERAL (
         SELECT ended_at, replica, sequence, exchange FROM journal j
         WHERE j.organization = t.organization ORDER BY ${latestFirst} LIMIT $1
       ) latest ON true
       WHERE ${condition}
     ) sized WHERE size IS NULL OR size <= $2 ORDER BY ${earliestFirst}`,
  };
}

export const statements = {
  now: { name: "journal_now", text: `SELECT ${microseconds("clock_timestamp()")} AS now` },
  /**
   * Writes a batch, counts it, and says up to when the replica has written everything ($8). A batch that is there
   * already is not counted. Organizations are sorted, because replicas that write the same ones would else wait for
   * each other.
   */
  write: {
    name: "journal_write",
    text: `WITH written AS (
       INSERT INTO journal (organization, ended_at, replica, sequence, exchange)
       SELECT organization, ${writeTimestamp("ended")}, $9::uuid, sequence, exchange
       FROM ROWS FROM (unnest($1::text[], $2::bigint[], $3::bigint[]), json_array_elements_text($4::json))
         AS given (organization, ended, sequence, exchange)
       ON CONFLICT DO NOTHING RETURNING organization
     ), counted AS (
       SELECT organization, 1 AS recorded, 0 AS lost FROM written
       UNION ALL
       SELECT organization, recorded, lost
       FROM unnest($5::text[], $6::bigint[], $7::bigint[]) AS dropped (organization, recorded, lost)
       WHERE EXISTS (SELECT FROM written) OR cardinality($1) = 0
     ), total AS (
       INSERT INTO journal_total AS known (organization, recorded, lost)
       SELECT organization, sum(recorded), sum(lost) FROM counted GROUP BY organization ORDER BY organization
       ON CONFLICT (organization) DO UPDATE
       SET recorded = known.recorded + excluded.recorded, lost = known.lost + excluded.lost
     ), marked AS (
       UPDATE replica SET journal_until = greatest(journal_until, ${writeTimestamp("$8::bigint")}) WHERE name = $9::text
     )
     SELECT ${microseconds("clock_timestamp()")} AS now`,
  },
  /** Number of live replicas that have not written everything up to $1, and the time up to which all have. */
  behind: {
    name: "journal_behind",
    text: `SELECT count(*)::int AS count, ${microseconds("min(coalesce(journal_until, timestamptz 'epoch'))")} AS until
       FROM replica WHERE ${isAlive} AND (journal_until IS NULL OR journal_until < ${writeTimestamp("$1::bigint")})`,
  },
  read: reading("journal_read", "t.organization = $3"),
  readAll: reading("journal_read_all", "true"),
  organizations: { name: "journal_organizations", text: "SELECT organization FROM journal_total" },
  /** Replicas that write exchanges of the organization wait for the end of the transaction. */
  lock: { name: "journal_lock", text: "SELECT FROM journal_total WHERE organization = $1 FOR UPDATE" },
  remove: {
    name: "journal_remove",
    text: `DELETE FROM journal WHERE organization = $1 AND ($2::bigint IS NULL OR ended_at < ${writeTimestamp("$2::bigint")})`,
  },
  /** Removes all but the latest $2 exchanges. */
  trim: {
    name: "journal_trim",
    text: `DELETE FROM journal WHERE organization = $1 AND (ended_at, replica, sequence) <= (
         SELECT ended_at, replica, sequence FROM journal
         WHERE organization = $1 ORDER BY ${latestFirst} OFFSET $2 LIMIT 1
       )`,
  },
  countAgain: {
    name: "journal_count_again",
    text: `UPDATE journal_total SET lost = 0, recorded = (SELECT count(*) FROM journal WHERE organization = $1)
       WHERE organization = $1`,
  },
  removeTotal: {
    name: "journal_remove_total",
    text: `DELETE FROM journal_total total WHERE organization = ANY ($1)
       AND NOT EXISTS (SELECT FROM journal WHERE journal.organization = total.organization)`,
  },
  lockEmpty: {
    name: "journal_lock_empty",
    text: `SELECT organization FROM journal_total total
       WHERE NOT EXISTS (SELECT FROM journal WHERE journal.organization = total.organization)
       FOR UPDATE SKIP LOCKED`,
  },
  lockPartitions: { name: "journal_lock_partitions", text: `SELECT pg_advisory_xact_lock(${PARTITION_LOCK})` },
  partitions: {
    name: "journal_partitions",
    text: `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
       WHERE inhparent = 'journal'::regclass`,
  },
} satisfies Record<string, Statement>;
