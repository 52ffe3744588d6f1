import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ask, platformOf } from "../../test/support/mock/ask.ts";
import { type Database, startDatabase } from "../../test/support/postgres/database.ts";
import { type Relay, startRelay } from "../../test/support/postgres/relay.ts";
import type { Platform } from "../index.ts";
import { type PostgresStore, createPostgresStore } from "../state/postgres/postgres.ts";

let server: Database;
beforeAll(async () => {
  server = await startDatabase();
});
afterAll(() => server.stop());

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

interface Served {
  readonly url: string;
  readonly relay: Relay;
  readonly store: PostgresStore;
  readonly platform: Platform;
  readonly notices: readonly string[];
}

async function served(): Promise<Served> {
  const url = await server.create();
  const relay = await startRelay(url);
  const store = createPostgresStore(relay.url);
  ends.push(
    () => store.close(),
    () => relay.close(),
  );
  await store.open();
  const notices: string[] = [];
  const platform = await platformOf("library", { store, notice: (text) => notices.push(text) });
  return { url, relay, store, platform, notices };
}

const ready = (platform: Platform) => ask(platform, "GET /_concord/ready");

/** A refusal with a problem document that contains the reason, and with a time for the next attempt. */
const unavailable = (reason: string) => ({
  status: 503,
  headers: { "content-type": "application/problem+json", "retry-after": "1" },
  value: { status: 503, detail: expect.stringContaining(reason) as string },
});

describe("a mock whose database is away", () => {
  it("is live and not ready, says why, refuses operations in the same way, and is ready when the database is back", async () => {
    const { platform, relay, notices } = await served();
    expect((await ready(platform)).status).toBe(200);
    relay.cut();
    const answer = await ready(platform);

    expect(answer).toMatchObject(unavailable("PostgreSQL is unreachable"));
    expect(answer.text).not.toContain("127.0.0.1");
    expect((await ask(platform, "GET /_concord/health")).status).toBe(200);
    expect(await ask(platform, "GET /books")).toMatchObject(unavailable("PostgreSQL is unreachable"));
    expect(await ask(platform, "POST /books", { body: { title: "Emma" } })).toMatchObject(
      unavailable("PostgreSQL is unreachable"),
    );
    relay.resume();
    await expect.poll(async () => (await ready(platform)).status).toBe(200);
    expect((await ask(platform, "POST /books", { body: { title: "Emma" } })).status).toBe(201);
    expect(notices).toEqual([expect.stringMatching(/^Not ready: .*unreachable/), "Ready again\n"]);
  });

  it("answers while the database hangs, with one probe at a time", async () => {
    const { platform, relay, store } = await served();
    await ready(platform);
    relay.hang();
    const answers = await Promise.all(Array.from({ length: 40 }, () => ready(platform)));
    const [pool] = store.database?.statistics.pools() ?? [];

    for (const answer of answers) expect(answer).toMatchObject(unavailable("PostgreSQL does not answer in time"));
    expect(pool?.waiting).toBe(0);
    expect((await ask(platform, "GET /_concord/metrics")).text).toMatch(/^concord_replica_info/m);
    relay.resume();
    await expect.poll(async () => (await ready(platform)).status).toBe(200);
  });

  it("is not ready while all connections are in use", async () => {
    const { platform, store } = await served();
    const { rows } = { rows: store.database?.rows.bind(store.database) };
    const sleep = { name: "sleep", text: "SELECT pg_sleep(3)" };
    const sleeping = Promise.allSettled(Array.from({ length: 20 }, async () => rows?.(sleep, [])));

    expect(await ready(platform)).toMatchObject(unavailable("all connections to PostgreSQL are in use"));
    await sleeping;
    await expect.poll(async () => (await ready(platform)).status).toBe(200);
  });

  it("is not ready after a newer version has updated the tables", async () => {
    const { platform, url } = await served();
    const client = new pg.Client(url);
    await client.connect();
    await client.query("UPDATE concord.version SET number = number + 1");

    expect(await ready(platform)).toMatchObject(unavailable("a newer version of Concord has updated the tables"));
    await client.query("UPDATE concord.version SET number = number - 1");
    expect((await ready(platform)).status).toBe(200);
    await client.end();
  });

  it("is not ready if the database is read-only, as a standby is", async () => {
    const { platform, url } = await served();
    const client = new pg.Client(url);
    await client.connect();
    const set = (value: string) =>
      client.query(`ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET default_transaction_read_only = ${value}`);
    await set("on");
    const cut =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    await client.query(cut);
    await expect.poll(async () => (await ready(platform)).text).toContain("PostgreSQL is read-only");
    await client.query("SET default_transaction_read_only = off");
    await set("off");
    await client.query(cut);
    await expect.poll(async () => (await ready(platform)).status).toBe(200);
    await client.end();
  });
});

describe("the metrics of a replica", () => {
  it("have its name, its connections, durations of statements, and errors by kind", async () => {
    const { platform, relay, store } = await served();
    await ask(platform, "POST /books", { body: { title: "Emma" } });
    relay.cut();
    await ask(platform, "GET /books");
    const { text } = await ask(platform, "GET /_concord/metrics");

    expect(text).toContain(`concord_replica_info{replica="${store.database?.replica}",state="postgres"} 1\n`);
    expect(text).toMatch(/^concord_database_connections_limit\{pool="single"\} 10$/m);
    for (const name of ["total", "idle", "waiting"])
      expect(text).toMatch(new RegExp(`^concord_database_connections_${name}\\{pool="transactions"\\} \\d+$`, "m"));
    expect(text).toMatch(/^concord_database_errors_total\{kind="unreachable"\} [1-9]/m);
    expect(text).toMatch(/^concord_database_statement_duration_seconds_bucket\{le="\+Inf"\} [1-9]/m);
    expect(text).toMatch(/^concord_requests_total\{api="library",operation="createBook"/m);
    expect(text).not.toMatch(/^concord_resources /m);
  });

  it("have none of these with state in memory", async () => {
    const { text } = await ask(await platformOf("library"), "GET /_concord/metrics");

    expect(text).toMatch(/^concord_resources 0$/m);
    expect(text).not.toMatch(/replica|database/);
  });
});
