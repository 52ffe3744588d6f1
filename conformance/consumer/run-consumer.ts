import { type Executed, execute } from "./execute.ts";
import { judge, judgeFair, skipped } from "./judge.ts";
import { shownOutput } from "./output.ts";
import type { ConsumerReport, WeatherRun } from "./report.ts";
import type { Conditions, Account, Theatre } from "./surroundings.ts";

export interface ConsumerOptions {
  /** The program and its arguments; there is no shell. */
  readonly command: readonly [string, ...string[]];
  /** The weather in which nothing goes wrong. */
  readonly fair: Conditions;
  readonly weathers: readonly Conditions[];
  readonly theatre: Theatre;
  readonly env: NodeJS.ProcessEnv;
  /** Told in the report. */
  readonly seed: string;
  /** How long one run may take. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: { readonly done: number; readonly all: number; readonly weather: string }) => void;
}

/**
 * Runs a consumer's own tests in fair weather, and then in each other, one after the other. Where they fail
 * in fair weather, the others are not run: their failures would say nothing.
 * @throws ToolError "unrunnable-command".
 */
export async function runConsumer(options: ConsumerOptions): Promise<ConsumerReport> {
  const { command, fair, weathers, theatre, seed, signal, onProgress } = options;
  const started = performance.now();
  const runs: WeatherRun[] = [];
  for (const conditions of [fair, ...weathers]) {
    onProgress?.({ done: runs.length, all: weathers.length + 1, weather: conditions.name });
    runs.push(await nextRun(conditions));
  }
  const durationMs = Math.round(performance.now() - started);
  return { command: command.map((word) => theatre.mask(word)), seed, durationMs, runs, interrupted: signal.aborted };

  async function nextRun(conditions: Conditions): Promise<WeatherRun> {
    if (signal.aborted) return skipped(conditions, "The run was interrupted before");
    if (runs[0]?.outcome === "failed") return skipped(conditions, "The command fails in fair weather already");
    const { executed, account } = await runIn(conditions, options);
    if (executed.endedBy === "interruption") return skipped(conditions, "The run was interrupted");
    return (conditions === fair ? judgeFair : judge)(conditions, executed, account);
  }
}

async function runIn(
  conditions: Conditions,
  { command, theatre, env, timeoutMs, signal }: ConsumerOptions,
): Promise<{ executed: Executed; account: Account }> {
  const stage = await theatre.begin(conditions);
  try {
    const executed = await execute(command, { env: { ...env, ...stage.env }, timeoutMs, signal });
    return {
      executed: { ...executed, output: shownOutput(executed.output, theatre.mask) },
      account: await stage.account(),
    };
  } finally {
    await stage.end();
  }
}
