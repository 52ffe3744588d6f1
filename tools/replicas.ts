import { parseArgs } from "node:util";
import { percentile } from "../bench/statistics.ts";
import { startCluster } from "../test/support/replicas/cluster.ts";
import { replicaFaults } from "../test/support/replicas/faults.ts";
import { createRandom } from "../test/support/replicas/random.ts";
import { runFault } from "../test/support/replicas/run-faults.ts";
import { forkWorlds } from "../test/support/replicas/worlds.ts";
import { flawsOf, runRound, versionedWrites } from "../test/support/replicas/writers.ts";

const help = `Shows that replicas on one PostgreSQL database are right under faults

Usage: npm run replicas -- [options]

  --fault NAME   one fault; may be given several times (default: all)
  --times N      injects each fault so many times, at random moments under load (default 20)
  --writers N    rounds of 200 writers on one version (default 100; 0 for none)
  --worlds N     forks so many worlds of an organization with 100,000 items, and ends them (default 0)
  --seed N       seed of the moments and of the load (default 42)
  --help

Faults:
${replicaFaults.map(({ name, summary }) => `  ${name.padEnd(20)} ${summary}`).join("\n")}

Exits with 1 if an acknowledged write is lost, an answer is wrong, a request hangs, or a replica does not recover.
`;

const { values } = parseArgs({
  options: {
    fault: { type: "string", multiple: true },
    times: { type: "string", default: "20" },
    writers: { type: "string", default: "100" },
    worlds: { type: "string", default: "0" },
    seed: { type: "string", default: "42" },
    help: { type: "boolean" },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
const unknown = values.fault?.filter((name) => !replicaFaults.some((fault) => fault.name === name)) ?? [];
if (unknown.length > 0) {
  process.stderr.write(`There is no fault "${unknown.join('", "')}". See: npm run replicas -- --help\n`);
  process.exit(2);
}

const WRITERS = 200;
const ITEMS = 100_000;
let flawCount = 0;
const progress = (text: string): void => void process.stderr.write(`${text}\n`);
const report = (flaws: readonly string[]): void => {
  flawCount += flaws.length;
  for (const flaw of flaws) console.log(`  ${flaw}`);
};
await using cluster = await startCluster();
for (const write of Number(values.writers) > 0 && !values.fault ? versionedWrites : []) {
  const flaws: string[] = [];
  for (let round = 1; round <= Number(values.writers); round++) {
    const writers = Array.from({ length: WRITERS }, (_, index) => round * WRITERS + index);
    flaws.push(...flawsOf(await runRound(cluster.balancer.port, write, writers), writers));
    if (round % 10 === 0) progress(`${write.name}: ${round} of ${values.writers} rounds`);
  }
  console.log(`${write.name}: ${values.writers} rounds of ${WRITERS} writers, ${flaws.length} flaws`);
  report(flaws);
}
if (Number(values.worlds) > 0) {
  const options = { items: ITEMS, worlds: Number(values.worlds), report: progress };
  const { forks, ends, empty, flaws } = await forkWorlds(cluster, options);
  const figures = (durations: readonly number[]): string =>
    `${[0.5, 0.99].map((share) => percentile(durations, share).toFixed(1)).join(" and ")} ms, ${durations.filter((ms) => ms > 5).length} over 5 ms`;
  console.log(`${forks.length} worlds of ${ITEMS} items (median and p99 of requests):`);
  console.log(`  fork ${figures(forks)}`);
  console.log(`  end ${figures(ends)}`);
  console.log(`  a request without the database ${figures(empty)}`);
  console.log(`  ${flaws.length} flaws`);
  report(flaws);
}
for (const fault of replicaFaults) {
  if (Number(values.times) === 0 || (values.fault && !values.fault.includes(fault.name))) continue;
  const random = createRandom(Number(values.seed));
  const { flaws, requests, unavailable, longestMs } = await runFault(cluster, {
    fault,
    times: Number(values.times),
    random,
    token: `org_${fault.name}`,
    report: progress,
  });
  console.log(
    `${fault.name}: ${values.times} times, ${requests} requests, ${unavailable} of them without a result, the longest ${(longestMs / 1000).toFixed(1)} s, ${flaws.length} flaws`,
  );
  report(flaws);
}
process.exitCode = flawCount > 0 ? 1 : 0;
