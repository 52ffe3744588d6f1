import { type Call, type Exchange, type Files, callers } from "./callers.ts";

/** What the parent asks for, and gets a `Timed` for. */
export interface Turn {
  readonly exchange: Exchange;
  readonly warmUpMs: number;
  readonly roundMs: number;
}

export interface Timed {
  readonly microseconds: number;
}

/** A process that makes one caller's calls when it is told to: node child.ts CALLER FILES. */
const [name = "", files = "{}"] = process.argv.slice(2);
const call = (await callers[name]?.(JSON.parse(files) as Files)) as Call;

process.on("message", async ({ exchange, warmUpMs, roundMs }: Turn) => {
  await time(exchange, warmUpMs);
  process.send?.({ microseconds: await time(exchange, roundMs) } satisfies Timed);
});
process.send?.("ready");

/** Microseconds per call, one call after the other. */
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
