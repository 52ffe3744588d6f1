import { afterAll, afterEach, describe, expect, it } from "vitest";
import { startMock } from "../../../api/mock.ts";
import { type ParsedResponse, ask, fixture, ownPlatform, platformOf } from "../../../test/support/mock/ask.ts";
import { startDatabase } from "../../../test/support/postgres/database.ts";
import { rowsOf } from "../../../test/support/postgres/rows.ts";
import type { Platform, PlatformOptions } from "../../index.ts";
import { createPostgresStore } from "../../state/postgres/postgres.ts";

await import("../../testing/vitest.ts");

const server = await startDatabase();
const closing = new Set<() => Promise<void>>();
afterEach(async () => {
  for (const close of closing) await close();
  closing.clear();
});
afterAll(() => server.stop());

async function openPlatform(
  url: string,
  create: (options: Partial<PlatformOptions>) => Promise<Platform> = (options) => platformOf("library", options),
): Promise<Platform> {
  const store = createPostgresStore(url);
  await store.open();
  const platform = await create({ store, stopwatch: () => performance.now() });
  await platform.open();
  closing.add(async () => {
    await platform.close();
    await store.close();
  });
  return platform;
}

async function control(platform: Platform, line: string): Promise<ParsedResponse> {
  return ask(platform, line.replace(" ", " /_concord/organizations/"), {
    token: "",
    headers: { "concord-control": "1", host: "localhost" },
  });
}

/** Numbers of rows in all tables with an organization. */
async function rowsWith(url: string, organization: string): Promise<readonly unknown[]> {
  return rowsOf(
    url,
    `SELECT 'journal' FROM concord.journal WHERE organization = '${organization}'
     UNION ALL SELECT 'total' FROM concord.journal_total WHERE organization = '${organization}'`,
  );
}

describe("platforms on one database", () => {
  it("read, verify, export and clear the same journal", async () => {
    const url = await server.create();
    const [one, other] = await Promise.all([openPlatform(url), openPlatform(url)]);
    await ask(one, "POST /books", { body: { title: "Emma" } });
    await ask(one, "GET /books/none");
    await ask(other, "GET /nowhere");
    const answers = await Promise.all(
      [one, other].map(async (platform) =>
        Promise.all(
          ["", "?operation=getBook&status=404&limit=1", "/verification?operation=createBook&times=1", "/har"].map(
            async (path) => (await control(platform, `GET acme/journal${path}`)).value as unknown,
          ),
        ),
      ),
    );

    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject([
      { count: 3, exchanges: [{ number: 1 }, { number: 2 }, { number: 3 }] },
      { count: 1, exchanges: [{ operation: "getBook" }] },
      { holds: true, count: 1 },
      { log: { entries: [{}, {}, {}] } },
    ]);
    expect(Object.keys((answers[0] as [object])[0])).toEqual(["count", "exchanges"]);
    expect((await control(other, "DELETE acme/journal")).status).toBe(204);
    expect((await control(one, "GET acme/journal")).value).toEqual({ count: 0, exchanges: [] });
  });

  it("say up to when the journal is complete if one of them does not write", async () => {
    const url = await server.create();
    const one = await openPlatform(url);
    await ask(one, "GET /books");
    await rowsOf(
      url,
      `INSERT INTO concord.replica (name, seen_at, journal_until)
       VALUES ('stuck', now() + interval '1 minute', '2026-01-01T00:00:00.5Z') RETURNING name`,
    );
    const [journal, verification, archive] = await Promise.all(
      ["", "/verification?operation=createBook", "/har"].map(async (path) => control(one, `GET acme/journal${path}`)),
    );
    const completeUntil = "2026-01-01T00:00:00.500Z";

    expect(journal?.value).toMatchObject({ count: 1, completeUntil });
    expect(verification?.value).toMatchObject({
      holds: false,
      completeUntil,
      message: expect.stringMatching(/Exchanges since 2026-01-01T00:00:00.500Z may be missing/) as string,
    });
    expect(archive?.value).toMatchObject({ log: { comment: `Exchanges since ${completeUntil} may be missing` } });
  });

  it("refuse a question with 503 while the database is away", async () => {
    const url = await server.create();
    const one = await openPlatform(url);
    await rowsOf(url, "ALTER TABLE concord.journal RENAME TO gone");

    expect((await control(one, "GET acme/journal")).status).toBe(503);
    await rowsOf(url, "ALTER TABLE concord.gone RENAME TO journal");
    await expect.poll(async () => (await control(one, "GET acme/journal")).status).toBe(200);
  });

  it("leave no rows of an organization that was reset or ended, and of a fork only its own", async () => {
    const url = await server.create();
    const [one, other] = await Promise.all([openPlatform(url), openPlatform(url)]);
    for (const end of ["reset", "end"] as const) {
      for (const platform of [one, other]) await ask(platform, "GET /books");
      // The other one has no memory of the organization that the first one ended.
      await other.organization("acme")[end]();
      expect(await rowsWith(url, "acme")).toEqual([]);
    }
    await ask(one, "GET /books");
    const fork = await one.organization("acme").fork("globex");
    expect((await fork.journal.complete()).count()).toBe(0);
    for (const platform of [one, other]) await ask(platform, "GET /books", { token: fork.token });
    await one.organization("acme").fork("globex");
    expect(await rowsWith(url, "globex")).toEqual([]);
    expect(await rowsWith(url, "acme")).toHaveLength(2);
  });

  it("mask the same values as a platform with a journal in memory", async () => {
    const secret = "s3cr3t-value";
    const inMemory = await ownPlatform();
    const shared = await openPlatform(await server.create(), ownPlatform);
    for (const platform of [inMemory, shared]) {
      await ask(platform, `GET /v1/files?token=${secret}`);
      await ask(platform, "POST /v1/entity/contact", {
        body: { password: secret, "a:link": `https://u:${secret}@h/` },
      });
      await ask(platform, "POST /v1/webhooks", { body: Buffer.from(`{"a":{"client_secret":"${secret}"`) });
      await ask(platform, "GET /v1/files", { headers: { cookie: `session=${secret}`, "x-api-key": secret } });
    }
    const [expected, got] = await Promise.all(
      [inMemory, shared].map(async ({ journal }) =>
        (await journal.complete()).entries().map((entry) => ({ ...entry, durationMs: 0 })),
      ),
    );

    expect(got).toHaveLength(4);
    expect(got).toEqual(expected);
    expect(JSON.stringify(got)).not.toContain(secret);
  });

  it("keep entries readable whose operation they no longer serve", async () => {
    const url = await server.create();
    const one = await openPlatform(url);
    const other = await openPlatform(url, (options) => platformOf("examples", options));
    await ask(one, "GET /books/none");
    const [entry] = (await other.organization("acme").journal.complete()).entries();

    expect(entry).toMatchObject({ api: "library", operation: "getBook", name: "GET /books/{book_id}", status: 404 });
    const successor = one.successor([await fixture("library")]);
    expect((await successor.organization("acme").journal.complete()).entries()).toMatchObject([
      { operation: "getBook", verdict: "refused" },
    ]);
  });

  it("count exchanges that wait and that were dropped in their metrics", async () => {
    const platform = await openPlatform(await server.create());
    await ask(platform, "GET /books");
    await (await platform.organization("acme").journal.complete()).count();

    expect(await platform.metrics()).toMatch(/concord_journal_exchanges 0\n(.*\n)*concord_journal_lost_total 0\n/);
  });
});

describe("startMock()", () => {
  it("has a journal that all mocks on a database share, and a matcher that waits", async () => {
    const state = (await server.create()) as `postgres://${string}`;
    const contracts = [await fixture("library")];
    await using one = await startMock({ contracts, state, journalDays: 1 });
    await using other = await startMock({ contracts, state });
    const { token } = one.org("acme");
    for (const mock of [one, other, one]) await mock.fetch("/books", { headers: { authorization: `Bearer ${token}` } });

    await expect(other.org("acme")).toHaveReceived("listBooks", { times: 3 });
    await expect(other).toHaveReceived("listBooks", { times: 3 });
    await expect(one.org("globex")).not.toHaveReceived("listBooks");
    await expect(expect(one.org("acme")).toHaveReceived("listBooks", { times: 2 })).rejects.toThrow(
      'Expected "acme" to have received listBooks 2 times, but it came 3 times',
    );
    await expect(expect(one.org("acme")).toHaveReceived("listBook")).rejects.toThrow(
      'there is no operation "listBook"',
    );
  });
});
