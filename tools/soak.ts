import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startDatabase } from "../test/support/postgres/database.ts";
import { startBalancer } from "../test/support/replicas/balancer.ts";
import { tableSizes } from "../test/support/replicas/tables.ts";
import { startLoad } from "../test/support/soak/load.ts";
import { type Memory, type MockProcess, startMockProcess } from "../test/support/soak/mock-process.ts";
import { memoryTrend } from "../test/support/soak/trend.ts";

// Runs mixed load on `concord mock` for a given time. Exits with 1 if its memory grows or a request fails. With
// --state postgres, it starts a PostgreSQL server and --replicas processes behind a balancer, and prints the sizes of
// the tables. --state postgres://URL uses a database that exists.
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    clients: { type: "string", default: "4" },
    replicas: { type: "string", default: "1" },
    state: { type: "string", default: "memory" },
  },
});
const SAMPLES = 60;
/** Samples before the trend starts, until everything is compiled and the journals are full. */
const WARM_UP = SAMPLES / 4;
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
const load = await startLoad(url, Number(values.clients));
const samples: Memory[][] = [];
const sizes: ReadonlyMap<string, number>[] = [];
const began = performance.now();
for (let count = 1; count <= SAMPLES && ended() === undefined; count++) {
  await pause(Math.max(0, (duration * count) / SAMPLES - (performance.now() - began)));
  samples.push(await memories());
  if (state.startsWith("postgres")) sizes.push(await tableSizes(state));
}
await load.stop();
const headers = { "concord-control": "1" };
const { organizations } = (await (await fetch(`${url}/_concord/organizations`, { headers })).json()) as {
  readonly organizations: readonly { readonly name: string }[];
};
for (const { name } of organizations)
  await fetch(`${url}/_concord/organizations/${name}/reset`, { method: "POST", headers });
const after = await memories();

const total = load.counts.values().reduce((sum, count) => sum + count, 0);
console.log(
  `${total} requests in ${((performance.now() - began) / 60_000).toFixed(1)} minutes, ${organizations.length} organizations at the end`,
);
for (const [what, count] of load.counts) console.log(`  ${what.padEnd(16)} ${count}`);
console.log("MB          before   first third   second   third   after reset");
const climbing = mocks.flatMap((_, index) => trendOf(index));
for (const name of sizes.at(-1)?.keys() ?? []) {
  const shown = [0, 1 / 3, 2 / 3, 1].map((share) => sizes[Math.round(share * (sizes.length - 1))]?.get(name) ?? 0);
  if (Math.max(...shown) > 2 ** 20) console.log(`${name}: ${shown.map(mega).join(" ")} MB over time`);
}
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
