import type { Statement } from "../../postgres/sql.ts";

/** Name of the task whose jobs make attempts. */
export const TASK = "deliver";

/** Schema of the jobs, beside that of the tables. Names of schemas have up to 63 characters. */
export function nameQueueSchema(schema: string): string {
  return `${schema.slice(0, 57)}_queue`;
}

/** Number of lost jobs that one statement adds again. A statement with too many would take too long. */
export const MISSING_AT_ONCE = 1000;

/** Real time at which a delivery is due, by a clock that shows $2 and is frozen if $3. */
const runAt = `CASE
    WHEN due <= $2::double precision THEN now()
    WHEN $3::boolean THEN 'infinity'
    ELSE now() + (due - $2::double precision) * interval '1 millisecond'
  END`;

/** Statements on deliveries and their jobs. */
export function deliveryStatements(schema: string) {
  const queue = nameQueueSchema(schema);
  const addJob = (time: string): string => `${queue}.add_job(
    '${TASK}',
    json_build_object('organization', organization, 'webhook', webhook),
    run_at => ${time},
    job_key => number::text
  )`;
  return nameStatements({
    count: `INSERT INTO delivery_counter VALUES ($1, 1)
      ON CONFLICT (organization) DO UPDATE SET last = delivery_counter.last + 1 RETURNING last`,
    // Counts no further than the limit.
    pending: `SELECT count(*)::int AS pending FROM (
        SELECT FROM delivery WHERE organization = $1 AND status = 'pending' LIMIT $2
      ) AS counted`,
    add: `WITH added AS (
        INSERT INTO delivery
          (organization, id, webhook, status, delivery, plan, due, is_held, window_size, window_rank, finished)
        SELECT $1, id, webhook, status, delivery, plan, due, is_held, window_size, window_rank,
          CASE WHEN status <> 'pending' THEN nextval('delivery_turn') END
        FROM unnest(
          $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::double precision[], $10::boolean[],
          $11::int[], $12::double precision[]
        ) WITH ORDINALITY AS given (
          id, webhook, status, delivery, plan, due, is_held, window_size, window_rank, place
        ) ORDER BY place
        RETURNING *
      )
      SELECT ${addJob(`CASE WHEN window_size IS NULL THEN ${runAt} ELSE now() END`)}
      FROM added WHERE status = 'pending'`,
    // One attempt of a webhook at a time, and so many of an organization.
    lock: `WITH locked AS (
        INSERT INTO delivery_lock SELECT $1, $2, $3
        WHERE (SELECT count(*) FROM delivery_lock WHERE organization = $1) < $4::int
        ON CONFLICT DO NOTHING RETURNING webhook
      )
      SELECT EXISTS (SELECT FROM locked) AS "isLocked",
        EXISTS (SELECT FROM delivery_lock WHERE organization = $1 AND webhook = $2) AS "wasLocked"`,
    unlock: "DELETE FROM delivery_lock WHERE organization = $1 AND webhook = $2 AND holder = $3",
    windowed: `SELECT id, due, window_size AS size, window_rank AS rank FROM delivery
      WHERE organization = $1 AND webhook = $2 AND status = 'pending' AND window_size IS NOT NULL ORDER BY number`,
    endWindow: `WITH turned AS MATERIALIZED (
        SELECT id, nextval('delivery_turn') AS turn FROM unnest($2::text[]) WITH ORDINALITY AS given (id, place)
        ORDER BY place
      )
      UPDATE delivery SET window_size = NULL, due = $3, turn = turned.turn, is_held = false
      FROM turned WHERE organization = $1 AND delivery.id = turned.id AND status = 'pending'`,
    first: `SELECT first.*, windowed FROM (
        SELECT count(*)::int AS windowed FROM delivery
        WHERE organization = $1 AND webhook = $2 AND status = 'pending' AND window_size IS NOT NULL
      ) AS counted
      LEFT JOIN LATERAL (
        SELECT id, delivery, plan, due FROM delivery
        WHERE organization = $1 AND webhook = $2 AND status = 'pending' AND window_size IS NULL
        ORDER BY due, turn LIMIT 1
      ) AS first ON true`,
    // Changes nothing if the lock was lost, because another process has taken over.
    write: `WITH held AS (
        SELECT FROM delivery_lock WHERE organization = $1 AND webhook = $2 AND holder = $3 FOR UPDATE
      )
      UPDATE delivery SET status = $5, delivery = $6, plan = $7, due = $8, is_held = $9, turn = nextval('delivery_turn'),
        finished = CASE WHEN $5 <> 'pending' THEN nextval('delivery_turn') END
      FROM held WHERE organization = $1 AND id = $4`,
    trim: `DELETE FROM delivery WHERE organization = $1 AND finished <= (
        SELECT finished FROM delivery WHERE organization = $1 AND finished IS NOT NULL
        ORDER BY finished DESC OFFSET $2 LIMIT 1
      )`,
    // Adds the next job of a webhook ($4), or of all.
    schedule: `SELECT first.due, ${addJob(runAt)} IS NULL FROM (
        SELECT DISTINCT ON (webhook) organization, webhook, number, due FROM delivery
        WHERE organization = $1 AND status = 'pending' AND webhook = coalesce($4, webhook)
        ORDER BY webhook, due, turn
      ) AS first`,
    postpone: `SELECT ${addJob("now() + $3 * interval '1 millisecond'")} FROM delivery
      WHERE organization = $1 AND webhook = $2 AND status = 'pending' ORDER BY due, turn LIMIT 1`,
    // A window ends when it is full, or when its first delivery has waited for long enough.
    isBusy: `SELECT WHERE EXISTS (SELECT FROM delivery_lock WHERE organization = $1)
      OR EXISTS (
        SELECT FROM delivery
        WHERE organization = $1 AND status = 'pending' AND window_size IS NULL AND due <= $2
      )
      OR EXISTS (
        SELECT FROM delivery WHERE organization = $1 AND status = 'pending' AND window_size IS NOT NULL
        GROUP BY webhook HAVING count(*) >= min(window_size) OR min(due) <= $2
      )`,
    releaseHeld: `WITH turned AS MATERIALIZED (
        SELECT id, nextval('delivery_turn') AS turn FROM (
          SELECT id FROM delivery WHERE organization = $1 AND status = 'pending' AND is_held ORDER BY due, turn
        ) AS held
      )
      UPDATE delivery SET is_held = false, due = $2, turn = turned.turn FROM turned
      WHERE organization = $1 AND delivery.id = turned.id AND status = 'pending'`,
    all: "SELECT delivery FROM delivery WHERE organization = $1 ORDER BY number",
    one: "SELECT delivery FROM delivery WHERE organization = $1 AND id = $2",
    hasten: `UPDATE delivery SET due = $3, is_held = false, window_size = NULL, turn = nextval('delivery_turn')
      WHERE organization = $1 AND id = $2 AND status = 'pending'`,
    again: `UPDATE delivery SET status = 'pending', delivery = $3, plan = $4, due = $5, is_held = false,
        turn = nextval('delivery_turn'), finished = NULL
      WHERE organization = $1 AND id = $2 AND status <> 'pending'`,
    end: `WITH ended AS (DELETE FROM delivery WHERE organization = $1 RETURNING number),
        unlocked AS (DELETE FROM delivery_lock WHERE organization = $1)
      SELECT ${queue}.remove_job(number::text) FROM ended`,
    hasAny: "SELECT FROM delivery WHERE organization = $1 LIMIT 1",
    forgetCounter: "DELETE FROM delivery_counter WHERE organization = $1",
    lockers: `SELECT DISTINCT locked_by AS locker FROM ${queue}.jobs WHERE locked_by IS NOT NULL`,
    unlockJobs: `SELECT ${queue}.force_unlock_workers($1)`,
    unlockLost: `DELETE FROM delivery_lock WHERE split_part(holder, '/', 1) <> ALL ($1)
      OR (split_part(holder, '/', 1) = $2 AND holder <> ALL ($3) AND split_part(holder, '/', 2)::bigint <= $4)`,
    // Jobs that were replaced while they ran, and have not ended.
    removeReplaced: `SELECT ${queue}.complete_jobs(ARRAY(
        SELECT id FROM ${queue}.jobs WHERE attempts >= max_attempts AND locked_at IS NULL
      ))`,
    // Jobs that failed wait longer and longer.
    retry: `SELECT ${queue}.reschedule_jobs(
        ARRAY(SELECT id FROM ${queue}.jobs WHERE attempts > 0 AND locked_at IS NULL), run_at => now(), attempts => 0
      )`,
    addMissing: `SELECT ${addJob("now()")} FROM (
        SELECT DISTINCT ON (organization, webhook) organization, webhook, number FROM delivery
        WHERE status = 'pending' ORDER BY organization, webhook, due, turn
      ) AS first
      WHERE NOT EXISTS (SELECT FROM ${queue}.jobs WHERE key = first.number::text)
        AND NOT EXISTS (
          SELECT FROM delivery_lock AS held
          WHERE held.organization = first.organization AND held.webhook = first.webhook
        )
      LIMIT ${MISSING_AT_ONCE}`,
  });
}

/** Statements on deliveries and their jobs, by name. */
export type DeliveryStatements = ReturnType<typeof deliveryStatements>;

function nameStatements<N extends string>(texts: Readonly<Record<N, string>>): Readonly<Record<N, Statement>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, { name: `delivery_${name}`, text }]),
  ) as Record<N, Statement>;
}
