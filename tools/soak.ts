import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startDatabase } from "../test/support/postgres/database.ts";
import { startBalancer } from "../test/support/replicas/balancer.ts";
import { tableSizes } from "../test/support/replicas/tables.ts";
import { startLoad } from "../test/support/soak/load.ts";
import { type Memory, type MockProcess, startMockProcess } from "../test/support/soak/mock-process.ts";
import { memoryTrend, tableTrend } from "../test/support/soak/trend.ts";

const help = `Runs mixed load on mocks for a long time, and shows whether memory and tables grow

Usage: npm run soak -- [options]

  --minutes N    duration (default 10)
  --clients N    clients, each with an organization of its own (default 4)
  --replicas N   processes behind a balancer (default 1)
  --state WHERE  memory, sqlite:FILE, a URL postgres://…, or postgres for a PostgreSQL server of its own (default memory)
  --help

Begins by filling the audit log of each client, which takes a minute or more.
Exits with 1 if memory or a table of PostgreSQL climbs, a request fails or a process ends.
`;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    clients: { type: "string", default: "4" },
    replicas: { type: "string", default: "1" },
    state: { type: "string", default: "memory" },
    help: { type: "boolean" },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
const SAMPLES = 60;
/** Samples before the trend starts, until everything is compiled and the journals are full. */
const WARM_UP = SAMPLES / 4;
/** Size from which a table is printed, in bytes. */
const SHOWN_BYTES = 2 ** 20;
const duration = Number(values.minutes) * 60_000;
const mega = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);

await using running = new AsyncDisposableStack();
const state = await stateOf(values.state);
const mocks: MockProcess[] = [];
for (let count = 0; count < Number(values.replicas); count++)
  mocks.push(running.use(await startMockProcess(["--state", state])));
const ports = mocks.map(({ url }) => Number(new URL(url).port));
const { port } = running.use(await startBalancer(ports));
const url = `http://127.0.0.1:${port}`;
const before = await memories();
progress("Filling the audit logs");
const load = await startLoad(url, Number(values.clients));
const samples: Memory[][] = [];
const sizes: ReadonlyMap<string, number>[] = [];
const began = performance.now();
for (let count = 1; count <= SAMPLES && ended() === undefined; count++) {
  await pause(Math.max(0, (duration * count) / SAMPLES - (performance.now() - began)));
  samples.push(await memories());
  if (state.startsWith("postgres")) sizes.push(await tableSizes(state));
  progress(`${((performance.now() - began) / 60_000).toFixed(1)} of ${values.minutes} minutes, ${requests()} requests`);
}
await load.stop();
const headers = { "concord-control": "1" };
const { organizations } = (await (await fetch(`${url}/_concord/organizations`, { headers })).json()) as {
  readonly organizations: readonly { readonly name: string }[];
};
for (const { name } of organizations)
  await fetch(`${url}/_concord/organizations/${name}/reset`, { method: "POST", headers });
const after = await memories();

console.log(
  `${requests()} requests in ${((performance.now() - began) / 60_000).toFixed(1)} minutes, ${organizations.length} organizations at the end`,
);
for (const [what, count] of load.counts) console.log(`  ${what.padEnd(16)} ${count}`);
console.log("MB          before   first third   second   third   after reset");
const climbing: string[] = mocks.flatMap((_, index) => trendOf(index));
for (const name of sizes.at(-1)?.keys() ?? []) climbing.push(...tableTrendOf(name));
for (const error of new Set(load.errors)) console.log(error);
const end = ended();
if (end !== undefined) console.log(`The mock ended: ${end}`);
process.exitCode = climbing.length > 0 || load.errors.length > 0 || end !== undefined ? 1 : 0;

async function stateOf(text: string): Promise<string> {
  if (text !== "postgres") return text;
  const database = await startDatabase();
  running.defer(() => database.stop());
  return database.create();
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

function requests(): number {
  return load.counts.values().reduce((sum, count) => sum + count, 0);
}

/** Prints the size of a table. Returns its name if it climbs. */
function tableTrendOf(name: string): readonly string[] {
  const own = sizes.slice(WARM_UP).map((each) => each.get(name) ?? 0);
  const { thirds, climbs } = tableTrend(own);
  if (Math.max(...own) > SHOWN_BYTES)
    console.log(`${name}: ${thirds.map(mega).join(" ")} MB in the thirds${climbs ? "   climbs" : ""}`);
  return climbs ? [name] : [];
}

function memories(): Promise<Memory[]> {
  return Promise.all(mocks.map((mock) => mock.memory()));
}

function ended(): string | undefined {
  return mocks.map((mock) => mock.ended()).find((reason) => reason !== undefined);
}

/** Prints the memory of a process. Returns the kinds that climb. */
function trendOf(index: number): readonly string[] {
  const own = samples.map((each) => each[index] as Memory);
  const climbs = (["heapUsed", "rss"] as const).filter((kind) => {
    const trend = memoryTrend(own.slice(WARM_UP), kind);
    const columns = [before[index]?.[kind] ?? 0, ...trend.thirds, after[index]?.[kind] ?? 0];
    const texts = columns.map((bytes) => mega(bytes).padStart(9));
    console.log(`${kind.padEnd(8)} ${texts.join(" ")}${trend.climbs ? "   climbs" : ""}`);
    return trend.climbs;
  });
  console.log(`all samples of the heap: ${own.map(({ heapUsed }) => mega(heapUsed)).join(" ")}`);
  return climbs;
}
