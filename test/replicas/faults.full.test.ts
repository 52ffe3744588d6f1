import { afterAll, describe, expect, it } from "vitest";
import { startCluster } from "../support/replicas/cluster.ts";
import { replicaFaults } from "../support/replicas/faults.ts";
import { createRandom } from "../support/replicas/random.ts";
import { runFault } from "../support/replicas/run-faults.ts";

// `npm run replicas` injects each of them 20 times.
const times = Number(process.env["CONCORD_FAULTS"] ?? 2);

const cluster = await startCluster();
afterAll(() => cluster[Symbol.asyncDispose]());

describe("three replicas on one database", () => {
  it.each(replicaFaults)("lose nothing, answer right and recover: $name, $summary", async (fault) => {
    const run = { fault, times, random: createRandom(42), token: `org_${fault.name}` };

    expect((await runFault(cluster, run)).flaws).toEqual([]);
  });
});
