import { readFileSync } from "node:fs";

/** CPU time and memory of a process. */
export interface ProcessCost {
  readonly cpuMicroseconds: number;
  readonly residentBytes: number;
}

/** Linux counts CPU time in ticks of 10 ms on every machine. */
const TICK_MICROSECONDS = 10_000;

/** Reads the cost of a process from /proc. Undefined on systems without /proc. */
export function processCost(pid: number): ProcessCost | undefined {
  if (process.platform !== "linux") return undefined;
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The process name in parentheses may contain spaces. User and system time are the 12th and 13th fields after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
  return {
    cpuMicroseconds: (Number(fields[11]) + Number(fields[12])) * TICK_MICROSECONDS,
    residentBytes: Number(resident) * 1024,
  };
}

/** Peak memory of a process. Undefined for an ended process, and on systems without /proc. */
export function peakBytes(pid: number): number | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
    return peak === undefined ? undefined : Number(peak) * 1024;
  } catch {
    // The process has ended, but its "exit" event is still pending.
    return undefined;
  }
}
