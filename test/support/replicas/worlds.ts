import { setTimeout as pause } from "node:timers/promises";
import { createPostgresStore } from "../../../mock/state/postgres/postgres.ts";
import type { Cluster } from "./cluster.ts";
import { send, valueOf } from "./send.ts";
import { countRows } from "./tables.ts";

/** Result of worlds that were forked from one organization, used, and ended. */
export interface WorldsResult {
  /** Durations of the requests, in milliseconds. */
  readonly forks: readonly number[];
  readonly ends: readonly number[];
  /** Of requests that do not ask the database: what the way to a replica takes. */
  readonly empty: readonly number[];
  /** Contradictions to what worlds should have. */
  readonly flaws: readonly string[];
}

export interface WorldsOptions {
  readonly items: number;
  readonly worlds: number;
  readonly report?: (progress: string) => void;
}

const ORIGIN = "origin";

/** Worlds that are read and written: one of so many. */
const USED = 20;

/** Worlds after which progress is reported. */
const REPORTED = 500;

/** Time in which rows that are removed or written behind the responses must be gone, in milliseconds. */
const SETTLE_MS = 30_000;

export async function forkWorlds(cluster: Cluster, { items, worlds, report }: WorldsOptions): Promise<WorldsResult> {
  const { port } = cluster.balancer;
  await fill(cluster.databaseUrl, items);
  const flaws: string[] = [];
  // Rows that are created once, such as the partition of a day, are there afterwards.
  await useWorld(await fork());
  const warm = await fork();
  await end(warm.name);
  const before = await settledRows(cluster.databaseUrl);
  const forks: number[] = [];
  const ends: number[] = [];
  const empty: number[] = [];
  const names: string[] = [];
  for (let count = 0; count < worlds; count++) {
    const { name, token, ms } = await fork();
    forks.push(ms);
    names.push(name);
    const { start: sent, end: received } = await send(port, "GET /_concord/health");
    empty.push(received - sent);
    if (count % REPORTED === REPORTED - 1) report?.(`${count + 1} of ${worlds} worlds are forked`);
    if (count % USED === 0) await useWorld({ name, token });
  }
  for (const name of names) {
    ends.push(await end(name));
    if (ends.length % REPORTED === 0) report?.(`${ends.length} of ${worlds} worlds have ended`);
  }
  const until = performance.now() + SETTLE_MS;
  let left = difference(before, await countRows(cluster.databaseUrl));
  while (left.length > 0 && performance.now() < until) {
    await pause(500);
    left = difference(before, await countRows(cluster.databaseUrl));
  }
  return { forks, ends, empty, flaws: [...flaws, ...left] };

  async function fork() {
    const forked = await send(port, "POST /_concord/worlds", { body: { from: ORIGIN } });
    if (forked.status !== 201 && forked.status !== 200) throw new Error(`Cannot fork: ${forked.status} ${forked.text}`);
    const { name, token } = valueOf(forked) as { readonly name: string; readonly token: string };
    return { name, token, ms: forked.end - forked.start };
  }

  async function end(name: string): Promise<number> {
    const ended = await send(port, `DELETE /_concord/organizations/${name}`);
    if ((ended.status ?? 500) >= 300) flaws.push(`The world ${name} cannot be ended: ${ended.status} ${ended.text}`);
    return ended.end - ended.start;
  }

  /** Changes a world, and reads it on another replica. */
  async function useWorld({ name, token }: { readonly name: string; readonly token: string }): Promise<void> {
    const created = await send(port, "POST /v1/notices", { token, body: { text: name } });
    const list = valueOf(await send(port, "GET /v1/notices?limit=1", { token }));
    if (list["total"] !== items + 1)
      flaws.push(`The world ${name} has ${String(list["total"])} items, not ${items + 1}`);
    const read = await send(port, `GET /v1/notices/${String(valueOf(created)["id"])}`, { token });
    if (read.status !== 200) flaws.push(`The world ${name} has lost an item: ${read.status} ${read.text}`);
  }
}

async function fill(url: string, count: number): Promise<void> {
  const store = createPostgresStore(url);
  const notices = new Map(
    Array.from({ length: count }, (_, index) => [`n${index}`, { value: { id: `n${index}`, text: `notice ${index}` } }]),
  );
  await store.load(ORIGIN, { counter: count, collections: new Map([["/v1/notices", notices]]) });
  await store.close();
}

/** Numbers of rows when they have stopped to change. */
async function settledRows(url: string): Promise<ReadonlyMap<string, number>> {
  let last = await countRows(url);
  for (;;) {
    await pause(3000);
    const next = await countRows(url);
    if (difference(last, next).length === 0) return next;
    last = next;
  }
}

function difference(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((table) => {
    const [one, other] = [before.get(table) ?? 0, after.get(table) ?? 0];
    return one === other ? [] : [`The table ${table} has ${other} rows after the worlds have ended, and had ${one}`];
  });
}
