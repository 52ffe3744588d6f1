import { setTimeout as pause } from "node:timers/promises";
import { withChild } from "../children.ts";
import { writeDocument } from "../document.ts";
import { processCost } from "../process-cost.ts";
import type { Settings } from "../settings.ts";
import { percentile } from "../statistics.ts";
import { contenders } from "./contenders.ts";
import { load } from "./load.ts";
import { prepare } from "./prepare.ts";
import { type Requests, requestsFor } from "./requests.ts";
import { type Server, startServer } from "./server.ts";

/** Measurements of a contender with one kind of request, one number for each round. */
export interface Rounds {
  readonly perSecond: number[];
  readonly p99Ms: number[];
  /** CPU time of the server for each request. Empty on systems without /proc. */
  readonly cpuMicroseconds: number[];
}

export interface Measured {
  readonly coldStartMs: number[];
  readonly idleBytes: number[];
  readonly loadedBytes: number[];
  readonly exchanges: Readonly<Record<string, Rounds>>;
}

/** Measurements of all contenders with a document of a given size. */
export interface HttpResult {
  readonly operations: number;
  /** Highest CPU share of the load generator in a round. Near 1, the load generator limits the result. */
  loadGeneratorBusy: number;
  readonly contenders: Readonly<Record<string, Measured>>;
}

const exchanges: Readonly<Record<string, (requests: Requests, ids: readonly string[]) => Buffer[]>> = {
  "GET by id": (requests, ids) => ids.map((id) => requests.read(id)),
  "GET list": (requests) => [requests.list()],
  POST: (requests) => [requests.create()],
};

const CONNECTIONS = 32;
const SETTLE_MS = 300;

/** Measures all contenders with a document of a given number of operations. The contenders alternate in each round. */
export async function measureHttp(operations: number, settings: Settings): Promise<HttpResult> {
  const document = writeDocument(operations, settings.resultsFolder);
  const result: HttpResult = {
    operations,
    loadGeneratorBusy: 0,
    contenders: Object.fromEntries(contenders.map(({ name }) => [name, emptyMeasured()])),
  };
  await measureColdStarts(document, result, settings);
  await using running = new AsyncDisposableStack();
  const servers: { readonly server: Server; readonly ids: readonly string[] }[] = [];
  for (const contender of contenders) {
    const server = running.use(await startServer(contender, settings.built, document));
    servers.push({ server, ids: await withChild(server, measureMemory(server, result, settings)) });
  }
  for (const [name, requestsOf] of Object.entries(exchanges)) {
    settings.report(`HTTP, ${operations} operations: ${name}`);
    for (let round = 0; round < settings.rounds; round++)
      for (const { server, ids } of servers)
        await withChild(
          server,
          measureNamed(server, requestsOf(requestsFor(server.port), ids), name, result, settings),
        );
  }
  return result;
}

async function measureColdStarts(document: string, result: HttpResult, settings: Settings): Promise<void> {
  settings.report(`HTTP, ${result.operations} operations: cold start`);
  for (let round = 0; round < settings.rounds; round++)
    for (const contender of contenders) {
      await using server = await startServer(contender, settings.built, document);
      result.contenders[contender.name]?.coldStartMs.push(server.coldStartMs);
    }
}

/** Measures memory before and after a fixed number of requests. These requests also warm the server up. */
async function measureMemory(server: Server, result: HttpResult, settings: Settings): Promise<readonly string[]> {
  const { name } = server.contender;
  settings.report(`HTTP, ${result.operations} operations: memory of ${name}`);
  const measured = result.contenders[name] as Measured;
  await pause(SETTLE_MS);
  appendNumber(measured.idleBytes, processCost(server.pid)?.residentBytes);
  const ids = await prepare(server);
  const requests = requestsFor(server.port);
  const { creates, reads } = settings.memoryLoad;
  const many = (count: number) => ({ connections: CONNECTIONS, isEnough: (answered: number) => answered >= count });
  await load(server.port, { requests: [requests.create()], ...many(creates) });
  await load(server.port, { requests: ids.map((id) => requests.read(id)), ...many(reads) });
  await pause(SETTLE_MS);
  appendNumber(measured.loadedBytes, processCost(server.pid)?.residentBytes);
  return ids;
}

async function measureNamed(
  server: Server,
  requests: readonly Buffer[],
  name: string,
  result: HttpResult,
  settings: Settings,
): Promise<void> {
  const rounds = result.contenders[server.contender.name]?.exchanges[name] as Rounds;
  const utilization = await measureRound(server, requests, rounds, settings);
  result.loadGeneratorBusy = Math.max(result.loadGeneratorBusy, utilization);
}

/** Measures one round and records it. Returns the CPU share of the load generator. */
export async function measureRound(
  { port, pid }: Server,
  requests: readonly Buffer[],
  rounds: Rounds,
  { warmUpMs, roundMs }: Settings,
): Promise<number> {
  const lasting = (limit: number) => ({ isEnough: (_: number, milliseconds: number) => milliseconds >= limit });
  await load(port, { requests, connections: CONNECTIONS, ...lasting(warmUpMs) });
  const idle = performance.eventLoopUtilization();
  const before = processCost(pid);
  const { answered, seconds, latencies } = await load(port, {
    requests,
    connections: CONNECTIONS,
    ...lasting(roundMs),
  });
  const after = processCost(pid);
  const { utilization } = performance.eventLoopUtilization(idle);
  rounds.perSecond.push(answered / seconds);
  rounds.p99Ms.push(percentile(latencies, 0.99));
  appendNumber(rounds.cpuMicroseconds, before && after && (after.cpuMicroseconds - before.cpuMicroseconds) / answered);
  return utilization;
}

export function emptyRounds(): Rounds {
  return { perSecond: [], p99Ms: [], cpuMicroseconds: [] };
}

function emptyMeasured(): Measured {
  return {
    coldStartMs: [],
    idleBytes: [],
    loadedBytes: [],
    exchanges: Object.fromEntries(Object.keys(exchanges).map((name) => [name, emptyRounds()])),
  };
}

function appendNumber(numbers: number[], number: number | undefined): void {
  if (number !== undefined) numbers.push(number);
}
