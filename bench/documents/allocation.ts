import { readFileSync } from "node:fs";
import type { Plan } from "./exchanges.ts";
import { mockRequestOf, platformFor, sendTo } from "./platform-for.ts";

// Bytes that Concord allocates for each request: growth of the heap and of buffers while no garbage is collected, for
// which the process needs a large young generation. Usage: node --max-semi-space-size=256 --min-semi-space-size=256
// --expose-gc allocation.ts DOCUMENT PLAN. Sends a record of bytes by exchange to its parent.
const [document = "", file = ""] = process.argv.slice(2);
const { platform } = await platformFor(document);
const send = sendTo(platform);
const { prepare, exchanges } = JSON.parse(readFileSync(file, "utf8")) as Plan;
for (const request of prepare) await send(request);

const WARM_UP = 1500;
const MEASURED = 500;
const bytes: Record<string, number> = {};
for (const { name, operation, pairs } of exchanges) {
  const requests = pairs.map(({ request }) => mockRequestOf(request));
  await repeat(WARM_UP);
  globalThis.gc?.();
  const before = allocated();
  await repeat(MEASURED);
  bytes[`${name} ${operation}`] = (allocated() - before) / MEASURED;

  async function repeat(times: number): Promise<void> {
    for (let index = 0; index < times; index++)
      await platform.handle(requests[index % requests.length] as (typeof requests)[number]);
  }
}
process.send?.(bytes);

function allocated(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
