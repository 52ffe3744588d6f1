import { readFileSync } from "node:fs";
import type { Plan, SentRequest } from "../documents/exchanges.ts";
import { createCaller } from "./callers.ts";
import type { CallerName, Files, MeasureMessage, TimeMessage } from "./turn.ts";

// Child process that measures the calls of one caller for each message of its parent: node child.ts CALLER FILES.
const [name, text = "{}"] = process.argv.slice(2);
const files = JSON.parse(text) as Files;
const plan = JSON.parse(readFileSync(files.plan, "utf8")) as Plan;
const call = await createCaller(name as CallerName, files, plan);

process.on("message", async ({ exchange, warmUpMs, roundMs }: MeasureMessage) => {
  const pairs = plan.exchanges.find((each) => each.name === exchange)?.pairs ?? [];
  const requests = pairs.map(({ request }) => request);
  await time(requests, warmUpMs);
  process.send?.({ microseconds: await time(requests, roundMs) } satisfies TimeMessage);
});
process.send?.("ready");

/** Microseconds for each of a number of sequential calls. */
async function time(requests: readonly SentRequest[], milliseconds: number): Promise<number> {
  const started = performance.now();
  let calls = 0;
  let passed = 0;
  while (passed < milliseconds) {
    for (let turn = 0; turn < 20; turn++) await call(requests[calls++ % requests.length] as SentRequest);
    passed = performance.now() - started;
  }
  return (passed * 1000) / calls;
}
