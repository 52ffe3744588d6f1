import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { startDatabase } from "../../test/support/postgres/database.ts";
import { createPostgresStore } from "../state/postgres/postgres.ts";
import { migrations } from "./migrations.ts";

const database = await startDatabase();
afterAll(() => database.stop());

/** State of an organization, a fork of it with changes, and the settings of the first, as each version has kept them. */
const state = `
  INSERT INTO layer (id, chain) OVERRIDING SYSTEM VALUE VALUES (1, '{1}');
  INSERT INTO layer (id, parent, chain) OVERRIDING SYSTEM VALUE VALUES (2, 1, '{2,1}'), (3, 1, '{3,1}');
  SELECT setval(pg_get_serial_sequence('layer', 'id'), 3);
  INSERT INTO organization VALUES ('acme', 2), ('fork', 3);
  INSERT INTO counter VALUES ('acme', 7), ('fork', 8);
  INSERT INTO item (layer, collection, id, number, revision, stored) VALUES
    (1, '/books', 'b1', nextval('item_number'), 1, '{"value":{"n":1}}'),
    (1, '/books', 'b2', nextval('item_number'), 1, '{"value":{"n":2}}'),
    (3, '/books', 'b1', 1, 2, NULL),
    (3, '/books', 'b3', nextval('item_number'), 1, '{"value":{"n":3}}');
  INSERT INTO tenant VALUES ('acme', nextval('tenant_version'), '{"offset":5}', NULL, '{"burst":2,"perSecond":1}');`;

const everything = { offset: 0, limit: Infinity };

describe("the tables of an earlier version", () => {
  // Version 4 was the first one with all tables.
  it.each([4, 5, 6].filter((version) => version < migrations.length))(
    "of version %i keep their state",
    async (version) => {
      const url = await database.create();
      const client = new pg.Client(url);
      await client.connect();
      await client.query(
        "CREATE SCHEMA concord; SET search_path = concord; CREATE TABLE version (number int NOT NULL)",
      );
      for (const migration of migrations.slice(0, version)) await client.query(migration);
      await client.query(`INSERT INTO version VALUES (${version}); ${state}`);
      const store = createPostgresStore(url);
      const booksOf = async (organization: string): Promise<unknown[]> =>
        (await store.list(organization, "/books", everything)).items.map(({ value }) => value["n"]);

      expect([await booksOf("acme"), await booksOf("fork")]).toEqual([
        [1, 2],
        [2, 3],
      ]);
      const fork = (await store.forkNew?.("acme", "acme-world-")) as string;
      await store.change({ organization: fork, collection: "/books", id: "b4" }, () => ({ value: { n: 4 } }));
      expect([await booksOf(fork), await booksOf("acme"), await store.next(fork)]).toEqual([[1, 2, 4], [1, 2], 8]);
      expect((await store.arrive?.(fork, null))?.settings).toMatchObject({
        clock: { offset: 5 },
        rateLimit: { burst: 2, perSecond: 1 },
      });
      for (const name of ["acme", "fork", fork]) await store.reset(name);
      const { rows } = await client.query("SELECT id::text FROM layer UNION ALL SELECT id FROM item");
      await client.end();
      await store.close();

      expect(rows).toEqual([]);
    },
  );
});
