import { setTimeout as pause } from "node:timers/promises";
import { type Cluster, recovered } from "./cluster.ts";
import type { ReplicaFault } from "./faults.ts";
import { lostMessages, startNoticeReceiver } from "./deliveries.ts";
import { longestMs, lostNotices, wrongRegisters, wrongResponses } from "./invariants.ts";
import { startLoad } from "./load.ts";
import { type Random, between } from "./random.ts";

/** Result of a fault that was injected several times under load. */
export interface FaultResult {
  readonly flaws: readonly string[];
  readonly requests: number;
  /** Requests without a result: those with 503 and 507, and lost connections. */
  readonly unavailable: number;
  readonly longestMs: number;
}

export interface FaultRun {
  readonly fault: ReplicaFault;
  readonly times: number;
  readonly random: Random;
  /** Token of an organization of its own. */
  readonly token: string;
  readonly report?: (progress: string) => void;
}

/** Load before and after each fault, in milliseconds. */
const LOAD_MS = [200, 1200] as const;

/** Injects a fault at random moments under load, and checks all invariants. */
export async function runFault(
  cluster: Cluster,
  { fault, times, random, token, report }: FaultRun,
): Promise<FaultResult> {
  await using receiver = await startNoticeReceiver(cluster.balancer.port, token);
  const load = startLoad({ port: cluster.balancer.port, random, token });
  const flaws: string[] = [];
  for (let time = 1; time <= times; time++) {
    await pause(between(random, ...LOAD_MS));
    await fault.inject(cluster, random).catch((error: Error) => flaws.push(error.message));
    flaws.push(...(await recovered(cluster)));
    report?.(`${fault.name}: ${time} of ${times}`);
  }
  await pause(between(random, ...LOAD_MS));
  const record = await load.stop();
  flaws.push(
    ...wrongResponses(record.sent, fault),
    ...wrongRegisters(record),
    ...(await lostNotices(cluster.balancer.port, record, token)),
    ...(await lostMessages(receiver, record)),
    ...cluster.endedAlone().map((output) => `A replica ended by itself: ${output}`),
  );
  return {
    flaws,
    requests: record.sent.length,
    unavailable: record.sent.filter(({ status = 503 }) => status >= 500).length,
    longestMs: longestMs(record.sent),
  };
}
