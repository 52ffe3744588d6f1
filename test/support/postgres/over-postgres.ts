import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type PostgresStore, createMemoryStore, createPostgresStore } from "../../../mock/index.ts";
import { newStore, useStores } from "../mock/ask.ts";
import { startDatabase } from "./database.ts";

/**
 * Runs test files again over PostgreSQL. Each of their stores has a schema of its own.
 * @param files names of the files, with the functions that import them at another URL: the module may be loaded already.
 */
export async function describeOverPostgres(files: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
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

  describe.each(Object.entries(files))("over PostgreSQL, %s", async (_name, load) => {
    await load();
  });

  describe("the stores of these tests", () => {
    it("are PostgreSQL stores", () => {
      expect(newStore()).toBe(opened[0]);
    });
  });
}
