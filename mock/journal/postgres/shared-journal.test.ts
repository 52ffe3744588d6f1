import fc from "fast-check";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { assertKeepsLatest, exchange } from "../../../test/support/mock/journal-laws.ts";
import { startDatabase } from "../../../test/support/postgres/database.ts";
import { StorageError } from "../../model/storage-error.ts";
import { type Database, connectDatabase } from "../../postgres/database.ts";
import { createReplicas } from "../../postgres/replicas.ts";
import type { Statement } from "../../postgres/sql.ts";
import type { WritableJournal } from "../journal.ts";
import { type SharedJournal, type SharedJournalSettings, createSharedJournal } from "./shared-journal.ts";

const server = await startDatabase();
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
  await server.stop();
});

/** A process on a database, whose statements can be changed. */
interface Process extends SharedJournal {
  readonly replica: string;
  /** Called before each statement. It can fail in place of it, or change its values. */
  before: (statement: Statement, values: readonly unknown[]) => readonly unknown[];
  /** Called after each statement that succeeded. It can fail. */
  after: (statement: Statement) => void;
}

async function startProcess(
  url: string,
  settings: Partial<SharedJournalSettings> = {},
  change: Partial<Pick<Process, "before" | "after">> = {},
): Promise<Process> {
  const database = connectDatabase(url);
  await database.open();
  const replicas = createReplicas(database);
  await replicas.start();
  const changed: Database = {
    ...database,
    async rows(statement, values) {
      const rows = await database.rows(statement, process.before(statement, values));
      process.after(statement);
      return rows as never;
    },
  };
  const journal = createSharedJournal({ database: changed, limit: 1000, days: 7, ...settings });
  const process: Process = Object.assign(Object.create(journal) as SharedJournal, {
    replica: database.replica,
    before: (_: Statement, values: readonly unknown[]) => values,
    after: () => {},
    ...change,
  });
  await journal.open();
  closing.push(async () => {
    await journal.close();
    await replicas.close();
    await database.close();
  });
  return process;
}

const away = (): never => {
  throw new StorageError("The database is away", 503, undefined);
};

/** Rows of a statement on a connection of its own. */
async function rowsOf(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  return client
    .query<Record<string, unknown>>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

async function pathsOf(journal: Pick<WritableJournal, "complete">): Promise<readonly string[]> {
  return (await journal.complete()).entries().map(({ url }) => url);
}

function record({ of }: SharedJournal, path: string, organization = "acme"): void {
  of(organization).record(exchange({ url: path }));
}

const hundred = Array.from({ length: 100 }, (_, index) => `/${index}`);

describe("createSharedJournal()", () => {
  it("keeps the latest exchanges in order, and filters them like a list", async () => {
    const url = await server.create();
    const limits = [1, 2, 3, 4, 5];
    const processes = await Promise.all(limits.map((limit) => startProcess(url, { limit })));
    let runs = 0;
    await assertKeepsLatest((limit) => (processes[limit - 1] as Process).of(`world-${++runs}`), { numRuns: 30 });

    expect(await rowsOf(url, "SELECT FROM concord.journal_total")).toEqual([]);
  });

  it("cannot be read at once, and says what can", async () => {
    const process = await startProcess(await server.create());
    for (const journal of [process.of("acme"), process.all])
      for (const read of [() => journal.entries(), () => journal.count()])
        expect(read).toThrow("Read the result of `await journal.complete()`");
  });

  it("records nothing with a limit of 0", async () => {
    const url = await server.create();
    const process = await startProcess(url, { limit: 0 });
    record(process, "/a");

    expect(await pathsOf(process.of("acme"))).toEqual([]);
    expect(await rowsOf(url, "SELECT FROM concord.journal")).toEqual([]);
  });

  it("has the exchanges of all organizations together", async () => {
    const url = await server.create();
    const [one, other] = await Promise.all([startProcess(url), startProcess(url)]);
    record(one, "/a", "acme");
    record(other, "/b", "globex\0");

    expect((await pathsOf(other.all)).toSorted()).toEqual(["/a", "/b"]);
    expect(await pathsOf(one.of("globex\0"))).toEqual(["/b"]);
    await one.all.clear();
    expect(await pathsOf(other.all)).toEqual([]);
    expect(await rowsOf(url, "SELECT FROM concord.journal")).toEqual([]);
  });
});

describe("a complete journal", () => {
  /** Law: what was recorded by any process before a question is in the answer, whichever process is asked. */
  async function assertMissesNothing(processes: readonly Process[], numRuns: number): Promise<void> {
    const place = fc.nat(processes.length - 1);
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 20 }), place, async (recorders, reader) => {
        const organization = `world-${++runs}`;
        const paths = recorders.map((at, index) => {
          record(processes[at] as Process, `/${index}`, organization);
          return `/${index}`;
        });
        const read = await (processes[reader] as Process).of(organization).complete();
        expect(read.completeUntil).toBeUndefined();
        expect(read.entries().map((entry) => entry.url)).toHaveLength(paths.length);
        expect(new Set(read.entries().map((entry) => entry.url))).toEqual(new Set(paths));
      }),
      { numRuns, endOnFailure: true },
    );
  }

  it("misses nothing that any process recorded before", async () => {
    const url = await server.create();
    await assertMissesNothing(await Promise.all([startProcess(url), startProcess(url), startProcess(url)]), 200);
  });

  it.each<[string, Partial<Pick<Process, "before">>]>([
    [
      "publishes times before it writes",
      {
        before({ name }, values) {
          // A time of the future stands for one that is published too early.
          return name === "journal_write" ? values.with(6, Number(values[6]) + 60_000_000) : values;
        },
      },
    ],
    [
      "loses the last exchange of a batch",
      {
        before({ name }, values) {
          const lists = values.slice(0, 4) as unknown[][];
          return name === "journal_write" ? [...lists.map((list) => list.slice(0, -1)), ...values.slice(4)] : values;
        },
      },
    ],
  ])("fails that law if a process %s", async (_, change) => {
    const url = await server.create();
    const processes = [await startProcess(url), await startProcess(url, {}, change)];

    await expect(assertMissesNothing(processes, 50)).rejects.toThrow("Property failed");
  });

  it("misses nothing without a message to the other processes", async () => {
    const url = await server.create();
    const deaf = await startProcess(url);
    // No process gets the messages of this schema's channel.
    const [one] = await Promise.all([startProcess(url)]);
    one.before = (statement, values) => (statement.name === "notify" ? [values[0], "0"] : values);
    record(deaf, "/a");

    expect(await pathsOf(one.of("acme"))).toEqual(["/a"]);
  });

  it("has the exchanges of a process in their order, with numbers from 1", async () => {
    const url = await server.create();
    const [one, other] = await Promise.all([startProcess(url, { limit: 10 }), startProcess(url)]);
    for (const path of hundred) record(one, path);
    const [latest, all] = [await one.of("acme").complete(), await other.of("acme").complete()];

    expect(all.entries().map((entry) => [entry.number, entry.url])).toEqual(
      hundred.map((path, index) => [index + 1, path]),
    );
    expect(latest.entries().map(({ number }) => number)).toEqual([91, 92, 93, 94, 95, 96, 97, 98, 99, 100]);
    expect([latest.organization, await latest.complete()]).toEqual(["acme", latest]);
  });

  it("says up to when it is complete if a live process does not write", async () => {
    const url = await server.create();
    const [one, stuck] = await Promise.all([startProcess(url), startProcess(url)]);
    record(one, "/a");
    await pathsOf(stuck.of("acme"));
    const before = Date.now();
    stuck.before = away;
    record(stuck, "/b");
    const { completeUntil = "", entries } = await one.of("acme").complete();

    expect(entries().map((entry) => entry.url)).toEqual(["/a"]);
    expect(Date.parse(completeUntil)).toBeLessThanOrEqual(before + 1);
    expect(Date.parse(completeUntil)).toBeGreaterThan(before - 60_000);
    stuck.before = (_, values) => values;
    expect(await pathsOf(one.of("acme"))).toEqual(["/a", "/b"]);
    expect((await one.all.complete()).completeUntil).toBeUndefined();
  });

  it("does not wait for a process that is dead", async () => {
    const url = await server.create();
    const process = await startProcess(url);
    await rowsOf(
      url,
      "INSERT INTO concord.replica (name, seen_at) VALUES ('dead', now() - interval '6 seconds') RETURNING name",
    );

    expect((await process.of("acme").complete()).completeUntil).toBeUndefined();
  });
});

describe("the exchanges of a process", () => {
  it("are kept while the database is away, up to a bound, and the rest is counted", async () => {
    const url = await server.create();
    const process = await startProcess(url, { pending: { exchanges: 30, bytes: 1_000_000 } });
    process.before = away;
    for (const path of hundred) record(process, path);
    expect([process.size, process.lost]).toEqual([30, 70]);
    await expect(process.of("acme").complete()).rejects.toThrow(StorageError);
    for (let round = 0; round < 3; round++) record(process, `/later/${round}`);
    expect(process.size).toBe(30);
    process.before = (_, values) => values;
    const read = await process.of("acme").complete();

    expect(read.entries().map((entry) => entry.url)).toEqual([
      ...hundred.slice(-27),
      "/later/0",
      "/later/1",
      "/later/2",
    ]);
    expect(read.lost).toBe(73);
    // Those that were dropped are counted, too.
    expect(read.entries().at(-1)?.number).toBe(103);
  });

  it("are bounded in bytes, too", async () => {
    const process = await startProcess(await server.create(), { pending: { exchanges: 1000, bytes: 200_000 } });
    process.before = away;
    for (const path of hundred) process.of("acme").record(exchange({ url: path, body: Buffer.alloc(20_000, "a") }));

    expect(process.size * 16_384).toBeLessThan(200_000);
    expect(process.size + process.lost).toBe(100);
    expect(process.size).toBeGreaterThan(5);
  });

  it("are there once if the connection was lost after a batch was written", async () => {
    const url = await server.create();
    const process = await startProcess(url, { pending: { exchanges: 10, bytes: 1_000_000 } });
    for (const path of hundred) record(process, path);
    let losses = 0;
    process.after = ({ name }) => {
      if (name === "journal_write" && losses++ < 2) away();
    };
    for (let tries = 0; tries < 2; tries++)
      await process
        .of("acme")
        .complete()
        .catch(() => undefined);
    const read = await process.of("acme").complete();

    expect(losses).toBeGreaterThan(2);
    expect(read.entries().map((entry) => entry.url)).toEqual(hundred.slice(-10));
    expect([read.entries().at(-1)?.number, read.lost]).toEqual([100, 90]);
  });

  it("that the database refuses are counted, and do not hold up later ones", async () => {
    const url = await server.create();
    const process = await startProcess(url);
    await rowsOf(url, "ALTER TABLE concord.journal ADD CONSTRAINT small CHECK (exchange NOT LIKE '%/large%')");
    record(process, "/large");
    for (let tries = 0; tries < 2; tries++)
      await process
        .of("acme")
        .complete()
        .catch(() => undefined);
    record(process, "/small");
    const read = await process.of("acme").complete();

    expect(read.entries().map((entry) => entry.url)).toEqual(["/small"]);
    expect([read.lost, process.lost]).toEqual([1, 1]);
  });

  it("are written when it closes", async () => {
    const url = await server.create();
    const [one, other] = await Promise.all([startProcess(url), startProcess(url)]);
    for (const path of hundred) record(one, path);

    expect(await one.close()).toBe(0);
    expect(await rowsOf(url, "SELECT count(*)::int AS n FROM concord.journal")).toEqual([{ n: 100 }]);
    other.before = away;
    record(other, "/a");
    expect(await other.close()).toBe(1);
  });
});

describe("clear()", () => {
  it("leaves no rows, wherever the exchanges were recorded, and begins again with number 1", async () => {
    const url = await server.create();
    const processes = await Promise.all([startProcess(url), startProcess(url), startProcess(url)]);
    for (let round = 0; round < 20; round++) {
      for (const [index, process] of processes.entries()) record(process, `/${index}`);
      await (processes[round % 3] as Process).of("acme").clear();
      expect(await rowsOf(url, "SELECT exchange FROM concord.journal")).toEqual([]);
      expect(await rowsOf(url, "SELECT * FROM concord.journal_total")).toEqual([]);
    }
    record(processes[1] as Process, "/again");

    const read = await (processes[0] as Process).of("acme").complete();
    expect(read.entries()).toMatchObject([{ number: 1, url: "/again" }]);
  });

  it("leaves the exchanges of others", async () => {
    const process = await startProcess(await server.create());
    record(process, "/a", "acme");
    record(process, "/b", "globex");
    await process.of("acme").clear();

    expect(await pathsOf(process.all)).toEqual(["/b"]);
  });

  it("removes what a process writes too late, and keeps what it recorded afterwards", async () => {
    const url = await server.create();
    const [one, stuck] = await Promise.all([startProcess(url), startProcess(url)]);
    stuck.before = away;
    record(stuck, "/before");
    await one.of("acme").clear();
    record(stuck, "/after");
    stuck.before = (_, values) => values;

    await expect.poll(() => pathsOf(one.of("acme")), { timeout: 60_000 }).toEqual(["/after"]);
    const read = await one.of("acme").complete();
    expect(read.entries()).toMatchObject([{ number: 1 }]);
  });

  it("agrees with processes that record at the same time", async () => {
    const url = await server.create();
    const processes = await Promise.all([startProcess(url), startProcess(url), startProcess(url)]);
    for (let round = 0; round < 30; round++) {
      for (const [index, process] of processes.entries()) record(process, `/${index}`);
      const clearing = round % 3 === 0 ? (processes[0] as Process).of("acme").clear() : undefined;
      record(processes[round % 3] as Process, "/during");
      await clearing;
      const entries = (await (processes[1] as Process).of("acme").complete()).entries();
      const last = entries.length;
      expect(entries.map(({ number }) => number)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    }
  });
});

describe("partitions", () => {
  it("have a day each, are made for today and tomorrow, and are dropped after the retention", async () => {
    const url = await server.create();
    const before = await startProcess(url, { days: 3 });
    await before.close();
    const old = (days: number): string =>
      new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "");
    for (const days of [2, 3, 4, 50])
      await rowsOf(
        url,
        `CREATE TABLE concord.journal_${old(days)} PARTITION OF concord.journal
         FOR VALUES FROM ('${old(days)} 00:00Z') TO ('${old(days - 1)} 00:00Z');
         INSERT INTO concord.journal
         SELECT 'acme', timestamptz '${old(days)} 12:00Z', gen_random_uuid(), 1, '{"request":{"method":"GET",
           "url":"/${days}","headers":{}},"response":{"status":200,"headers":{},"body":""},"verdict":"answered",
           "at":0,"durationMs":1}'`,
      );
    await rowsOf(url, "INSERT INTO concord.journal_total VALUES ('acme', 4, 0), ('gone', 5, 1)");
    const process = await startProcess(url, { days: 3 });
    const partitions = async (): Promise<unknown> =>
      (
        await rowsOf(
          url,
          "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'concord.journal'::regclass ORDER BY 1",
        )
      ).map(({ name }) => name);

    const kept = [3, 2, 0, -1].map((days) => `concord.journal_${old(days)}`);
    await expect.poll(async () => JSON.stringify(await partitions())).toBe(JSON.stringify(kept));
    record(process, "/today");
    const read = await process.of("acme").complete();
    expect(read.entries().map(({ number, url: path }) => [number, path])).toEqual([
      [3, "/3"],
      [4, "/2"],
      [5, "/today"],
    ]);
    await expect
      .poll(() => rowsOf(url, "SELECT organization FROM concord.journal_total"))
      .toEqual([{ organization: "acme" }]);
  });

  it("are made again if one is missing", async () => {
    const url = await server.create();
    const process = await startProcess(url);
    await rowsOf(
      url,
      `DO $$ DECLARE name text; BEGIN
         FOR name IN SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'concord.journal'::regclass
         LOOP EXECUTE 'DROP TABLE ' || name; END LOOP;
       END $$`,
    );
    record(process, "/a");

    await expect.poll(() => pathsOf(process.of("acme")).catch(() => [])).toEqual(["/a"]);
  });
});
