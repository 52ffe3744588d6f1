import { readFileSync } from "node:fs";

/** What a process has cost so far. */
export interface ProcessCost {
  readonly cpuMicroseconds: number;
  readonly residentBytes: number;
}

/** Linux counts CPU time in ticks of 10 ms, whatever the machine. */
const TICK_MICROSECONDS = 10_000;

/** What a process has cost by /proc; nothing on systems that have none. */
export function processCost(pid: number): ProcessCost | undefined {
  if (process.platform !== "linux") return undefined;
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name, in parentheses, may hold spaces; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
  return {
    cpuMicroseconds: (Number(fields[11]) + Number(fields[12])) * TICK_MICROSECONDS,
    residentBytes: Number(resident) * 1024,
  };
}

/** The most that a process held so far; nothing of one that has ended, and on systems without /proc. */
export function peakBytes(pid: number): number | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
    return peak === undefined ? undefined : Number(peak) * 1024;
  } catch {
    // It ended, and this process has not been told yet.
    return undefined;
  }
}
