import { afterAll, afterEach, describe, expect, it } from "vitest";
import { newStore, useStores } from "../../../test/support/mock/ask.ts";
import { startDatabase } from "../../../test/support/postgres/database.ts";
import { type PostgresStore, createMemoryStore, createPostgresStore } from "../../index.ts";

// Runs the tests of deliveries again over PostgreSQL. Each store has a schema of its own.

const database = await startDatabase();
const url = await database.create();
let schemas = 0;
const opened: PostgresStore[] = [];
useStores(() => {
  const store = createPostgresStore(`${url}?schema=store_${++schemas}`);
  opened.push(store);
  return store;
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
});

afterAll(async () => {
  // Other test files run in this process as well.
  useStores(createMemoryStore);
  await database.stop();
});

const files = [
  "../control-paths.test.ts",
  "../credentials.test.ts",
  "../deliveries.test.ts",
  "../redeliver.test.ts",
  "../retry.test.ts",
  "../settled.test.ts",
  "../writes.test.ts",
  "../../faults/deliveries/deliveries.test.ts",
];

describe.each(files)("over PostgreSQL, %s", async (name) => {
  // Imports the module at another URL, because the module itself may be loaded already.
  await import(new URL(`${name}?over-postgres`, import.meta.url).href);
});

describe("the stores of these tests", () => {
  it("are PostgreSQL stores", () => {
    expect(newStore()).toBe(opened[0]);
  });
});
