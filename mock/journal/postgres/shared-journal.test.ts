import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { exchange } from "../../../test/support/mock/journal-laws.ts";
import { startDatabase } from "../../../test/support/postgres/database.ts";
import { rowsOf } from "../../../test/support/postgres/rows.ts";
import { away, closeProcesses, pathsOf, record, startProcess } from "../../../test/support/postgres/journal-process.ts";
import { StorageError } from "../../model/storage-error.ts";

const server = await startDatabase();
afterEach(closeProcesses);
afterAll(() => server.stop());

const hundred = Array.from({ length: 100 }, (_, index) => `/${index}`);

describe("createSharedJournal()", () => {
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
  it("has the exchanges of a process in their order, with numbers from 1", async () => {
    const url = await server.create();
    const [one, other] = await Promise.all([startProcess(url, { limit: 10 }), startProcess(url)]);
    for (const path of hundred) record(other, path);
    const [latest, all] = [await one.of("acme").complete(), await other.of("acme").complete()];

    expect(all.entries().map((entry) => [entry.number, entry.url])).toEqual(
      hundred.map((path, index) => [index + 1, path]),
    );
    expect(latest.entries().map(({ number }) => number)).toEqual([91, 92, 93, 94, 95, 96, 97, 98, 99, 100]);
    expect([latest.organization, await latest.complete()]).toEqual(["acme", latest]);
  });

  it("is the same if most exchanges were replaced before they were written", async () => {
    const url = await server.create();
    const process = await startProcess(url, { limit: 120 });
    for (let index = 0; index < 1000; index++) record(process, `/${index}`);
    const read = await process.of("acme").complete();

    expect(read.entries().map((entry) => [entry.number, entry.url])).toEqual(
      Array.from({ length: 120 }, (_, index) => [881 + index, `/${880 + index}`]),
    );
    expect(read.lost).toBeUndefined();
    expect(await rowsOf(url, "SELECT FROM concord.journal")).toHaveLength(120);
  });

  it("has the latest exchanges up to the limit, and no others stay in the table", async () => {
    const url = await server.create();
    const limit = 120;
    const [one, other] = await Promise.all([startProcess(url, { limit }), startProcess(url, { limit })]);
    record(one, "/kept", "globex");
    const sent = Array.from({ length: 5 * limit }, (_, index) => `/${index}`);
    for (const [index, path] of sent.entries()) {
      record(index % 2 === 0 ? one : other, path);
      // Both have written before the next ones.
      if (index % 100 === 99) await pathsOf(one.of("acme"));
    }
    const read = await one.of("acme").complete();

    expect(read.entries().map(({ url: path }) => path)).toEqual(expect.arrayContaining(sent.slice(-20)));
    expect(read.entries()).toHaveLength(limit);
    expect(read.entries().at(-1)?.number).toBe(sent.length);
    await vi.waitFor(
      async () => {
        const rows = await rowsOf(url, "SELECT FROM concord.journal WHERE organization <> 'globex'");
        expect(rows.length).toBeLessThanOrEqual(3 * limit);
      },
      { timeout: 10_000, interval: 100 },
    );
    expect(await pathsOf(other.of("globex"))).toEqual(["/kept"]);
  });

  it("does not wait for a process that is dead", async () => {
    const url = await server.create();
    const process = await startProcess(url);
    await rowsOf(
      url,
      "INSERT INTO concord.replica (name, seen_at) VALUES ('dead', now() - interval '6 seconds') RETURNING name",
    );
    let looks = 0;
    process.after = ({ name }) => {
      if (name === "journal_behind") looks++;
    };

    expect((await process.of("acme").complete()).completeUntil).toBeUndefined();
    expect(looks).toBe(1);
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
  it("leaves the exchanges of others", async () => {
    const process = await startProcess(await server.create());
    record(process, "/a", "acme");
    record(process, "/b", "globex");
    await process.of("acme").clear();

    expect(await pathsOf(process.all)).toEqual(["/b"]);
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
