import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import { ToolError } from "../../../contracts/index.ts";
import type { PactJob, PactResult } from "./pact-job.ts";

/** Running Pact verifier, which handles one job at a time. */
export interface PactRunner extends AsyncDisposable {
  verify(job: PactJob): Promise<PactResult>;
}

export interface RunnerOptions {
  /** Receives Pact's output line by line. */
  readonly onLog?: ((text: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts Pact's verifier, an optional package, in a process of its own.
 * @throws ToolError "missing-package".
 */
export function startPact({ onLog, signal }: RunnerOptions): PactRunner {
  requirePact();
  const program = new URL(`./pact-process${extname(import.meta.url)}`, import.meta.url);
  const child = fork(program, {
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, PACT_DO_NOT_TRACK: "1", NO_COLOR: "1" },
  });
  const exited = once(child, "exit");
  const endRunner = (): void => void child.kill();
  signal?.addEventListener("abort", endRunner, { once: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    // Whole lines, so that a secret is not split before masking.
    createInterface({ input: stream }).on("line", (line) => {
      output = `${output}${line}\n`.slice(-2000);
      onLog?.(`${line}\n`);
    });
  }
  return {
    async verify(job) {
      const answers = awaitPactResult(child, exited);
      // The end of the process is handled below, with its last output.
      child.send(job, () => {});
      const result = await answers;
      if (result) return result;
      throw new Error(`Pact's verifier ended${output === "" ? "" : `: ${output.trim()}`}`);
    },
    async [Symbol.asyncDispose]() {
      signal?.removeEventListener("abort", endRunner);
      endRunner();
      await exited;
    },
  };
}

async function awaitPactResult(child: ChildProcess, exited: Promise<unknown>): Promise<PactResult | undefined> {
  const waiting = new AbortController();
  const answer = once(child, "message", { signal: waiting.signal }).then(([result]) => result as PactResult);
  answer.catch(() => {});
  const result = await Promise.race([answer, exited.then(() => undefined)]);
  waiting.abort();
  return result;
}

function requirePact(): void {
  try {
    createRequire(import.meta.url).resolve("@pact-foundation/pact");
  } catch (cause) {
    throw new ToolError("missing-package", 'Cannot load "@pact-foundation/pact": it is not installed', {
      hint: "npm install --save-dev @pact-foundation/pact",
      cause,
    });
  }
}
