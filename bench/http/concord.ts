import { loadContracts } from "../../contracts/index.ts";
import { createClock, createPlatform, listen } from "../../mock/index.ts";
import { measuredPath, sampleBody } from "../document.ts";
import { authorization } from "./requests.ts";

// Serves a document or a folder with Concord's mock, optionally with a number of records: node concord.ts PORT PATH
// [RECORDS].
const [port = "0", path = "", records = "0"] = process.argv.slice(2);
const platform = createPlatform(await loadContracts([path]), { clock: createClock(Date.now) });
const headers = { authorization, "content-type": "application/json" };
const body = Buffer.from(JSON.stringify(sampleBody));
for (let index = 0; index < Number(records); index++)
  await platform.handle({ method: "POST", url: measuredPath, headers, body });
await listen(platform, { port: Number(port) });
