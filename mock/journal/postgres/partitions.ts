import type { Database } from "../../postgres/database.ts";
import { statements } from "./statements.ts";

/** Partitions of the journal: one for each day (UTC) of the database's clock. */
export interface Partitions {
  /** Creates those for exchanges between two times (microseconds since 1970), and that of the next day. */
  prepare(from: number, until: number): Promise<void>;
  /** Forgets which partitions there are, because another process may have dropped one. */
  forget(): void;
  /** Drops the partitions that are older than the retention. */
  dropOld(now: number): Promise<void>;
}

const DAY = 86_400_000_000;

/** @param days number of days before today that are kept. */
export function createPartitions(database: Database, days: number): Partitions {
  const known = new Set<number>();
  return {
    async prepare(from, until) {
      const missing = daysBetween(from, until + DAY).filter((day) => !known.has(day));
      if (missing.length === 0) return;
      await database.transact(async (sql) => {
        await sql.rows(statements.lockPartitions, []);
        const there = new Set((await sql.rows<{ name: string }>(statements.partitions, [])).map(({ name }) => name));
        for (const day of missing.filter((each) => !there.has(namePartition(each)))) {
          const name = namePartition(day);
          const text = `CREATE TABLE ${name} PARTITION OF journal
            FOR VALUES FROM ('${formatDay(day)} 00:00:00+00') TO ('${formatDay(day + 1)} 00:00:00+00')`;
          await sql.count({ name, text }, []);
        }
      });
      for (const day of missing) known.add(day);
    },
    forget: () => known.clear(),
    async dropOld(now) {
      const oldest = namePartition(toDayNumber(now) - days);
      const all = await database.rows<{ name: string }>(statements.partitions, []);
      // Their names are in the order of their days.
      const old = all.map(({ name }) => name).filter((name) => name < oldest);
      if (old.length === 0) return;
      await database.transact(async (sql) => {
        await sql.rows(statements.lockPartitions, []);
        for (const name of old) await sql.count({ name: `drop_${name}`, text: `DROP TABLE IF EXISTS ${name}` }, []);
      });
      await database.transact(async (sql) => {
        const empty = await sql.rows<{ organization: string }>(statements.lockEmpty, []);
        // Looks again: a replica may have written exchanges before the lock.
        await sql.count(statements.removeTotal, [empty.map(({ organization }) => organization)]);
      });
    },
  };
}

function daysBetween(from: number, until: number): number[] {
  const [first, last] = [toDayNumber(from), toDayNumber(until)];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function toDayNumber(time: number): number {
  return Math.floor(time / DAY);
}

function formatDay(day: number): string {
  return new Date((day * DAY) / 1000).toISOString().slice(0, 10);
}

function namePartition(day: number): string {
  return `journal_${formatDay(day).replaceAll("-", "")}`;
}
