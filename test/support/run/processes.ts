import { readFileSync, readdirSync } from "node:fs";

/** A process of this machine, as /proc shows it. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** Time of the processor that it and its ended children have used, in seconds. */
  readonly cpuSeconds: number;
}

/** Clock ticks of Linux in a second: USER_HZ, the same on all its platforms. */
const TICKS = 100;

/** Lists the processes of this machine. Empty if it has no /proc. */
export function listProcesses(): readonly RunningProcess[] {
  return listPids().flatMap((pid) => {
    const stat = readProcFile(pid, "stat");
    // "pid (name) state parent …": a name can have spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields.length < 15) return [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [{ pid, parent: Number(fields[1]), cpuSeconds: ticks / TICKS }];
  });
}

/** Selects a process and everything that it has started. */
export function selectTree(processes: readonly RunningProcess[], root: number): readonly RunningProcess[] {
  const pids = new Set([root]);
  for (let size = 0; size < pids.size;) {
    size = pids.size;
    for (const { pid, parent } of processes) if (pids.has(parent)) pids.add(pid);
  }
  return processes.filter(({ pid }) => pids.has(pid));
}

/** Finds the processes whose command or environment names a folder, with their commands. */
export function findUsers(folder: string): readonly { readonly pid: number; readonly command: string }[] {
  return listPids().flatMap((pid) => {
    const command = readProcFile(pid, "cmdline").replaceAll("\0", " ").trim();
    if (pid === process.pid || !`${command}\0${readProcFile(pid, "environ")}`.includes(folder)) return [];
    return [{ pid, command }];
  });
}

function listPids(): readonly number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** Text of a file of a process. Empty if the process has ended, or is not ours. */
function readProcFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
