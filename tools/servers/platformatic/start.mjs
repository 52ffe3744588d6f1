import openapi from "@platformatic/sql-openapi";
import mapper from "@platformatic/sql-mapper";
import fastify from "fastify";

const app = fastify();
await app.register(mapper, {
  connectionString: "sqlite://:memory:",
  async onDatabaseLoad(db, sql) {
    await db.query(sql`PRAGMA foreign_keys = ON`);
    await db.query(sql`
      CREATE TABLE movies (
        id INTEGER PRIMARY KEY,
        name VARCHAR(255) NOT NULL
      )`);
    await db.query(sql`
      CREATE TABLE quotes (
        id INTEGER PRIMARY KEY,
        quote TEXT NOT NULL,
        said_by VARCHAR(255) NOT NULL,
        likes INTEGER NOT NULL DEFAULT 0,
        movie_id INTEGER NOT NULL REFERENCES movies(id)
      )`);
  },
});
await app.register(openapi);
const url = await app.listen({ port: Number(process.env.PORT ?? 0), host: "127.0.0.1" });
const handlers = ["entity-to-routes.js", "shared.js"];
console.log(
  JSON.stringify({
    url,
    document: `${url}/documentation/json`,
    handlers: handlers.map((file) => `node_modules/@platformatic/sql-openapi/lib/${file}`),
  }),
);
process.once("SIGTERM", () => {
  app.server.closeAllConnections();
  void app.close().then(() => process.exit(0));
});
