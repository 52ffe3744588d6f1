import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const require = createRequire(import.meta.url);
const { Sails } = require("sails");

const folder = mkdtempSync(join(tmpdir(), "sails-"));
mkdirSync(join(folder, "data"));
const app = new Sails();
const document = join(folder, "openapi.json");
// The document is generated after the server listens.
const { promise: generated, resolve: postProcess } = Promise.withResolvers();
await promisify(app.lift.bind(app))({
  appPath: folder,
  port: Number(process.env.PORT ?? 0) || (await freePort()),
  explicitHost: "127.0.0.1",
  environment: "production",
  log: { level: "silent" },
  hooks: {
    grunt: false,
    session: false,
    sockets: false,
    pubsub: false,
    views: false,
    i18n: false,
    orm: require("sails-hook-orm"),
    "swagger-generator": require("sails-hook-swagger-generator"),
  },
  blueprints: { actions: false, rest: true, shortcuts: false },
  models: { migrate: "safe", schema: true, datastore: "default", dataEncryptionKeys: undefined },
  datastores: { default: { adapter: require("sails-disk"), inMemoryOnly: true } },
  orm: {
    moduleDefinitions: {
      models: {
        author: {
          identity: "author",
          globalId: "Author",
          primaryKey: "id",
          attributes: {
            id: { type: "number", autoIncrement: true },
            name: { type: "string", required: true, maxLength: 60 },
            email: { type: "string", isEmail: true, unique: true, required: true },
            born: { type: "number", isInteger: true, min: 1400, max: 2100 },
            books: { collection: "book", via: "author" },
          },
        },
        book: {
          identity: "book",
          globalId: "Book",
          primaryKey: "id",
          attributes: {
            id: { type: "number", autoIncrement: true },
            title: { type: "string", required: true },
            genre: { type: "string", isIn: ["novel", "poetry", "essay"], defaultsTo: "novel" },
            pages: { type: "number", isInteger: true, min: 1 },
            inPrint: { type: "boolean", defaultsTo: true },
            author: { model: "author" },
          },
        },
      },
    },
  },
  "swagger-generator": { swaggerJsonPath: "", postProcess },
});
writeFileSync(document, JSON.stringify(await generated));
process.once("SIGTERM", () => {
  rmSync(folder, { recursive: true, force: true });
  app.lower(() => process.exit(0));
});
console.log(JSON.stringify({ url: `http://127.0.0.1:${app.config.port}`, document, handlers: [] }));

/** A port that is free now. Sails takes 0 for its default. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
