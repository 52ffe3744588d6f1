import type { TimeMessage, MeasureMessage } from "./turn.ts";
import { verifiersNow } from "./verifiers.ts";

// Child process that runs a verifier for each message of its parent.
process.on("message", ({ name, warmUpMs, roundMs }: MeasureMessage) => {
  const verifies = verifiersNow()[name];
  if (!verifies()) throw new Error(`Cannot measure "${name}": it does not verify`);
  time(verifies, warmUpMs);
  process.send?.({ microseconds: time(verifies, roundMs) } satisfies TimeMessage);
});
process.send?.("ready");

/** Microseconds for each of a number of sequential calls. */
function time(call: () => unknown, milliseconds: number): number {
  const started = performance.now();
  let calls = 0;
  let passed = 0;
  while (passed < milliseconds) {
    for (let turn = 0; turn < 100; turn++) call();
    calls += 100;
    passed = performance.now() - started;
  }
  return (passed * 1000) / calls;
}
