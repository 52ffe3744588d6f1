import type { Reporter, TestCase, TestModule } from "vitest/node";
import { listProcesses, selectTree } from "./processes.ts";

/** Limits of a run. */
export interface StallLimits {
  /** Time without the end of a test in which the processor must have worked, in milliseconds. */
  readonly idleMs: number;
  readonly checkMs: number;
}

/** Share of one processor below which a run does not work. */
const IDLE_SHARE = 0.02;

/** Longest time without the end of a test, whatever works, in milliseconds. */
const SILENT_MS = 600_000;

/**
 * Ends a run that stands still, and names its tests. The limits of tests do not see a module that waits while it is
 * loaded. A run that works is slow, and goes on.
 */
export function createStallReporter({ idleMs, checkMs }: StallLimits = { idleMs: 100_000, checkMs: 5_000 }): Reporter {
  const loading = new Map<string, string>();
  const running = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let lastEnd = 0;
  // Measured at the first check after the last end: it costs too much to measure it at each end.
  let mark = { end: -1, at: 0, cpu: 0 };

  const check = (): void => {
    const now = performance.now();
    if (mark.end !== lastEnd) mark = { end: lastEnd, at: now, cpu: measureCpu() };
    if (now - mark.at < idleMs) return;
    const cpu = measureCpu();
    const works = !((1000 * (cpu - mark.cpu)) / (now - mark.at) < IDLE_SHARE);
    mark = { end: lastEnd, at: now, cpu };
    if (works && now - lastEnd < SILENT_MS) return;
    const seconds = Math.round((now - lastEnd) / 1000);
    const names = [...loading.values(), ...running.values()].map((name) => `  ${name}\n`).join("");
    process.stderr.write(`\nThe tests stand still: none has ended for ${seconds} s. Running:\n${names}`);
    endRun();
  };
  const markEnd = (): void => void (lastEnd = performance.now());
  return {
    onTestRunStart() {
      markEnd();
      timer = setInterval(check, checkMs).unref();
    },
    onTestRunEnd: () => clearInterval(timer),
    onTestModuleQueued: ({ id, relativeModuleId }: TestModule) => void loading.set(id, `${relativeModuleId} (loading)`),
    onTestModuleCollected: ({ id }: TestModule) => void loading.delete(id),
    onTestModuleStart: ({ id, relativeModuleId }: TestModule) => void running.set(id, relativeModuleId),
    onTestModuleEnd({ id }: TestModule) {
      running.delete(id);
      markEnd();
    },
    onTestCaseReady: ({ id, fullName, module }: TestCase) =>
      void running.set(id, `${module.relativeModuleId} > ${fullName}`),
    onTestCaseResult({ id }: TestCase) {
      running.delete(id);
      markEnd();
    },
  };
}

/** Time of the processor that this process and all below it have used, in seconds. NaN if the machine does not tell. */
function measureCpu(): number {
  const tree = selectTree(listProcesses(), process.pid);
  return tree.length === 0 ? Number.NaN : tree.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

function endRun(): never {
  for (const { pid } of selectTree(listProcesses(), process.pid)) if (pid !== process.pid) process.kill(pid, "SIGKILL");
  process.exit(1);
}
