import { once } from "node:events";
import { type Child, startChild, withChild } from "../children.ts";
import type { Settings } from "../settings.ts";
import type { RunMessage, RunProgress, RunResult } from "./turn.ts";

/** Rounds of each kind of run, and the heap in use after given numbers of requests. */
export interface ConformanceResult {
  readonly runs: Readonly<Record<string, readonly RunResult[]>>;
  readonly memory: readonly { readonly requests: number; readonly heapBytes: number }[];
}

/** Kind of a run. With `isHttp`, the mock runs in a separate process. */
interface Kind {
  readonly name: string;
  readonly isHttp: boolean;
  readonly mode: RunMessage["mode"];
}

const kinds: readonly Kind[] = [
  { name: "in process, sandbox", isHttp: false, mode: "sandbox" },
  { name: "in process, read-only", isHttp: false, mode: "read-only" },
  { name: "HTTP, sandbox", isHttp: true, mode: "sandbox" },
  { name: "HTTP, read-only", isHttp: true, mode: "read-only" },
];

/** Default number of requests of `concord conform` for each property of an operation. */
const RUNS = 25;

/** Number of requests for each property that is large enough for a run to reach its total. */
const runsFor = (requests: number): number => Math.ceil(requests / 200);

/**
 * Runs conformance on a mock with all contracts. Each process makes a first run, which compiles the schemas, and then
 * another one. A mock over HTTP runs in a separate process, so that its cost is not counted.
 */
export async function measureConformance(settings: Settings): Promise<ConformanceResult> {
  const runs: Record<string, RunResult[]> = {};
  const { rounds, maxRequests, modes } = settings.conformance;
  for (const { name, isHttp, mode } of kinds.filter((kind) => modes.includes(kind.mode)))
    for (let round = 0; round < rounds; round++) {
      await using running = new AsyncDisposableStack();
      const child = await startConformanceProcess(running, settings);
      for (const title of [name, `${name}, again`, `${name}, profiled`]) {
        settings.report(`Conformance: ${title}`);
        // Each run gets a new mock without data.
        const target = isHttp ? await startMockProcess(running, settings) : {};
        const isProfiled = title.endsWith("profiled");
        const limit = maxRequests === undefined ? {} : { maxRequests };
        const turn: RunMessage = { ...target, mode, runs: RUNS, ...limit, isProfiled };
        (runs[title] ??= []).push(await runIn(child, turn, settings));
      }
    }
  const memory = [];
  for (const requests of settings.conformance.requests) {
    settings.report(`Conformance: memory after ${requests} requests`);
    await using running = new AsyncDisposableStack();
    const target = await startMockProcess(running, settings);
    const child = await startConformanceProcess(running, settings);
    const turn: RunMessage = { ...target, mode: "read-only", runs: runsFor(requests), maxRequests: requests };
    const { heapBytes } = await runIn(child, turn, settings);
    memory.push({ requests, heapBytes });
  }
  return { runs, memory };
}

async function startMockProcess(
  running: AsyncDisposableStack,
  { built }: Settings,
): Promise<Pick<RunMessage, "target">> {
  const child = running.use(startChild(`${built}conformance/child.js`, ["serve"]));
  const [target] = (await withChild(child, once(child.process, "message"))) as [string];
  return { target };
}

async function startConformanceProcess(running: AsyncDisposableStack, { built }: Settings): Promise<Child> {
  const child = running.use(startChild(`${built}conformance/child.js`, [], { execArgv: ["--expose-gc"] }));
  await withChild(child, once(child.process, "message"));
  return child;
}

async function runIn(child: Child, turn: RunMessage, { report }: Settings): Promise<RunResult> {
  const result = Promise.withResolvers<RunResult>();
  const receive = (message: unknown): void => {
    if (!isProgress(message)) return result.resolve(message as RunResult);
    const { requests, done, operations } = message.progress;
    report(`  ${requests} requests, ${done} of ${operations} operations`);
  };
  child.process.on("message", receive);
  child.process.send(turn);
  try {
    return await withChild(child, result.promise);
  } finally {
    child.process.off("message", receive);
  }
}

function isProgress(message: unknown): message is RunProgress {
  return typeof message === "object" && message !== null && "progress" in message;
}
