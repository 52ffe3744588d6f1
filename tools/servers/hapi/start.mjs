import { createServer } from "./app.mjs";

const server = await createServer(Number(process.env.PORT ?? 0));
await server.start();
process.once("SIGTERM", () => void server.stop().then(() => process.exit(0)));
const url = `http://127.0.0.1:${server.info.port}`;
console.log(JSON.stringify({ url, document: `${url}/openapi.json`, handlers: ["app.mjs"] }));
