import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { killedOnExit } from "../children.ts";
import { measuredDocuments, ordinary } from "../documents/documents.ts";
import type { RequestToSend } from "../documents/requests.ts";
import { startServer } from "../documents/server.ts";
import { processCost } from "../process-cost.ts";
import type { Settings } from "../settings.ts";

/** Start of a command of the built package, until it ends or its mock has answered. */
export interface StartResult {
  readonly name: string;
  /** Duration with an empty compile cache of Node. */
  readonly firstMs: number;
  readonly milliseconds: readonly number[];
  /** Duration of `node -e 0` in each round. */
  readonly bareMs: readonly number[];
  /** Memory of a mock after its first answer. Linux only. */
  readonly bytes: readonly number[];
  readonly asked: { readonly ms: number; readonly bytes?: number };
}

interface Start {
  readonly milliseconds: number;
  readonly bytes?: number;
}

interface Command {
  readonly name: string;
  readonly asked: StartResult["asked"];
  start(): Promise<Start>;
}

/** Measures commands beside `node -e 0`. The commands alternate in each round. */
export async function measureCommands(settings: Settings): Promise<readonly StartResult[]> {
  const { report, resultsFolder, rounds } = settings;
  const cache = `${resultsFolder}compile-cache/`;
  rmSync(cache, { recursive: true, force: true });
  const environment = { ...process.env, NODE_COMPILE_CACHE: cache };
  const commands = commandsOf(settings, environment);
  const results = [];
  report("Start-up: with an empty compile cache");
  for (const { name, asked, start } of commands) {
    const { milliseconds } = await start();
    const numbers = (): number[] => [];
    results.push({
      name,
      asked,
      start,
      firstMs: milliseconds,
      milliseconds: numbers(),
      bareMs: numbers(),
      bytes: numbers(),
    });
  }
  for (let round = 0; round < rounds; round++) {
    report(`Start-up: round ${round + 1} of ${rounds}`);
    for (const result of results) {
      result.bareMs.push((await runToEnd(["-e", "0"], environment, /^$/)).milliseconds);
      const { milliseconds, bytes } = await result.start();
      result.milliseconds.push(milliseconds);
      if (bytes !== undefined) result.bytes.push(bytes);
    }
  }
  return results.map(({ start: _start, ...result }) => result);
}

function commandsOf({ packageFolder, resultsFolder }: Settings, environment: NodeJS.ProcessEnv): readonly Command[] {
  const cli = `${packageFolder}cli/concord.js`;
  const revision = `${resultsFolder}orders-revision.yaml`;
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(revision, readFileSync(ordinary.file, "utf8").replace("maxLength: 500", "maxLength: 400"));
  const stripe = measuredDocuments.find(({ name }) => name === "stripe")?.file as string;
  const get = (url: string, token: string): RequestToSend => ({
    method: "GET",
    url,
    headers: { authorization: `Bearer ${token}` },
  });
  const mock = async (first: RequestToSend, ...documents: readonly string[]): Promise<Start> => {
    const args = (port: number): string[] => ["mock", ...documents, "--port", String(port)];
    await using server = await startServer({ file: cli, args, first, env: environment, canUseAllCores: true });
    if (server.status !== 200) throw new Error(`Cannot measure the start: ${first.url} answers ${server.status}`);
    const bytes = processCost(server.pid)?.residentBytes;
    return { milliseconds: server.startMs, ...(bytes !== undefined && { bytes }) };
  };
  return [
    { name: "concord --help", asked: { ms: 120 }, start: () => runToEnd([cli, "--help"], environment, /^Usage: /m) },
    {
      name: "concord compat, two small documents",
      asked: { ms: 120 },
      start: () => runToEnd([cli, "compat", ordinary.file, revision], environment, /maxLength/),
    },
    {
      name: "concord mock, 47 contracts, first answer",
      asked: { ms: 150, bytes: 100e6 },
      start: () => mock(get("/v1/entity/schemas", "org_bench")),
    },
    {
      name: "concord mock, Stripe, first answer",
      asked: { ms: 500 },
      start: () => mock(get("/v1/customers", "mock-bench"), stripe),
    },
  ];
}

/**
 * Duration of a Node process.
 * @throws Error if it does not write what is expected, because failures may be fast.
 */
async function runToEnd(args: readonly string[], env: NodeJS.ProcessEnv, expected: RegExp): Promise<Start> {
  const started = performance.now();
  const child = killedOnExit(spawn(process.execPath, [...args], { stdio: ["ignore", "pipe", "ignore"], env }));
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += String(chunk)));
  let ended = 0;
  child.once("exit", () => (ended = performance.now()));
  await once(child, "close");
  if (!expected.test(output)) throw new Error(`Cannot measure "${args.join(" ")}": it writes "${output}"`);
  return { milliseconds: ended - started };
}
