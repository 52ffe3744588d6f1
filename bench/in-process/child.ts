import { callers } from "./callers.ts";
import type { CallerName, Exchange, Files, TimeMessage, MeasureMessage } from "./turn.ts";

// Child process that measures the calls of one caller for each message of its parent: node child.ts CALLER FILES.
const [name, files = "{}"] = process.argv.slice(2);
const call = await callers[name as CallerName](JSON.parse(files) as Files);

process.on("message", async ({ exchange, warmUpMs, roundMs }: MeasureMessage) => {
  await time(exchange, warmUpMs);
  process.send?.({ microseconds: await time(exchange, roundMs) } satisfies TimeMessage);
});
process.send?.("ready");

/** Microseconds for each of a number of sequential calls. */
async function time(exchange: Exchange, milliseconds: number): Promise<number> {
  const started = performance.now();
  let calls = 0;
  let passed = 0;
  while (passed < milliseconds) {
    for (let turn = 0; turn < 20; turn++) await call(exchange);
    calls += 20;
    passed = performance.now() - started;
  }
  return (passed * 1000) / calls;
}
