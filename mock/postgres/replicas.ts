import { createHash } from "node:crypto";
import type { Database } from "./database.ts";
import type { Statement } from "./sql.ts";

/** Processes that share a database. Each writes at intervals that it is alive. */
export interface Replicas {
  /**
   * Registers this process, and goes on to say that it is alive.
   * @param settings settings that all processes need alike, by name.
   * @returns the names of those in which a process that is alive differs from this one.
   */
  start(settings?: Readonly<Record<string, string>>): Promise<readonly string[]>;
  /** Names of the processes that are alive, this one included. */
  live(): Promise<readonly string[]>;
  /** Calls back after a process has ended or has stopped to say that it is alive. Several processes may do so. */
  onDeath(work: (live: readonly string[]) => Promise<void>): void;
  close(): Promise<void>;
}

/** Interval of the signs of life, in milliseconds. */
const BEAT_MS = 1000;

/** Time without a sign of life after which a process counts as dead, in seconds. */
const DEAD_AFTER_S = 5;

/** Condition on the table "replica" for the processes that are alive. */
export const isAlive = `seen_at >= now() - interval '${DEAD_AFTER_S} seconds'`;

const statements = {
  beat: {
    name: "replica_beat",
    text: `INSERT INTO replica (name, seen_at, settings) VALUES ($1, now(), $2)
      ON CONFLICT (name) DO UPDATE SET seen_at = now(), settings = excluded.settings`,
  },
  others: {
    name: "replica_others",
    text: `SELECT settings FROM replica WHERE ${isAlive} AND name <> $1 AND settings IS NOT NULL`,
  },
  dead: {
    name: "replica_dead",
    text: `SELECT name FROM replica WHERE NOT ${isAlive}`,
  },
  live: {
    name: "replica_live",
    text: `SELECT name FROM replica WHERE ${isAlive} ORDER BY name`,
  },
  remove: { name: "replica_remove", text: "DELETE FROM replica WHERE name = ANY ($1)" },
} satisfies Record<string, Statement>;

/** Creates the register of the processes of a database. */
export function createReplicas(database: Database): Replicas {
  const works: ((live: readonly string[]) => Promise<void>)[] = [];
  /** Written with each sign of life: another process removes the row of one that seemed dead. */
  let settingsText = "{}";
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | undefined;
  return {
    async start(settings = {}) {
      const hashes = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, digestValue(value)]));
      settingsText = JSON.stringify(hashes);
      await sayAlive();
      const others = await database.rows<{ settings: Record<string, string> }>(statements.others, [database.replica]);
      timer ??= setInterval(() => {
        // While the database is away, nobody can see a sign of life, and the next one is tried again.
        beating ??= beat()
          .catch(() => undefined)
          .finally(() => (beating = undefined));
      }, BEAT_MS);
      timer.unref();
      return Object.keys(hashes).filter((name) =>
        others.some(({ settings: theirs }) => theirs[name] !== undefined && theirs[name] !== hashes[name]),
      );
    },
    live,
    onDeath: (work) => void works.push(work),
    async close() {
      clearInterval(timer);
      await beating;
      await database.count(statements.remove, [[database.replica]]).catch(() => undefined);
    },
  };

  async function sayAlive(): Promise<void> {
    await database.count(statements.beat, [database.replica, settingsText]);
  }

  async function beat(): Promise<void> {
    await sayAlive();
    const dead = await database.rows<{ name: string }>(statements.dead, []);
    if (dead.length === 0) return;
    const alive = await live();
    for (const work of works) await work(alive);
    // Last: a process that dies during this work leaves it to another one.
    await database.count(statements.remove, [dead.map(({ name }) => name)]);
  }

  async function live(): Promise<readonly string[]> {
    const rows = await database.rows<{ name: string }>(statements.live, []);
    return rows.map(({ name }) => name);
  }
}

/** Seeds and documents stay out of the database. */
function digestValue(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}
