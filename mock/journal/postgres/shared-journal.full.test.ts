import fc from "fast-check";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { assertKeepsLatest } from "../../../test/support/mock/journal-laws.ts";
import { startDatabase } from "../../../test/support/postgres/database.ts";
import { rowsOf } from "../../../test/support/postgres/rows.ts";
import {
  type JournalProcess,
  away,
  closeProcesses,
  pathsOf,
  record,
  startProcess,
} from "../../../test/support/postgres/journal-process.ts";

const server = await startDatabase();
afterEach(closeProcesses);
afterAll(() => server.stop());

describe("createSharedJournal()", () => {
  it("keeps the latest exchanges in order, and filters them like a list", async () => {
    const url = await server.create();
    const limits = [1, 2, 3, 4, 5];
    const processes = await Promise.all(limits.map((limit) => startProcess(url, { limit })));
    let runs = 0;
    await assertKeepsLatest((limit) => (processes[limit - 1] as JournalProcess).of(`world-${++runs}`), { numRuns: 30 });

    expect(await rowsOf(url, "SELECT FROM concord.journal_total")).toEqual([]);
  });
});

describe("a complete journal", () => {
  /** Law: what was recorded by any process before a question is in the answer, whichever process is asked. */
  async function assertMissesNothing(processes: readonly JournalProcess[], numRuns: number): Promise<void> {
    const place = fc.nat(processes.length - 1);
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 20 }), place, async (recorders, reader) => {
        const organization = `world-${++runs}`;
        const paths = recorders.map((at, index) => {
          record(processes[at] as JournalProcess, `/${index}`, organization);
          return `/${index}`;
        });
        const read = await (processes[reader] as JournalProcess).of(organization).complete();
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

  it.each<[string, Partial<Pick<JournalProcess, "before">>]>([
    [
      "publishes times before it writes",
      {
        before({ name }, values) {
          // A time of the future stands for one that is published too early.
          return name === "journal_write" ? values.with(7, Number(values[7]) + 60_000_000) : values;
        },
      },
    ],
    [
      "loses the last exchange of a batch",
      {
        before({ name }, values) {
          if (name !== "journal_write") return values;
          const [organizations, ends, sequences] = values as unknown[][];
          const kept = [organizations, ends, sequences].map((list) => list?.slice(0, -1));
          const exchanges = JSON.parse(String(values[3])) as unknown[];
          return [...kept, JSON.stringify(exchanges.slice(0, -1)), ...values.slice(4)];
        },
      },
    ],
  ])("fails that law if a process %s", async (_, change) => {
    const url = await server.create();
    const processes = [await startProcess(url), await startProcess(url, {}, change)];

    await expect(assertMissesNothing(processes, 50)).rejects.toThrow("Property failed");
  });

  it("misses nothing of a backlog that takes several statements", async () => {
    const url = await server.create();
    const [one, other] = await Promise.all([startProcess(url, { limit: 5000 }), startProcess(url, { limit: 5000 })]);
    for (let round = 1; round <= 5; round++) {
      for (let count = 0; count < 2500; count++) record(one, "/a", `world-${round}`);
      expect((await other.of(`world-${round}`).complete()).count()).toBe(2500);
    }
  });

  it("misses nothing without a message to the other processes", async () => {
    const url = await server.create();
    const [one, other] = await Promise.all([startProcess(url), startProcess(url)]);
    one.isMute = true;
    record(other, "/a");
    const read = await one.of("acme").complete();

    expect(read.entries().map((entry) => entry.url)).toEqual(["/a"]);
    expect(read.completeUntil).toBeUndefined();
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
});

describe("clear()", () => {
  it("leaves no rows, wherever the exchanges were recorded, and begins again with number 1", async () => {
    const url = await server.create();
    const processes = await Promise.all([startProcess(url), startProcess(url), startProcess(url)]);
    for (let round = 0; round < 20; round++) {
      for (const [index, process] of processes.entries()) record(process, `/${index}`);
      await (processes[round % 3] as JournalProcess).of("acme").clear();
      expect(await rowsOf(url, "SELECT exchange FROM concord.journal")).toEqual([]);
      expect(await rowsOf(url, "SELECT * FROM concord.journal_total")).toEqual([]);
    }
    record(processes[1] as JournalProcess, "/again");

    const read = await (processes[0] as JournalProcess).of("acme").complete();
    expect(read.entries()).toMatchObject([{ number: 1, url: "/again" }]);
  });

  it("removes what a process writes too late, and keeps what it recorded afterwards", async () => {
    const url = await server.create();
    const [one, stuck] = await Promise.all([startProcess(url), startProcess(url)]);
    stuck.before = away;
    record(stuck, "/before");
    await one.of("acme").clear();
    record(stuck, "/after");
    stuck.before = (_, values) => values;

    await expect.poll(() => pathsOf(one.of("acme"))).toEqual(["/after"]);
    const read = await one.of("acme").complete();
    expect(read.entries()).toMatchObject([{ number: 1 }]);
  });

  it("agrees with processes that record at the same time", async () => {
    const url = await server.create();
    const processes = await Promise.all([startProcess(url), startProcess(url), startProcess(url)]);
    for (let round = 0; round < 30; round++) {
      for (const [index, process] of processes.entries()) record(process, `/${index}`);
      const clearing = round % 3 === 0 ? (processes[0] as JournalProcess).of("acme").clear() : undefined;
      record(processes[round % 3] as JournalProcess, "/during");
      await clearing;
      const entries = (await (processes[1] as JournalProcess).of("acme").complete()).entries();
      const last = entries.length;
      expect(entries.map(({ number }) => number)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    }
  });
});
