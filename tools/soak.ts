import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startLoad } from "../test/support/soak/load.ts";
import { type Memory, startMockProcess } from "../test/support/soak/mock-process.ts";
import { memoryTrend } from "../test/support/soak/trend.ts";

// Runs mixed load on `concord mock` for a given time. Exits with 1 if its memory grows or a request fails.
const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, clients: { type: "string", default: "4" } },
});
const SAMPLES = 60;
/** Samples before the trend starts, until everything is compiled and the journals are full. */
const WARM_UP = SAMPLES / 4;
const duration = Number(values.minutes) * 60_000;
const mega = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);

await using mock = await startMockProcess();
const before = await mock.memory();
const load = await startLoad(mock.url, Number(values.clients));
const samples: Memory[] = [];
const began = performance.now();
for (let count = 1; count <= SAMPLES && mock.ended() === undefined; count++) {
  await pause(Math.max(0, (duration * count) / SAMPLES - (performance.now() - began)));
  samples.push(await mock.memory());
}
await load.stop();
const headers = { "concord-control": "1" };
const { organizations } = (await (await fetch(`${mock.url}/_concord/organizations`, { headers })).json()) as {
  readonly organizations: readonly { readonly name: string }[];
};
for (const { name } of organizations)
  await fetch(`${mock.url}/_concord/organizations/${name}/reset`, { method: "POST", headers });
const after = await mock.memory();

const settledSamples = samples.slice(WARM_UP);
const total = load.counts.values().reduce((sum, count) => sum + count, 0);
console.log(
  `${total} requests in ${((performance.now() - began) / 60_000).toFixed(1)} minutes, ${organizations.length} organizations at the end`,
);
for (const [what, count] of load.counts) console.log(`  ${what.padEnd(16)} ${count}`);
console.log("MB          before   first third   second   third   after reset");
const climbing = (["heapUsed", "rss"] as const).filter((kind) => {
  const { thirds, climbs } = memoryTrend(settledSamples, kind);
  const columns = [before[kind], ...thirds, after[kind]].map((bytes) => mega(bytes).padStart(9));
  console.log(`${kind.padEnd(8)} ${columns.join(" ")}${climbs ? "   climbs" : ""}`);
  return climbs;
});
console.log(`all samples of the heap: ${samples.map(({ heapUsed }) => mega(heapUsed)).join(" ")}`);
for (const error of new Set(load.errors)) console.log(error);
const ended = mock.ended();
if (ended !== undefined) console.log(`The mock ended: ${ended}`);
process.exitCode = climbing.length > 0 || load.errors.length > 0 || ended !== undefined ? 1 : 0;
