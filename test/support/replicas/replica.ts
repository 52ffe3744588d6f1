import { CONTROL_TOKEN } from "./send.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A process of `concord mock`. */
export interface Replica {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  /** Kills the process. */
  kill(): Promise<void>;
  /** Ends the process as a supervisor does. */
  stop(): Promise<void>;
  /** Resolves when the process has ended. */
  readonly exit: Promise<unknown>;
  /** Output of a process that ended without being asked to. Undefined for all others. */
  endedAlone(): string | undefined;
}

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** Documents with registers, notices, webhooks and schemas with versions. */
const replicaDocuments: readonly string[] = [
  "test/support/replicas/registers.yaml",
  "contracts/apis/webhooks",
  "contracts/apis/entity",
].map((path) => repository + path);

export interface ReplicaOptions {
  readonly state: string;
  /** Documents and further arguments. */
  readonly args?: readonly string[];
  /** Folder with the sources of Concord. */
  readonly sources?: string;
}

/** Starts `concord mock` on a free port. @throws Error if it ends before it listens. */
export async function startReplica({ state, args, sources = repository }: ReplicaOptions): Promise<Replica> {
  const rest = [
    ...(args ?? [...replicaDocuments, "--profile", "platform", "--rate-limit", "1000000/1000000"]),
    "--control-token",
    CONTROL_TOKEN,
  ];
  const child = spawn(
    process.execPath,
    [`${sources}cli/concord.ts`, "mock", ...rest, "--state", state, "--port", "0"],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const exit = once(child, "exit");
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-4000)));
  let isAsked = false;
  const end = async (signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    isAsked = true;
    child.kill(signal);
    await exit;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /listens on http:\/\/[\d.]+:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.resume();
    return {
      port: Number(port),
      url: `http://127.0.0.1:${port}`,
      pid: child.pid as number,
      exit,
      kill: () => end("SIGKILL"),
      stop: () => end("SIGTERM"),
      endedAlone: () =>
        isAsked || (child.exitCode === null && child.signalCode === null)
          ? undefined
          : `exit ${child.exitCode ?? child.signalCode}: ${complaint}`,
    };
  }
  throw new Error(`Cannot start a replica: ${complaint}`);
}
