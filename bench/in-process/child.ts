import { readFileSync } from "node:fs";
import type { Plan } from "../documents/exchanges.ts";
import type { RequestToSend } from "../documents/requests.ts";
import { createCaller } from "./callers.ts";
import type { CallCost, CallerName, Files, MeasureMessage } from "./turn.ts";

// Child process that measures the calls of one caller for each message of its parent: node child.ts CALLER FILES.
const [name, text = "{}"] = process.argv.slice(2);
const files = JSON.parse(text) as Files;
const plan = JSON.parse(readFileSync(files.plan, "utf8")) as Plan;
const call = await createCaller(name as CallerName, files, plan);
const paths = await fill();

process.on("message", async ({ exchange, warmUpMs, roundMs }: MeasureMessage) => {
  const pairs = plan.exchanges.find((each) => each.name === exchange)?.pairs ?? [];
  const requests = pairs.map(({ request }, index) =>
    exchange === "GET by id" ? { ...request, url: paths[index] ?? request.url } : request,
  );
  await measure(requests, warmUpMs);
  process.send?.(await measure(requests, roundMs));
});
process.send?.("ready");

/**
 * Creates the records beyond those of the plan. Returns the paths of as many of them as the plan reads, from all parts
 * of the collection.
 */
async function fill(): Promise<readonly string[]> {
  const { records = 0 } = files;
  const reads = plan.exchanges.find((each) => each.name === "GET by id")?.pairs ?? [];
  const found: string[] = [];
  for (let index = plan.prepare.length; index < records; index++) {
    const request = plan.prepare[index % plan.prepare.length] as RequestToSend;
    const body = await call(request);
    if (index >= (found.length * records) / reads.length)
      found.push(`${request.url}/${(JSON.parse(body) as { id: string }).id}`);
  }
  return found;
}

/** Cost of each of a number of sequential calls. */
async function measure(requests: readonly RequestToSend[], milliseconds: number): Promise<CallCost> {
  const started = performance.now();
  const before = process.cpuUsage();
  let calls = 0;
  let passed = 0;
  while (passed < milliseconds) {
    for (let turn = 0; turn < 20; turn++) await call(requests[calls++ % requests.length] as RequestToSend);
    passed = performance.now() - started;
  }
  const { user, system } = process.cpuUsage(before);
  return { microseconds: (passed * 1000) / calls, cpuMicroseconds: (user + system) / calls };
}
