import { once } from "node:events";
import { type AddressInfo, type Socket, createServer } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { startDatabase } from "../../test/support/postgres/database.ts";
import { openPools, parseDatabaseUrl } from "./pools.ts";

const database = await startDatabase();
afterAll(() => database.stop());

/** Names and values in the message that starts a connection (PostgreSQL 18, section 54.7, StartupMessage). */
function startOf(message: Buffer): Record<string, string> {
  const texts = message.subarray(8).toString().split("\0");
  return Object.fromEntries(
    texts.flatMap((name, index) => (index % 2 === 0 && name ? [[name, texts[index + 1] ?? ""]] : [])),
  );
}

describe("openPools()", () => {
  it("starts connections without settings, because PgBouncer refuses those", async () => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => void sockets.add(socket)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const opening = openPools(parseDatabaseUrl(`postgres://concord@127.0.0.1:${port}/postgres`)).catch(
      (error: unknown) => error,
    );
    const [socket] = (await once(server, "connection")) as [Socket];
    const [message] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    server.close();

    // Those that PgBouncer takes by default.
    expect(Object.keys(startOf(message)).toSorted()).toEqual([
      "application_name",
      "client_encoding",
      "database",
      "user",
    ]);
    expect(await opening).toMatchObject({ code: "unreachable-state" });
  });

  it("makes the settings of each connection before its first statement", async () => {
    const { single, transactions } = await openPools(parseDatabaseUrl(await database.create()));
    const names = ["search_path", "plan_cache_mode", "jit", "statement_timeout", "lock_timeout"];
    const text = `SELECT ${names.map((name) => `current_setting('${name}') AS ${name}`).join(", ")}`;
    for (const pool of [single, transactions]) {
      const rows = await Promise.all([pool.query(text), pool.query(text)]);
      expect(rows.map(({ rows: [settings] }) => settings)).toEqual(
        Array.from({ length: 2 }, () => ({
          search_path: "concord",
          plan_cache_mode: "force_generic_plan",
          jit: "off",
          statement_timeout: "15s",
          lock_timeout: "5s",
        })),
      );
      await pool.end();
    }
  });

  it("refuses a database that cannot keep every text, with the statement that creates one", async () => {
    const opening = openPools(parseDatabaseUrl(await database.create({ encoding: "SQL_ASCII" })));
    await expect(opening).rejects.toMatchObject({
      code: "unreachable-state",
      message: expect.stringMatching(
        /^Cannot keep state in the database at ".*": its encoding is SQL_ASCII, not UTF8$/,
      ),
      hint: "Create one with: CREATE DATABASE concord ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0",
    });
  });
});
