import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import express from "express";

const require = createRequire(import.meta.url);
const library = require.resolve("@apidevtools/swagger-express-middleware");
const { Middleware } = require(library);
const folder = dirname(library);
const sample = join(folder, "../samples/PetStore.yaml");

const uploads = await mkdtemp(join(tmpdir(), "pet-store-"));
const app = express();
const middleware = new Middleware(app);
await promisify(middleware.init.bind(middleware))(sample);
app.use(
  middleware.metadata(),
  middleware.files({ rawFilesPath: false }),
  middleware.parseRequest({ multipart: { dest: uploads } }),
  middleware.validateRequest(),
  middleware.mock(),
);
app.use((error, _request, response, _next) => {
  response.status(error.status ?? 500).json({ message: error.message });
});

const server = app.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const mock = relative(import.meta.dirname, join(folder, "mock"));
  const files = ["edit-collection", "edit-resource", "query-collection", "query-resource", "semantic-request"];
  const handlers = files.map((name) => `${mock}/${name}.js`);
  console.log(JSON.stringify({ url, document: `${url}/api-docs`, handlers }));
});
process.once("SIGTERM", () => {
  server.closeAllConnections();
  server.close(() => void rm(uploads, { recursive: true, force: true }).then(() => process.exit(0)));
});
