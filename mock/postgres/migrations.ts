import type { ClientBase } from "pg";
import { ToolError } from "../../contracts/index.ts";

/** Number of the advisory lock under which migrations run: "conc" in ASCII. */
const MIGRATION_LOCK = 0x63_6f_6e_63;

/** Number of the advisory lock under which layers are removed: "layr" in ASCII. */
const REMOVAL_LOCK = 0x6c_61_79_72;

/**
 * Migrations, in order. Their number is the version of the schema. A migration that was published is never changed.
 *
 * A layer holds changes above its parent. An organization reads its own layer and all that are below it, and writes to
 * its own layer alone. A fork freezes the layer of the origin, and gives both organizations a new layer above it. An
 * item without a value hides the item of a lower layer.
 */
export const migrations = [
  `CREATE TABLE layer (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     parent bigint REFERENCES layer,
     -- The layer itself and all below it, the topmost first.
     chain bigint[] NOT NULL
   );
   CREATE INDEX layer_parent ON layer (parent);
   CREATE TABLE organization (
     name text COLLATE "C" PRIMARY KEY,
     layer bigint NOT NULL REFERENCES layer
   );
   CREATE INDEX organization_layer ON organization (layer);
   CREATE TABLE counter (
     organization text COLLATE "C" PRIMARY KEY,
     last bigint NOT NULL
   );
   CREATE TABLE base (
     hash text PRIMARY KEY,
     layer bigint NOT NULL REFERENCES layer
   );
   CREATE SEQUENCE item_number;
   CREATE TABLE item (
     layer bigint NOT NULL REFERENCES layer ON DELETE CASCADE,
     collection text COLLATE "C" NOT NULL,
     id text COLLATE "C" NOT NULL,
     -- Place in the order of creation, the same in all layers.
     number bigint NOT NULL,
     revision bigint NOT NULL,
     -- JSON as text: jsonb has no NUL and no order of members.
     stored text,
     PRIMARY KEY (layer, collection, id)
   );
   -- Of visible items: lists and their totals need no others.
   CREATE INDEX item_order ON item (layer, collection, number) WHERE stored IS NOT NULL;`,
  // Processes that share the database, and what tenants own beside items.
  `CREATE TABLE replica (
     name text PRIMARY KEY,
     seen_at timestamptz NOT NULL,
     -- All exchanges that ended before are in the journal. Written by the journal.
     journal_until timestamptz
   );
   CREATE TABLE tenant (
     organization text COLLATE "C" PRIMARY KEY,
     -- Changes with each write: processes read the rest again. From a sequence, because a tenant can end and come again.
     version bigint NOT NULL,
     -- Not jsonb, which changes the order of members.
     clock json,
     faults json,
     rate_limit json
   );
   CREATE SEQUENCE tenant_version;
   CREATE SEQUENCE world_number;
   CREATE TABLE bucket (
     organization text COLLATE "C" NOT NULL,
     operation text COLLATE "C" NOT NULL,
     tokens double precision NOT NULL,
     at double precision NOT NULL,
     -- Result of the last request: seconds to wait.
     wait int NOT NULL,
     PRIMARY KEY (organization, operation)
   );`,
  // Exchanges. Its partitions have a day each, and are created and dropped by the journal.
  `CREATE TABLE journal (
     organization text COLLATE "C" NOT NULL,
     -- By the clock of the database.
     ended_at timestamptz NOT NULL,
     replica uuid NOT NULL,
     -- Place in the order of its replica.
     sequence bigint NOT NULL,
     -- JSON as text: jsonb has no NUL.
     exchange text NOT NULL,
     -- A batch that is written again after a lost connection adds nothing.
     PRIMARY KEY (organization, ended_at, replica, sequence)
   ) PARTITION BY RANGE (ended_at);
   CREATE TABLE journal_total (
     organization text COLLATE "C" PRIMARY KEY,
     -- Exchanges so far, with those that were lost or whose partition was dropped.
     recorded bigint NOT NULL,
     -- Exchanges that a replica dropped because it could not write them.
     lost bigint NOT NULL
   );`,
  // Deliveries to webhooks. Jobs that make their attempts are in a schema of their own.
  `CREATE SEQUENCE delivery_turn;
   CREATE TABLE delivery (
     organization text COLLATE "C" NOT NULL,
     id text COLLATE "C" NOT NULL,
     -- Place in the log, and key of its job.
     number bigint GENERATED ALWAYS AS IDENTITY,
     webhook text COLLATE "C" NOT NULL,
     status text NOT NULL,
     -- JSON as text: jsonb has no NUL and no order of members.
     delivery text NOT NULL,
     -- The next attempt, and the effects of faults after it.
     plan text NOT NULL,
     -- Time of the next attempt, in milliseconds by the clock of the organization.
     due double precision NOT NULL,
     -- Order of those that are due at the same time.
     turn bigint NOT NULL DEFAULT nextval('delivery_turn'),
     is_held boolean NOT NULL,
     -- Set if it waits for others of its webhook, to be sent in another order.
     window_size int,
     window_rank double precision,
     -- Order of those that are finished.
     finished bigint,
     PRIMARY KEY (organization, id)
   );
   CREATE INDEX delivery_pending ON delivery (organization, webhook, due, turn) WHERE status = 'pending';
   CREATE INDEX delivery_finished ON delivery (organization, finished) WHERE finished IS NOT NULL;
   -- Webhooks with an attempt in progress: there is one at a time.
   CREATE TABLE delivery_lock (
     organization text COLLATE "C" NOT NULL,
     webhook text COLLATE "C" NOT NULL,
     -- Process and number of the attempt.
     holder text NOT NULL,
     PRIMARY KEY (organization, webhook)
   );
   CREATE TABLE delivery_counter (
     organization text COLLATE "C" PRIMARY KEY,
     last bigint NOT NULL
   );`,
  // Hashes of the settings that all processes need alike, by name.
  `ALTER TABLE replica ADD COLUMN settings json;`,
  // Forks and ends of organizations in one statement each: a round trip takes longer than the work.
  `CREATE FUNCTION add_layer(below bigint) RETURNS bigint LANGUAGE sql AS $$
     INSERT INTO layer (id, parent, chain) OVERRIDING SYSTEM VALUE
     SELECT id, below, id || coalesce((SELECT chain FROM layer WHERE layer.id = below), '{}')
     FROM nextval(pg_get_serial_sequence('layer', 'id')) AS id RETURNING id
   $$;
   -- Removes a layer and those below it that nobody reads any more.
   CREATE FUNCTION remove_unread(top bigint) RETURNS void LANGUAGE plpgsql AS $$
   BEGIN
     IF top IS NULL THEN
       RETURN;
     END IF;
     -- One transaction at a time: of two that remove the last layers above the same one, each would else leave it.
     PERFORM pg_advisory_xact_lock(${REMOVAL_LOCK});
     WHILE top IS NOT NULL LOOP
       DELETE FROM layer WHERE id = top
         AND NOT EXISTS (SELECT FROM organization WHERE organization.layer = top)
         AND NOT EXISTS (SELECT FROM layer AS child WHERE child.parent = top)
         AND NOT EXISTS (SELECT FROM base WHERE base.layer = top)
         RETURNING parent INTO top;
     END LOOP;
   END $$;
   -- Freezes the layer of an organization, if it has changes, and gives it a new one. Returns the layer to build on.
   CREATE FUNCTION freeze_layer(owner text, present bigint, max_depth int) RETURNS bigint LANGUAGE plpgsql AS $$
   DECLARE
     below bigint;
     present_chain bigint[];
     shared bigint := present;
   BEGIN
     SELECT parent, chain INTO below, present_chain FROM layer WHERE id = present;
     IF below IS NOT NULL AND NOT EXISTS (SELECT FROM item WHERE layer = present) THEN
       RETURN below;
     END IF;
     IF cardinality(present_chain) >= max_depth THEN
       shared := add_layer(NULL);
       INSERT INTO item (layer, collection, id, number, revision, stored)
       SELECT shared, collection, id, number, 1, stored FROM (
         SELECT DISTINCT ON (collection, id) collection, id, number, stored FROM item WHERE layer = ANY (present_chain)
         ORDER BY collection, id, array_position(present_chain, layer)
       ) AS visible WHERE stored IS NOT NULL;
     END IF;
     UPDATE organization SET layer = add_layer(shared) WHERE name = owner;
     IF shared <> present THEN
       PERFORM remove_unread(present);
     END IF;
     RETURN shared;
   END $$;
   -- Gives an organization the items of another one, without a copy. Without a row, the other one has those of the base.
   CREATE FUNCTION fork_organization(origin text, fork text, base bigint, max_depth int) RETURNS void
   LANGUAGE plpgsql AS $$
   DECLARE
     present bigint;
     below bigint := base;
   BEGIN
     -- Of names that have no row, too.
     PERFORM pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest(ARRAY[origin, fork]) AS name ORDER BY name;
     PERFORM FROM organization WHERE name IN (origin, fork) ORDER BY name FOR UPDATE;
     SELECT layer INTO present FROM organization WHERE name = origin;
     IF FOUND THEN
       below := freeze_layer(origin, present, max_depth);
     END IF;
     SELECT layer INTO present FROM organization WHERE name = fork;
     INSERT INTO organization VALUES (fork, add_layer(below)) ON CONFLICT (name) DO UPDATE SET layer = excluded.layer;
     DELETE FROM counter WHERE organization = fork;
     INSERT INTO counter SELECT fork, last FROM counter WHERE organization = origin
     ON CONFLICT (organization) DO UPDATE SET last = excluded.last;
     PERFORM remove_unread(present);
   END $$;
   -- Without a row, an organization has the items of the base.
   CREATE FUNCTION forget_organization(forgotten text) RETURNS void LANGUAGE plpgsql AS $$
   DECLARE
     present bigint;
   BEGIN
     PERFORM pg_advisory_xact_lock(hashtextextended(forgotten, 0));
     DELETE FROM organization WHERE name = forgotten RETURNING layer INTO present;
     DELETE FROM counter WHERE organization = forgotten;
     PERFORM remove_unread(present);
   END $$;`,
  // A fork with a new name, and with the settings of its origin, in one statement.
  `CREATE FUNCTION fork_settings(origin text, fork text) RETURNS void LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO tenant (organization, version, clock, faults, rate_limit)
     SELECT fork, nextval('tenant_version'), clock,
       CASE WHEN faults IS NOT NULL THEN
         json_build_object('settings', faults -> 'settings', 'counters', '[]'::json)
       END, rate_limit
     FROM tenant WHERE organization = origin
     ON CONFLICT (organization) DO UPDATE SET version = excluded.version, clock = excluded.clock,
       faults = excluded.faults, rate_limit = excluded.rate_limit;
     IF NOT FOUND THEN
       DELETE FROM tenant WHERE organization = fork;
     END IF;
   END $$;
   -- The name is the beginning and a number. No organization has it, and no snapshot of one.
   CREATE FUNCTION fork_new(origin text, beginning text, base bigint, max_depth int) RETURNS text
   LANGUAGE plpgsql AS $$
   DECLARE
     fork text COLLATE "C";
   BEGIN
     LOOP
       fork := beginning || nextval('world_number');
       -- No text has a character after U+10FFFF.
       EXIT WHEN NOT EXISTS (SELECT FROM organization WHERE name >= fork AND name < fork || U&'\\+10FFFF');
     END LOOP;
     PERFORM fork_organization(origin, fork, base, max_depth);
     PERFORM fork_settings(origin, fork);
     RETURN fork;
   END $$;`,
];

/**
 * Creates or updates the tables in a schema. Processes that start together take turns.
 * @throws ToolError "newer-state" if a newer version of Concord has written them.
 */
export async function migrate(client: ClientBase, schema: string): Promise<void> {
  await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
  try {
    // An existing schema needs no right to create one, which CREATE SCHEMA IF NOT EXISTS does.
    const { rows: known } = await client.query("SELECT FROM pg_namespace WHERE nspname = $1", [schema]);
    if (known.length === 0) await client.query(`CREATE SCHEMA ${schema}`);
    await client.query(`CREATE TABLE IF NOT EXISTS ${schema}.version (number int NOT NULL)`);
    const { rows } = await client.query<{ number: number }>(`SELECT number FROM ${schema}.version`);
    const version = rows[0]?.number ?? 0;
    if (version > migrations.length)
      throw new ToolError(
        "newer-state",
        `Cannot use the state in PostgreSQL: its schema has version ${version}, and this Concord knows up to ${migrations.length}`,
        { hint: "Update Concord, or use another database" },
      );
    if (version === migrations.length) return;
    await client.query("BEGIN");
    await client.query(`SET LOCAL search_path TO ${schema}`);
    for (const migration of migrations.slice(version)) await client.query(migration);
    await client.query("DELETE FROM version");
    await client.query("INSERT INTO version VALUES ($1)", [migrations.length]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => undefined);
  }
}
