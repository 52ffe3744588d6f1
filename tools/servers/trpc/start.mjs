import { createServer } from "node:http";
import { createOpenApiHttpHandler, generateOpenApiDocument } from "trpc-to-openapi";
import { createRouter, token } from "./app.mjs";

const router = createRouter();
const handle = createOpenApiHttpHandler({
  router,
  createContext: ({ req }) => ({ authorization: req.headers.get("authorization") }),
});
const server = createServer((request, response) => {
  if (request.url !== "/openapi.json") return handle(request, response);
  const document = generateOpenApiDocument(router, {
    title: "Tasks",
    version: "1.0.0",
    baseUrl: `http://${request.headers.host}`,
  });
  response.setHeader("content-type", "application/json").end(JSON.stringify(document));
});
server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const document = `${url}/openapi.json`;
  console.log(JSON.stringify({ url, document, bearer: token, handlers: ["app.mjs"] }));
});
process.once("SIGTERM", () => {
  server.closeAllConnections();
  server.close(() => process.exit(0));
});
