import { readFileSync } from "node:fs";
import { listen } from "../../mock/index.ts";
import type { Plan } from "./exchanges.ts";
import { platformFor, sendTo } from "./platform-for.ts";

// Serves a document with Concord's mock and the items of a plan. Usage: node concord.ts PORT DOCUMENT PLAN.
const [port = "0", document = "", plan = ""] = process.argv.slice(2);
const { platform } = await platformFor(document);
const send = sendTo(platform);
for (const request of (JSON.parse(readFileSync(plan, "utf8")) as Plan).prepare) await send(request);
await listen(platform, { port: Number(port) });
