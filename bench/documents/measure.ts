import { once } from "node:events";
import { startChild, withChild } from "../children.ts";
import { peerFiles, prismArguments } from "../peers.ts";
import { processCost } from "../process-cost.ts";
import type { Settings } from "../settings.ts";
import type { MeasuredDocument } from "./documents.ts";
import type { Exchange } from "./exchanges.ts";
import type { RequestToSend } from "./requests.ts";
import { type Generate, type Generated, createGenerator, isPinned } from "./generator.ts";
import { type RunningServer, fetchFrom, startServer } from "./server.ts";
import { writePlan } from "./write-plan.ts";

/** Measurements of a server with one exchange, one number for each round. */
export interface DocumentRounds {
  readonly perSecond: number[];
  readonly p99Ms: number[];
  /** CPU time of the server for each request. Empty on systems without /proc. */
  readonly cpuMicroseconds: number[];
  /** Reason why the server was not measured. */
  refused?: string;
}

export interface MeasuredExchange {
  readonly name: string;
  readonly operation: string;
  /** Size of the first response, in bytes. */
  readonly bytes: number;
  /** Bytes that Concord allocates for each request. */
  allocated?: number;
  readonly servers: Readonly<Record<ServerName, DocumentRounds>>;
}

export interface DocumentResult {
  readonly document: string;
  readonly kind: MeasuredDocument["kind"];
  readonly generator: string;
  readonly isPinned: boolean;
  readonly exchanges: readonly MeasuredExchange[];
}

type ServerName = "node:http" | "Concord" | "Prism";

type NamedServer = RunningServer & { readonly name: ServerName };

/** Shortest time of wrk. */
const ROUND_MS = 1000;

/** Measures a document beside bare node:http and Prism. The servers alternate in each round. */
export async function measureDocument(document: MeasuredDocument, settings: Settings): Promise<DocumentResult> {
  const { name, kind, file } = document;
  const { report, resultsFolder, built } = settings;
  const { plan, planFile } = await writePlan(document, settings);
  const { name: generator, generate } = createGenerator(resultsFolder);
  const exchanges = plan.exchanges.map(emptyExchange);
  await using running = new AsyncDisposableStack();
  const started: NamedServer[] = [];
  const first = (plan.exchanges[0] as Exchange).pairs[0]?.request as RequestToSend;
  for (const [server, program, args] of [
    ["node:http", `${built}documents/bare.js`, (port: number) => [String(port), planFile]],
    ["Concord", `${built}documents/concord.js`, (port: number) => [String(port), file, planFile]],
    ["Prism", peerFiles.prism(), prismArguments(file)],
  ] as const) {
    const launched = await startServer({ file: program, args, first }).catch((error: Error) => error);
    if (!(launched instanceof Error)) started.push({ ...running.use(launched), name: server });
    else if (server !== "Prism") throw launched;
    else for (const { servers } of exchanges) servers.Prism.refused = "does not start";
  }
  // Before the load, which changes items.
  for (const [index, { pairs }] of plan.exchanges.entries())
    for (const server of started) {
      const fault = await faultOf(server, pairs);
      if (fault !== undefined && server.name !== "Prism") throw new Error(`Cannot compare ${server.name}: ${fault}`);
      if (fault !== undefined) (exchanges[index] as MeasuredExchange).servers.Prism.refused = fault;
    }
  report(`${name}: warming up`);
  for (const { pairs } of plan.exchanges)
    for (const server of started)
      await measureRound(
        server,
        pairs.map(({ request }) => request),
        generate,
      );
  for (const [index, exchange] of plan.exchanges.entries()) {
    report(`${name}: ${exchange.name} ${exchange.operation}`);
    await measureExchange(exchange, exchanges[index] as MeasuredExchange, { started, generate, settings });
  }
  await running.disposeAsync();
  report(`${name}: allocated bytes`);
  const allocated = await allocatedBytes(built, file, planFile);
  for (const exchange of exchanges)
    exchange.allocated = allocated[`${exchange.name} ${exchange.operation}`] ?? Number.NaN;
  return { document: name, kind, generator, isPinned, exchanges };
}

function emptyExchange({ name, operation, pairs }: Exchange): MeasuredExchange {
  const rounds = (): DocumentRounds => ({ perSecond: [], p99Ms: [], cpuMicroseconds: [] });
  const bytes = Buffer.byteLength(pairs[0]?.response.body ?? "");
  return { name, operation, bytes, servers: { "node:http": rounds(), Concord: rounds(), Prism: rounds() } };
}

interface MeasureParts {
  readonly started: readonly NamedServer[];
  readonly generate: Generate;
  readonly settings: Settings;
}

async function measureExchange(
  { pairs }: Exchange,
  { servers }: MeasuredExchange,
  { started, generate, settings }: MeasureParts,
): Promise<void> {
  const requests = pairs.map(({ request }) => request);
  let able = started.filter(({ name }) => servers[name].refused === undefined);
  for (let round = 0; round < settings.documents.rounds; round++)
    for (const server of able) {
      const rounds = servers[server.name];
      const measured = await measureRound(server, requests, generate);
      if (typeof measured !== "string") {
        rounds.perSecond.push(measured.perSecond);
        rounds.p99Ms.push(measured.p99Ms);
        if (measured.cpuMicroseconds !== undefined) rounds.cpuMicroseconds.push(measured.cpuMicroseconds);
        continue;
      }
      if (server.name !== "Prism") throw new Error(`Cannot compare ${server.name}: ${measured}`);
      rounds.refused = "refuses some";
      able = able.filter((each) => each !== server);
    }
}

/** Measures one round. Returns the error message of a round that cannot be measured. */
async function measureRound(
  server: NamedServer,
  requests: readonly RequestToSend[],
  generate: Generate,
): Promise<(Generated & { readonly cpuMicroseconds: number | undefined }) | string> {
  const before = processCost(server.pid);
  const generated = await withChild(server, generate(server.port, requests, ROUND_MS)).catch((error: Error) => error);
  const after = processCost(server.pid);
  if (generated instanceof Error) return generated.message;
  const cpu = before && after && (after.cpuMicroseconds - before.cpuMicroseconds) / generated.answered;
  return { ...generated, cpuMicroseconds: cpu };
}

/** Reason why a server cannot be compared: it refuses a request, or responds with another size than was recorded. */
async function faultOf({ name, port }: NamedServer, pairs: Exchange["pairs"]): Promise<string | undefined> {
  for (const { request, response } of pairs.slice(0, 3)) {
    const received = await fetchFrom(port, request);
    const body = await received.text();
    if (!received.ok) return `answers ${received.status}`;
    const isSame = Math.abs(body.length - response.body.length) <= response.body.length / 10 + 20;
    if (name !== "Prism" && !isSame)
      return `answers ${body.length} characters to ${request.method} ${request.url}, not about ${response.body.length}`;
  }
  return undefined;
}

async function allocatedBytes(
  built: string,
  document: string,
  plan: string,
): Promise<Readonly<Record<string, number>>> {
  await using child = startChild(`${built}documents/allocation.js`, [document, plan]);
  const [bytes] = (await withChild(child, once(child.process, "message"))) as [Readonly<Record<string, number>>];
  return bytes;
}
