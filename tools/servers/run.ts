import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { once } from "node:events";
import type { Report } from "../../conformance/index.ts";
import { tableOf } from "../../test/support/bugs/table.ts";
import { type Judged, judgeFindings } from "./judge.ts";
import { growth, listSizes } from "./list-sizes.ts";
import { type Started, installServer, judgedFindings, serverNames, startServer } from "./server.ts";
import { startWriteCounter } from "./write-counter.ts";

const names = serverNames();
const help = `Usage: npm run servers -- [NAME …] [--seeds 1,2,3] [--json FILE]

Starts servers of other authors, each from its folder in tools/servers, and conforms them to their own documents: first
read-only through a proxy that counts writes, then in sandbox mode with each seed. Findings are compared with those that
were judged by hand (judged.yaml). A server is installed on first use.

Servers: ${names.join(", ")}

Exit codes: 0 all findings are true ones, no item is left behind, and a read-only run sends no write; 1 otherwise, or a
server could not be measured; 2 a wrong option.
`;

const head = [
  "server",
  "operations",
  "with a 2xx",
  "requests",
  "seconds",
  "true",
  "false",
  "not judged",
  "left behind",
  "effect unknown",
  "writes, read-only",
];

/** Result of one server. */
interface Measurement {
  readonly name: string;
  readonly operations: number;
  /** Operations of which a request succeeded. */
  readonly succeeded: number;
  /** Writes that a read-only run sent. */
  readonly writes: number;
  readonly runs: readonly Run[];
}

interface Run extends Judged {
  readonly seed: number;
  readonly requests: number;
  readonly seconds: number;
  /** Items that the report names as made or changed, or by which the lists of the server have grown. */
  readonly leftovers: number;
  /** Accepted requests of which no response shows an effect. */
  readonly unknownEffects: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: "string", default: "1,2,3" },
    json: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const seeds = values.seeds.split(",").map(Number);
const unknown = positionals.find((name) => !names.includes(name));
if (values.help) process.stdout.write(help);
else if (unknown !== undefined || seeds.some((seed) => !Number.isSafeInteger(seed))) {
  process.stderr.write(
    `error: ${unknown === undefined ? `--seeds ${values.seeds}` : `there is no server "${unknown}"`}\n${help}`,
  );
  process.exitCode = 2;
} else process.exitCode = await measureAll(positionals.length > 0 ? positionals : names);

async function measureAll(chosen: readonly string[]): Promise<0 | 1> {
  const measured: Measurement[] = [];
  const failed = new Map<string, string>();
  for (const name of chosen)
    try {
      installServer(name, progress);
      measured.push(await measure(name));
    } catch (error) {
      failed.set(name, error instanceof Error ? error.message : String(error));
      progress(`${name}: not measured: ${failed.get(name)}`);
    }
  console.log(tableOf([head, ...measured.map(rowOf)]));
  for (const [name, reason] of failed) console.log(`${name} was not measured: ${reason}`);
  for (const { name, runs } of measured)
    for (const { seed, wrong, unjudged } of runs) {
      for (const each of wrong) console.log(`${name}, seed ${seed}: false: ${textOf(each)}`);
      for (const each of unjudged) console.log(`${name}, seed ${seed}: not judged: ${textOf(each)}`);
    }
  if (values.json !== undefined)
    writeFileSync(values.json, JSON.stringify({ measured, failed: Object.fromEntries(failed) }, null, 2));
  return failed.size === 0 && measured.every(isGood) ? 0 : 1;
}

async function measure(name: string): Promise<Measurement> {
  const judged = judgedFindings(name);
  const writes = await writesOfReadOnlyRun(name);
  const runs: Run[] = [];
  let [operations, succeeded] = [0, 0];
  for (const seed of seeds) {
    await using server = await startServer(name);
    const before = await listSizes(server.started);
    const result = await conform(server.started, server.started.url, ["--mode", "sandbox", "--seed", String(seed)]);
    operations = result.operations.length;
    succeeded = Math.max(succeeded, (result.outcomes ?? []).filter((each) => each.succeeded).length);
    runs.push({
      seed,
      requests: result.requests,
      seconds: Number((result.durationMs / 1000).toFixed(1)),
      leftovers: Math.max(countEffects(result, isKnown), growth(before, await listSizes(server.started))),
      unknownEffects: countEffects(result, (effect) => !isKnown(effect)),
      ...judgeFindings(result.failures, judged),
    });
    progress(`${name}, seed ${seed}: ${result.failures.length} findings in ${runs.at(-1)?.seconds} s`);
  }
  return { name, operations, succeeded, writes, runs };
}

/** Number of writes that a read-only run sends. */
async function writesOfReadOnlyRun(name: string): Promise<number> {
  await using server = await startServer(name);
  await using counter = await startWriteCounter(server.started.url);
  await conform(server.started, counter.url, ["--mode", "read-only", "--seed", String(seeds[0])]);
  return counter.writes();
}

/** Report of `concord conform` in a process of its own. */
async function conform(
  { document, bearer, headers = {} }: Started,
  url: string,
  options: readonly string[],
): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "concord-servers-"));
  const file = join(folder, "report.json");
  try {
    const argv = ["cli/concord.ts", "conform", url, "--contracts", document, "--report", `json:${file}`, ...options];
    for (const [header, value] of Object.entries(headers)) argv.push("--header", `${header}: ${value}`);
    const child = spawn(process.execPath, argv, {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...process.env, ...(bearer !== undefined && { CONCORD_TOKEN: bearer }) },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors = (errors + text).slice(-2_000)));
    const [code] = (await once(child, "exit")) as [number | null];
    if (code !== 0 && code !== 1) throw new Error(`concord conform ended with ${code}: ${errors.trim()}`);
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Effect = NonNullable<Report["leftoverCounts"]>[number]["effect"];

function isKnown(effect: Effect): boolean {
  return effect === "made" || effect === "changed";
}

function countEffects({ leftoverCounts = [] }: Report, isCounted: (effect: Effect) => boolean): number {
  return leftoverCounts.filter(({ effect }) => isCounted(effect)).reduce((sum, { count }) => sum + count, 0);
}

function rowOf({ name, operations, succeeded, writes, runs }: Measurement): (string | number)[] {
  const most = (count: (run: Run) => number): number => Math.max(...runs.map(count));
  return [
    name,
    operations,
    succeeded,
    most(({ requests }) => requests),
    most(({ seconds }) => seconds),
    most(({ right }) => right.length),
    most(({ wrong }) => wrong.length),
    most(({ unjudged }) => unjudged.length),
    most(({ leftovers }) => leftovers),
    most(({ unknownEffects }) => unknownEffects),
    writes,
  ];
}

function isGood({ writes, runs }: Measurement): boolean {
  return writes === 0 && runs.every((run) => run.wrong.length + run.unjudged.length + run.leftovers === 0);
}

function textOf({ operation, check, message }: Judged["right"][number]): string {
  return `${operation} ${check}: ${message}`;
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}
