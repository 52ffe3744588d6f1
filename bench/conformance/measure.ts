import { once } from "node:events";
import { type Child, startChild, withChild } from "../children.ts";
import type { Settings } from "../settings.ts";
import type { Ran, Turn } from "./turn.ts";

/** Every round of each kind of run, and what is held after so many requests. */
export interface ConformanceResult {
  readonly runs: Readonly<Record<string, readonly Ran[]>>;
  readonly memory: readonly { readonly requests: number; readonly heapBytes: number }[];
}

/** A run that is measured: the mock is in the same process, or in another one. */
interface Kind {
  readonly name: string;
  readonly isHttp: boolean;
  readonly mode: Turn["mode"];
}

const kinds: readonly Kind[] = [
  { name: "in process, sandbox", isHttp: false, mode: "sandbox" },
  { name: "in process, read-only", isHttp: false, mode: "read-only" },
  { name: "HTTP, sandbox", isHttp: true, mode: "sandbox" },
  { name: "HTTP, read-only", isHttp: true, mode: "read-only" },
];

/** As many as `concord conform` sends if it is not told. */
const RUNS = 25;

/** So many requests to each operation that a run does not end before it has sent as many as it is to send. */
const runsFor = (requests: number): number => Math.ceil(requests / 200);

/**
 * Runs conformance on a mock with all contracts. A process makes a first run, in which schemas are compiled, and then
 * another one; the mock over HTTP is in a process of its own, so what it costs is not counted.
 */
export async function measureConformance(settings: Settings): Promise<ConformanceResult> {
  const runs: Record<string, Ran[]> = {};
  for (const { name, isHttp, mode } of kinds)
    for (let round = 0; round < settings.conformance.rounds; round++) {
      settings.report(`Conformance: ${name}`);
      await using running = new AsyncDisposableStack();
      const child = await started(running, settings);
      for (const title of [name, `${name}, again`, `${name}, profiled`]) {
        // Each on a mock that has nothing yet.
        const target = isHttp ? await served(running, settings) : {};
        const turn: Turn = { ...target, mode, runs: RUNS, isProfiled: title.endsWith("profiled") };
        (runs[title] ??= []).push(await ran(child, turn));
      }
    }
  const memory = [];
  for (const requests of settings.conformance.requests) {
    settings.report(`Conformance: memory after ${requests} requests`);
    await using running = new AsyncDisposableStack();
    const target = await served(running, settings);
    const child = await started(running, settings);
    const { heapBytes } = await ran(child, {
      ...target,
      mode: "read-only",
      runs: runsFor(requests),
      maxRequests: requests,
    });
    memory.push({ requests, heapBytes });
  }
  return { runs, memory };
}

async function served(running: AsyncDisposableStack, { built }: Settings): Promise<Pick<Turn, "target">> {
  const child = running.use(startChild(`${built}conformance/child.js`, ["serve"]));
  const [target] = (await withChild(child, once(child.process, "message"))) as [string];
  return { target };
}

async function started(running: AsyncDisposableStack, { built }: Settings): Promise<Child> {
  const child = running.use(startChild(`${built}conformance/child.js`, [], { execArgv: ["--expose-gc"] }));
  await withChild(child, once(child.process, "message"));
  return child;
}

async function ran(child: Child, turn: Turn): Promise<Ran> {
  const answer = once(child.process, "message");
  child.process.send(turn);
  const [result] = (await withChild(child, answer)) as [Ran];
  return result;
}
