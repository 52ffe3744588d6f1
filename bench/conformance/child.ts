import { conform } from "../../conformance/index.ts";
import { loadPlatform } from "../../contracts/index.ts";
import { startMock } from "../../api/mock.ts";
import { runProfiled } from "./profiled.ts";
import type { RunMessage, RunProgress, RunResult } from "./turn.ts";

const PROGRESS_INTERVAL_MS = 5000;

// Child process that runs conformance for each message of its parent, or serves the mock (node child.ts serve).
const contracts = await loadPlatform();
if (process.argv[2] === "serve") {
  const mock = await startMock({ contracts, strictAssumed: true });
  process.send?.(mock.url);
} else {
  process.on("message", async (turn: RunMessage) => process.send?.(await run(turn)));
  process.send?.("ready");
}

async function run({ target, mode, runs, maxRequests, isProfiled = false }: RunMessage): Promise<RunResult> {
  await using mock = target === undefined ? await startMock({ contracts, strictAssumed: true }) : undefined;
  let reportedAt = performance.now();
  const before = process.cpuUsage();
  const { result, shares } = await runProfiled(isProfiled, () =>
    conform({
      contracts,
      target: target ?? mock?.url ?? "",
      ...(mock && { dispatcher: mock.dispatcher }),
      mode,
      includeAssumed: true,
      seed: 42,
      runs,
      ...(maxRequests !== undefined && { maxRequests }),
      onProgress({ requests, done, operations }) {
        if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
        reportedAt = performance.now();
        process.send?.({ progress: { requests, done, operations } } satisfies RunProgress);
      },
    }),
  );
  const { user, system } = process.cpuUsage(before);
  globalThis.gc?.();
  return {
    requests: result.requests,
    operations: result.operations.length,
    failures: result.failures.length,
    milliseconds: result.durationMs,
    cpuMilliseconds: (user + system) / 1000,
    heapBytes: process.memoryUsage().heapUsed,
    ...(shares && { shares }),
  };
}
