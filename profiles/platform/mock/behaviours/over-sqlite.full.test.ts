import { readdirSync } from "node:fs";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { newStore, useStores } from "../../../../test/support/mock/ask.ts";
import { type SqliteStore, createMemoryStore, createSqliteStore } from "../../../../mock/index.ts";

// Runs the tests of each behaviour again over a SQLite store.

const opened: SqliteStore[] = [];
useStores(() => {
  const store = createSqliteStore(":memory:");
  opened.push(store);
  return store;
});
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});

// Other test files run in this process as well.
afterAll(() => useStores(createMemoryStore));

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".test.ts") && !name.startsWith("over-"));

describe.each(files)("over SQLite, %s", async (name) => {
  // Imports the module at another URL, because the module itself may be loaded already.
  await import(new URL(`${name}?over-sqlite`, import.meta.url).href);
});

describe("the stores of these tests", () => {
  it("are SQLite stores", () => {
    expect(newStore()).toBe(opened[0]);
  });
});
