import { afterAll, describe, expect, it } from "vitest";
import { ask, platformOf } from "../../../test/support/mock/ask.ts";
import { startDatabase } from "../../../test/support/postgres/database.ts";
import type { Platform, PlatformOptions } from "../../index.ts";
import { createPostgresStore } from "../../state/postgres/postgres.ts";

const server = await startDatabase();
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
  await server.stop();
});

async function openPlatform(url: string, options: Partial<PlatformOptions> = {}): Promise<Platform> {
  const store = createPostgresStore(url);
  await store.open();
  const platform = await platformOf("library", { store, ...options });
  await platform.open();
  closing.push(async () => {
    await platform.close();
    await store.close();
  });
  return platform;
}

describe("x", () => {
  it("y", async () => {
    const url = await server.create();
    const [one, other] = await Promise.all([openPlatform(url), openPlatform(url)]);
    await ask(one, "POST /books", { body: { title: "Emma" } });
    await ask(other, "GET /books/none");
    let t = performance.now();
    const a = await one.organization("acme").journal.complete();
    console.log(performance.now() - t);
    t = performance.now();
    const b = await other.organization("acme").journal.complete();
    console.log(performance.now() - t);
    t = performance.now();
    const c = await other.journal.complete();
    console.log(performance.now() - t, a.completeUntil);
    console.log(a.entries());
    expect(a.entries()).toEqual(b.entries());
    expect(a.entries()).toEqual(c.entries());
    await one.organization("acme").journal.clear();
    expect((await other.organization("acme").journal.complete()).entries()).toEqual([]);
  });
});
