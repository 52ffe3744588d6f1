import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { withChild } from "../children.ts";
import { ordinary } from "../documents/documents.ts";
import type { Exchange, Plan } from "../documents/exchanges.ts";
import { type Generate, createGenerator } from "../documents/generator.ts";
import { type RunningServer, fetchFrom, startServer } from "../documents/server.ts";
import { writePlan } from "../documents/write-plan.ts";
import { peerFiles, prismArguments } from "../peers.ts";
import { processCost } from "../process-cost.ts";
import type { Settings } from "../settings.ts";

/** Memory of a server's process. */
export interface MemoryUse {
  /** Resident set, as it is. Undefined on systems without /proc, as is `collectedBytes`. */
  readonly bytes: number | undefined;
  /** Resident set after a garbage collection. */
  readonly collectedBytes: number | undefined;
  /** Used heap after a garbage collection. */
  readonly heapBytes: number;
}

/** Memory after each phase, and the number of responses in it. */
export type MemoryPhases = Readonly<Record<Phase, MemoryUse & { readonly answered: number }>>;

export type Phase = "idle" | "reads and changes" | "creations";

export interface MemoryResult {
  readonly loadMs: number;
  readonly servers: Readonly<Record<string, MemoryPhases>>;
}

const SETTLE_MS = 300;
const SLICE_MS = 1000;

/**
 * Measures each server with the ordinary document: after its start and a first request, after reads and changes of the
 * same items, and after creations, which the mock keeps.
 */
export async function measureMemory(settings: Settings): Promise<MemoryResult> {
  const { built, packageFolder, loadMs, report, resultsFolder } = settings;
  const { plan, planFile } = await writePlan(ordinary, settings);
  const { generate } = createGenerator(resultsFolder);
  const programs = {
    "node:http": { file: `${built}documents/bare.js`, args: (port: number) => [String(port), planFile] },
    Concord: {
      file: `${packageFolder}cli/concord.js`,
      args: (port: number) => ["mock", ordinary.file, "--port", String(port)],
    },
    Prism: { file: peerFiles.prism(), args: prismArguments(ordinary.file) },
  };
  const servers: Record<string, MemoryPhases> = {};
  for (const [name, program] of Object.entries(programs)) {
    report(`Memory: ${name}`);
    const execArgv = ["--expose-gc", "--import", `${built}memory/collect.js`];
    const first = (plan.exchanges[0] as Exchange).pairs[0]?.request as Exchange["pairs"][number]["request"];
    await using server = await startServer({ ...program, execArgv, first });
    servers[name] = await withChild(server, measurePhases(server, plan, { generate, loadMs }));
  }
  return { loadMs, servers };
}

interface Load {
  readonly generate: Generate;
  readonly loadMs: number;
}

async function measurePhases(server: RunningServer, plan: Plan, { generate, loadMs }: Load): Promise<MemoryPhases> {
  const idle = { ...(await memoryOf(server)), answered: 1 };
  for (const request of plan.prepare) await (await fetchFrom(server.port, request)).arrayBuffer();
  const accepted: Exchange[] = [];
  for (const exchange of plan.exchanges) {
    const response = await fetchFrom(server.port, exchange.pairs[0]?.request as (typeof plan.prepare)[number]);
    await response.arrayBuffer();
    if (response.ok) accepted.push(exchange);
  }
  const isCreation = ({ name }: Exchange): boolean => name === "POST";
  return {
    idle,
    "reads and changes": await after(accepted.filter((exchange) => !isCreation(exchange))),
    creations: await after(accepted.filter(isCreation)),
  };

  async function after(exchanges: readonly Exchange[]): Promise<MemoryUse & { readonly answered: number }> {
    let answered = 0;
    const end = performance.now() + loadMs;
    for (let turn = 0; exchanges.length > 0 && performance.now() < end; turn++) {
      const { pairs } = exchanges[turn % exchanges.length] as Exchange;
      const requests = pairs.map(({ request }) => request);
      answered += (await generate(server.port, requests, SLICE_MS)).answered;
    }
    return { ...(await memoryOf(server)), answered };
  }
}

async function memoryOf({ pid, process: child }: RunningServer): Promise<MemoryUse> {
  await pause(SETTLE_MS);
  const bytes = processCost(pid)?.residentBytes;
  const answer = once(child, "message");
  child.send("collect");
  const [heapBytes] = (await answer) as [number];
  await pause(SETTLE_MS);
  return { bytes, collectedBytes: processCost(pid)?.residentBytes, heapBytes };
}
