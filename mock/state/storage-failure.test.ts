import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { ask, ownPlatform, platformOf } from "../../test/support/mock/ask.ts";
import { type Platform, behaviour, createMemoryStore } from "../index.ts";
import { openDatabase } from "./sqlite/sqlite-file.ts";
import { type SqliteStore, createSqliteStore } from "./sqlite/sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "concord-full-"));
const opened: SqliteStore[] = [];
let files = 0;

afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A disk that gets full: by a limit on the pages of the file, which SQLite reports as it reports a full disk. */
function limited(): { store: SqliteStore; database: DatabaseSync; fill(): void; free(): void } {
  const file = join(folder, `${++files}.db`);
  const database = openDatabase(file);
  const store = createSqliteStore(file, database);
  opened.push(store);
  const pages = (): number => Number(Object.values(database.prepare("PRAGMA page_count").get() ?? {})[0]);
  return {
    store,
    database,
    fill: () => database.exec(`PRAGMA max_page_count = ${pages()}`),
    free: () => database.exec("PRAGMA max_page_count = 1000000"),
  };
}

const long = "x".repeat(20_000);

describe("the mock on a full disk", () => {
  it("refuses a POST with 507 without changes, is not ready, and works again once there is space", async () => {
    const { store, fill, free } = limited();
    const platform = await platformOf("library", { store });
    await create(platform, "Emma");
    fill();
    const refused = await create(platform, long);
    const second = await create(platform, long);

    expect((await ask(platform, "GET /_concord/ready")).status).toBe(503);
    expect(refused).toMatchObject({
      status: 507,
      headers: { "content-type": "application/problem+json" },
      value: { detail: expect.stringContaining("the disk is full") as string },
    });
    expect(second.status).toBe(507);
    expect(await titles(platform)).toEqual(["Emma"]);
    expect(platform.organization("acme").journal.entries({ status: 507 })).toMatchObject([
      { verdict: "failed", reason: expect.stringContaining("the disk is full") as string },
      {},
    ]);
    free();
    expect((await ask(platform, "GET /_concord/ready")).status).toBe(200);
    expect((await create(platform, "Persuasion")).status).toBe(201);
    expect(await titles(platform)).toEqual(["Emma", "Persuasion"]);
  });

  it("stores nothing of a request if the disk has no space for a later change, such as its audit record", async () => {
    const { store, database } = limited();
    const platform = await ownPlatform({ store });
    const body = { capabilities: [{ name: "addresses" }] };
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON item
      WHEN new.collection = (SELECT key FROM collection WHERE name = '/v1/logs') BEGIN SELECT raise(FAIL, 'no room'); END`);
    const refused = await ask(platform, "PUT /v1/entity/schemas/contact", { body });

    expect(refused).toMatchObject({ status: 503, value: { detail: expect.stringContaining("no room") as string } });
    expect((await store.dump("acme")).collections.size).toBe(0);
  });

  it("responds 507 to the control API, and keeps the state of the organization", async () => {
    const { store, fill } = limited();
    const platform = await platformOf("library", { store });
    await create(platform, "Emma");
    const state = await platform.organization("acme").state();
    fill();
    const items = Array.from({ length: 50 }, (_, index) => ({
      id: `b${index}`,
      value: { id: `b${index}`, title: long },
    }));
    const put = await ask(platform, "PUT /_concord/organizations/acme/state", {
      body: { collections: { "/books": items } },
    });

    expect(put.status).toBe(507);
    expect(await platform.organization("acme").state()).toEqual(state);
  });

  it("is not ready at /_concord/ready if the disk has no space for a small change", async () => {
    const { store, database } = limited();
    const platform = await platformOf("library", { store });
    await create(platform, "Emma");
    database.exec("PRAGMA query_only = 1");

    expect(await ask(platform, "GET /_concord/ready")).toMatchObject({
      status: 503,
      value: { detail: expect.stringContaining("its file is read-only") as string },
    });
    expect((await create(platform, "Persuasion")).status).toBe(503);
    expect((await ask(platform, "GET /_concord/health")).status).toBe(200);
    database.exec("PRAGMA query_only = 0");
    expect((await ask(platform, "GET /_concord/ready")).status).toBe(200);
    expect(await titles(platform)).toEqual(["Emma"]);
  });

  it.skipIf(!canMount())("refuses writes on a real disk of 1 MB", async () => {
    const disk = mkdtempSync(join(folder, "disk-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "none", disk]);
    try {
      const file = join(disk, "mock.db");
      const store = createSqliteStore(file);
      opened.push(store);
      const platform = await platformOf("library", { store });
      const stored: string[] = [];
      let status = 201;
      for (let number = 0; number < 200 && status === 201; number++) {
        ({ status } = await create(platform, `${number} ${long}`));
        if (status === 201) stored.push(`${number} ${long}`);
      }
      expect(status).toBe(507);
      expect(await titles(platform)).toEqual(stored);
      expect((await ask(platform, "GET /_concord/ready")).status).toBe(503);
      execFileSync("mount", ["-o", "remount,size=4m", disk]);
      expect((await ask(platform, "GET /_concord/ready")).status).toBe(200);
      expect((await create(platform, "Persuasion")).status).toBe(201);
      store.close();
      const again = createSqliteStore(file);
      opened.push(again);
      expect(await titles(await platformOf("library", { store: again }))).toEqual([...stored, "Persuasion"]);
      again.close();
    } finally {
      for (const store of opened.splice(0)) store.close();
      execFileSync("umount", ["-l", disk]);
    }
  });
});

describe("a request that is refused before it is carried out", () => {
  it.each([
    [429, "string"],
    [503, "object"],
  ])("leaves no transaction open after the fault %s", async (status, use) => {
    const { store, database } = limited();
    const intact = await ownPlatform({ store });
    const { value } = await ask(intact, "POST /v1/access-tokens", { body: { name: "CI", roles: ["admin"] } });
    const platform = await ownPlatform({ store, faults: [{ id: "status", status }] });
    const refused = await ask(platform, "GET /v1/entity/schemas", { token: value.token });
    const [kept] = (await store.list("acme", "/v1/access-tokens", { offset: 0, limit: 1 })).items;

    expect(refused.status).toBe(status);
    expect(database.isTransaction).toBe(false);
    expect(typeof kept?.value["last_used_at"]).toBe(use);
  });
});

describe("a request that gets a server error", () => {
  const stores = { memory: createMemoryStore, SQLite: () => limited().store };

  it.each(Object.entries(stores))("stores nothing in %s if a behaviour throws after its change", async (_, create_) => {
    const broken = behaviour({
      id: "broken",
      operations: ["createBook", "deleteBook", "updateBook"],
      async handle({ request }, next) {
        await next();
        if (request.headers["x-fail"] === "refuse") return { refused: "Not now", status: 503 };
        throw new Error("broken afterwards");
      },
    });
    const store = create_();
    const whole = await platformOf("library", { store });
    for (const title of ["Emma", "Persuasion", "Sanditon"]) await create(whole, title);
    const before = await whole.organization("acme").state();
    const books = (await ask(whole, "GET /books")).value.results as { id: string }[];
    const platform = await platformOf("library", { store, behaviours: [broken] });
    for (const headers of [{ "x-fail": "throw" }, { "x-fail": "refuse" }]) {
      const answers = [
        await ask(platform, "POST /books", { headers, body: { title: "Lost" } }),
        await ask(platform, `PATCH /books/${books[0]?.id}`, { headers, body: { title: "Lost" } }),
        await ask(platform, `DELETE /books/${books[1]?.id}`, { headers }),
      ];
      expect(answers.map(({ status }) => status >= 500)).toEqual([true, true, true]);
    }

    expect((await platform.organization("acme").state()).collections).toEqual(before.collections);
    expect((await ask(whole, "GET /books")).value.results).toEqual(books);
  });

  it("delivers no event to webhooks", async () => {
    const failing = behaviour({
      id: "failing",
      operations: ["entity/createEntity"],
      async handle({ request }, next) {
        const answer = await next();
        return "x-fail" in request.headers ? { refused: "Not now", status: 503 } : answer;
      },
    });
    const platform = await ownPlatform({ behaviours: [failing], selfCheck: false });
    const webhook = { url: "http://127.0.0.1:9/hook", event_types: ["entity.created"] };
    expect((await ask(platform, "POST /v1/webhooks", { body: webhook })).status).toBe(201);
    const post = (headers: Record<string, string>) =>
      ask(platform, "POST /v1/entity/contact", { headers, body: { name: "Emma" } });

    expect((await post({ "x-fail": "yes" })).status).toBeGreaterThanOrEqual(500);
    expect(platform.organization("acme").deliveries.list()).toEqual([]);
    expect((await post({})).status).toBe(201);
    expect(platform.organization("acme").deliveries.list()).toHaveLength(1);
    await platform.close();
  });
});

function create(platform: Platform, title: string) {
  return ask(platform, "POST /books", { body: { title } });
}

async function titles(platform: Platform): Promise<string[]> {
  const { value } = await ask(platform, "GET /books");
  return (value.results as { title: string }[]).map(({ title }) => title);
}

describe("the mock after its file of state changed under it", () => {
  it.each<[string, (file: string) => void, RegExp]>([
    ["was removed", (file) => ["", "-wal", "-shm"].forEach((end) => rmSync(file + end, { force: true })), /removed/],
    ["was removed with its folder", (file) => rmSync(dirname(file), { recursive: true }), /removed/],
    ["has lost its log", (file) => rmSync(`${file}-wal`), /-wal" was removed/],
    ["was replaced by a copy", (file) => replaceByCopy(file), /replaced/],
    ["was replaced by a folder", (file) => (rmSync(file), mkdirSync(file)), /replaced/],
    ["was cut off", (file) => truncateSync(file, 100), /cut off/],
    ["has a log that was cut off", (file) => truncateSync(`${file}-wal`, 0), /-wal" was cut off/],
  ])("acknowledges no write and is not ready if it %s", async (_, change, reason) => {
    const { store, file } = ownFile();
    const platform = await platformOf("library", { store });
    await create(platform, "Emma");
    change(file);
    const refused = await create(platform, "Persuasion");
    const ready = await ask(platform, "GET /_concord/ready");

    for (const response of [refused, ready])
      expect(response).toMatchObject({ status: 503, value: { detail: expect.stringMatching(reason) as string } });
    expect(await titles(platform)).toEqual(["Emma"]);
  });

  it("works again with the file that was put back", async () => {
    const { store, file } = ownFile();
    const platform = await platformOf("library", { store });
    await create(platform, "Emma");
    renameSync(file, `${file}.away`);
    const refused = await create(platform, "Persuasion");
    renameSync(`${file}.away`, file);

    expect([refused.status, (await create(platform, "Sanditon")).status]).toEqual([503, 201]);
    store.close();
    const again = createSqliteStore(file);
    opened.push(again);
    expect(await titles(await platformOf("library", { store: again }))).toEqual(["Emma", "Sanditon"]);
  });
});

/** A store in a file in a folder of its own. */
function ownFile(): { readonly store: SqliteStore; readonly file: string } {
  const file = join(mkdtempSync(join(folder, "own-")), "mock.db");
  const store = createSqliteStore(file);
  opened.push(store);
  return { store, file };
}

function replaceByCopy(file: string): void {
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
}

function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const disk = mkdtempSync(join(tmpdir(), "concord-mount-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "none", disk], { stdio: "ignore" });
    execFileSync("umount", [disk], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(disk, { recursive: true, force: true });
  }
}
