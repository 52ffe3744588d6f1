import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import type { Plan } from "./exchanges.ts";
import { mockRequestOf, platformFor, sendTo } from "./platform-for.ts";

// Bytes of the heap that Concord allocates for each request, those of collected objects included. Bytes of buffers
// outside of the heap are not counted. Usage: node allocation.ts DOCUMENT PLAN. Sends a record of bytes by exchange to
// its parent.
const [document = "", file = ""] = process.argv.slice(2);
const { platform } = await platformFor(document);
const send = sendTo(platform);
const { prepare, exchanges } = JSON.parse(readFileSync(file, "utf8")) as Plan;
for (const request of prepare) await send(request);

const WARM_UP = 1500;
const MEASURED = 1000;
/** Mean distance of two samples, in bytes. */
const SAMPLING_INTERVAL = 1024;
const session = new Session();
session.connect();
const bytes: Record<string, number> = {};
for (const { name, operation, pairs } of exchanges) {
  const requests = pairs.map(({ request }) => mockRequestOf(request));
  await repeat(WARM_UP);
  await session.post("HeapProfiler.startSampling", {
    samplingInterval: SAMPLING_INTERVAL,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await repeat(MEASURED);
  const { profile } = await session.post("HeapProfiler.stopSampling");
  bytes[`${name} ${operation}`] = sizeOf(profile.head) / MEASURED;

  async function repeat(times: number): Promise<void> {
    for (let index = 0; index < times; index++)
      await platform.handle(requests[index % requests.length] as (typeof requests)[number]);
  }
}
process.send?.(bytes);
session.disconnect();

interface AllocatingFunction {
  readonly selfSize: number;
  readonly children: readonly AllocatingFunction[];
}

function sizeOf({ selfSize, children }: AllocatingFunction): number {
  return children.reduce((sum, child) => sum + sizeOf(child), selfSize);
}
