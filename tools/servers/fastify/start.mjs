import { createServer } from "./app.mjs";

const app = await createServer();
const url = await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT ?? 0) });
process.once("SIGTERM", () => void app.close().then(() => process.exit(0)));
console.log(JSON.stringify({ url, document: `${url}/openapi.json`, handlers: ["app.mjs"] }));
