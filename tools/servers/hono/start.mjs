import { serve } from "@hono/node-server";
import { createApp } from "./app.mjs";

const options = { fetch: createApp().fetch, hostname: "127.0.0.1", port: Number(process.env.PORT ?? 0) };
const server = serve(options, ({ port }) => {
  const url = `http://127.0.0.1:${port}`;
  console.log(JSON.stringify({ url, document: `${url}/openapi.json`, handlers: ["app.mjs"] }));
});
process.once("SIGTERM", () => {
  server.closeAllConnections();
  server.close(() => process.exit(0));
});
