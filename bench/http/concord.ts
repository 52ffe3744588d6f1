import { loadContracts } from "../../contracts/index.ts";
import { createPlatform, listen } from "../../mock/index.ts";

// Serves a document with Concord's mock: node concord.ts PORT DOCUMENT.
const [port = "0", file = ""] = process.argv.slice(2);
await listen(createPlatform(await loadContracts([file])), { port: Number(port) });
