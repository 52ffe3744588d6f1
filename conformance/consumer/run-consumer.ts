import { type CommandResult, execute } from "./execute.ts";
import { judgeFaultRun, judgeBaseline, skippedRun } from "./judge.ts";
import { findExcess } from "./rules/unbounded.ts";
import { terminalOutput } from "./terminal-output.ts";
import type { ConsumerReport, FaultRun } from "./report.ts";
import type { RunConditions, Traffic, MockFactory } from "./mock-factory.ts";

/** Options of `runConsumer()`. */
export interface ConsumerOptions {
  /** Program and arguments, without a shell. */
  readonly command: readonly [string, ...string[]];
  /** Conditions without faults. */
  readonly baseline: RunConditions;
  readonly faults: readonly RunConditions[];
  readonly mockFactory: MockFactory;
  readonly env: NodeJS.ProcessEnv;
  /** Seed, for the report. */
  readonly seed: string;
  /** Time limit of one run. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: { readonly done: number; readonly all: number; readonly fault: string }) => void;
}

/**
 * Runs a consumer's own tests without faults, and then under each fault, one after the other. If they fail without
 * faults, the other runs are skipped, because their failures would mean nothing.
 * @throws ToolError "unrunnable-command".
 */
export async function runConsumer(options: ConsumerOptions): Promise<ConsumerReport> {
  const { command, baseline, faults, mockFactory, seed, signal, onProgress } = options;
  const started = performance.now();
  const runs: FaultRun[] = [];
  let without: Traffic | undefined;
  for (const conditions of [baseline, ...faults]) {
    onProgress?.({ done: runs.length, all: faults.length + 1, fault: conditions.name });
    runs.push(await nextRun(conditions));
  }
  const durationMs = Math.round(performance.now() - started);
  return {
    command: command.map((word) => mockFactory.mask(word)),
    seed,
    durationMs,
    runs,
    interrupted: signal.aborted,
  };

  async function nextRun(conditions: RunConditions): Promise<FaultRun> {
    if (signal.aborted) return skippedRun(conditions, "The run was interrupted before");
    if (runs[0]?.outcome === "failed") return skippedRun(conditions, "The command fails without faults already");
    const usual = conditions === baseline ? undefined : without;
    const { executed, account } = await runAgainstMock(conditions, options, usual);
    if (executed.endedBy === "interruption") return skippedRun(conditions, "The run was interrupted");
    if (!usual) {
      without = account;
      return judgeBaseline(conditions, executed, account);
    }
    return judgeFaultRun(conditions, executed, { traffic: account, without: usual });
  }
}

async function runAgainstMock(
  conditions: RunConditions,
  { command, mockFactory, env, timeoutMs, signal }: ConsumerOptions,
  without: Traffic | undefined,
): Promise<{ executed: CommandResult; account: Traffic }> {
  const mock = await mockFactory.startMock(conditions);
  try {
    const isExcessive = (): boolean =>
      conditions.isJudgedByCalls === true && without !== undefined && findExcess(mock.counts(), without) !== undefined;
    const result = await execute(command, { env: { ...env, ...mock.env }, timeoutMs, signal, isExcessive });
    return {
      executed: { ...result, output: terminalOutput(result.output, mockFactory.mask) },
      account: await mock.traffic(),
    };
  } finally {
    await mock.stop();
  }
}
