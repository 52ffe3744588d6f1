import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Cluster, startCluster } from "./cluster.ts";

/** Members of a JSON report that this comparison names. All others are compared, too. */
export interface ConformReport {
  readonly requests: number;
  readonly failures: readonly unknown[];
  readonly [member: string]: unknown;
}

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** Runs conformance in sandbox mode on the bundled platform, served by a number of replicas. */
export async function conformReplicas(replicas: number, args: readonly string[] = []): Promise<ConformReport> {
  await using cluster = await startCluster({ replicas, args: ["--rate-limit", "1000000/1000000"] });
  return await conform(cluster, args);
}

async function conform({ balancer }: Cluster, args: readonly string[]): Promise<ConformReport> {
  const target = `http://127.0.0.1:${balancer.port}`;
  const fixed = ["conform", target, "--mode", "sandbox", "--seed", "42", "--format", "json"];
  const { stdout } = await promisify(execFile)(process.execPath, ["cli/concord.ts", ...fixed, ...args], {
    cwd: repository,
    maxBuffer: 2 ** 30,
  }).catch((error: Error & { readonly code: number; readonly stdout: string }) => {
    // 1 for findings, which are in the report.
    if (error.code === 1) return error;
    throw error;
  });
  return JSON.parse(stdout) as ConformReport;
}

/**
 * A report without what differs from run to run: the address of the target, the duration, and the times in the recorded
 * exchanges.
 */
export function comparableReport({ target, durationMs: _duration, ...rest }: ConformReport): unknown {
  const text = JSON.stringify(rest)
    .replaceAll(String(target), "TARGET")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z/g, "TIME")
    .replaceAll(/[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/g, "TIME");
  return JSON.parse(text);
}
