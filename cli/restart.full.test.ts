import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createSqliteStore } from "../mock/index.ts";

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "concord-restart-"));
const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("concord mock --state sqlite:FILE", () => {
  it("keeps every acknowledged write when the process is killed and started again", async () => {
    const state = `sqlite:${join(folder, "killed.db")}`;
    const books: Book[] = [];
    for (const writes of fc.sample(fc.integer({ min: 1, max: 300 }), 4)) {
      const mock = await started(state);
      expect(await lost(mock.url, books)).toEqual([]);
      await settle(mock.url, books);
      await writeUntilKilled(mock, books, writes);
    }
    const mock = await started(state);

    expect(books.length).toBeGreaterThan(20);
    expect(await lost(mock.url, books)).toEqual([]);
  });

  it("fails the test above if a write is lost", async () => {
    const books: Book[] = [];
    await writeUntilKilled(await started("memory"), books, 20);
    const mock = await started("memory");

    expect(await lost(mock.url, books)).not.toEqual([]);
  });

  it("locks its file, and closes it on a signal", async () => {
    const file = join(folder, "ended.db");
    const mock = await started(`sqlite:${file}`);
    await create(mock.url, "Emma");
    expect(() => createSqliteStore(file)).toThrow(`Cannot keep state in "${file}": another process does`);
    mock.child.kill("SIGTERM");
    const [code] = (await once(mock.child, "exit")) as [number];

    expect({ code, err: mock.err() }).toEqual({ code: 0, err: "" });
    expect(existsSync(`${file}-wal`)).toBe(false);
    const again = await started(`sqlite:${file}`);
    expect(await list(again.url)).toMatchObject([{ title: "Emma" }]);
  });

  it("does not start with a damaged file: prints the damage and the remedy, and exits with 2", async () => {
    const file = join(folder, "damaged.db");
    const mock = await started(`sqlite:${file}`);
    await create(mock.url, "Northanger Abbey");
    mock.child.kill("SIGTERM");
    await once(mock.child, "exit");
    const bytes = readFileSync(file);
    for (let at = bytes.indexOf("Northanger"); at >= 0; at = bytes.indexOf("Northanger", at + 1)) bytes[at] = 0x4d;
    writeFileSync(file, bytes);
    const { status, stderr } = spawnSync(process.execPath, [...argvOf(`sqlite:${file}`)], {
      cwd: root,
      encoding: "utf8",
    });

    expect(status).toBe(2);
    expect(stderr).toMatch(/error unreadable-state: Cannot read state from ".*": it is damaged \(the resource /);
    expect(stderr).toContain(".recover");
  });
});

interface Mock {
  readonly url: string;
  readonly child: ChildProcess;
  readonly err: () => string;
}

/** A book as its only writer knows it. Undefined if it is deleted. */
interface Book {
  readonly id: string;
  readonly writer: number;
  acknowledged: string | undefined;
  /** State that the last request asked for, acknowledged or not. */
  asked: string | undefined;
}

function argvOf(state: string): string[] {
  return ["cli/concord.ts", "mock", "--port", "0", "--contracts", "fixtures/mock/library.yaml", "--state", state];
}

async function started(state: string): Promise<Mock> {
  const child = spawn(process.execPath, argvOf(state), { cwd: root });
  running.push(child);
  const texts = { out: "", err: "" };
  child.stderr.on("data", (chunk: Buffer) => (texts.err += chunk.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec((texts.out += chunk.toString()));
      if (found) resolve(found[0]);
    });
    child.once("exit", () => reject(new Error(`concord mock ended: ${texts.err}`)));
  });
  return { url, child, err: () => texts.err };
}

/** Writes concurrently, and kills the process when a number of writes is acknowledged. */
async function writeUntilKilled({ url, child }: Mock, books: Book[], writes: number): Promise<void> {
  const ended = once(child, "exit");
  const left = { writes };
  const acknowledge = (): void => {
    if (--left.writes === 0) child.kill("SIGKILL");
  };
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let turn = 0; left.writes > 0; turn++) {
        const mine = books.filter((book) => book.writer === writer && book.acknowledged !== undefined);
        const book = turn % 3 === 0 ? undefined : mine[turn % mine.length];
        await write(url, { books, writer, turn, book, acknowledge }).catch((error: unknown) => {
          // Connections that break afterwards are expected.
          if (left.writes > 0) throw error;
        });
      }
    }),
  );
  await ended;
}

interface Turn {
  readonly books: Book[];
  readonly writer: number;
  readonly turn: number;
  readonly book: Book | undefined;
  readonly acknowledge: () => void;
}

async function write(url: string, { books, writer, turn, book, acknowledge }: Turn): Promise<void> {
  const title = `${writer} ${turn}`;
  if (!book) {
    const id = await create(url, title);
    books.push({ id, writer, acknowledged: title, asked: title });
  } else {
    book.asked = turn % 5 === 0 ? undefined : title;
    const response = await fetch(`${url}/books/${book.id}`, {
      method: book.asked === undefined ? "DELETE" : "PATCH",
      headers,
      ...(book.asked !== undefined && { body: JSON.stringify({ title }) }),
    });
    if (!response.ok) throw new Error(`Cannot write: ${response.status} ${await response.text()}`);
    book.acknowledged = book.asked;
  }
  acknowledge();
}

/** Books whose state is neither the acknowledged nor the last requested one, and books in the wrong order. */
async function lost(url: string, books: readonly Book[]): Promise<unknown[]> {
  const held = await list(url);
  const titles = new Map(held.map(({ id, title }) => [id, title]));
  const missing = books.filter(({ id, acknowledged, asked }) => ![acknowledged, asked].includes(titles.get(id)));
  const places = new Map(held.map(({ id }, index) => [id, index]));
  const placed = books.filter(({ id }) => places.has(id));
  const misplaced = placed.filter((book, index) => {
    const before = placed.slice(0, index).findLast(({ writer }) => writer === book.writer);
    return before && (places.get(before.id) as number) > (places.get(book.id) as number);
  });
  return [...missing, ...misplaced];
}

/** Resolves whether the last request of each writer was carried out. */
async function settle(url: string, books: readonly Book[]): Promise<void> {
  const titles = new Map((await list(url)).map(({ id, title }) => [id, title]));
  for (const book of books) book.acknowledged = book.asked = titles.get(book.id);
}

const headers = { authorization: "Bearer mock-acme", "content-type": "application/json" };

async function create(url: string, title: string): Promise<string> {
  const response = await fetch(`${url}/books`, { method: "POST", headers, body: JSON.stringify({ title }) });
  return ((await response.json()) as { id: string }).id;
}

async function list(url: string): Promise<{ id: string; title: string }[]> {
  const response = await fetch(`${url}/books`, { headers });
  return ((await response.json()) as { results: { id: string; title: string }[] }).results;
}
