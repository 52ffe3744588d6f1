import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findUsers, listProcesses } from "./processes.ts";

/** Time in which processes that a test has ended are gone, in milliseconds. */
const ENDING_MS = 10_000;

/**
 * Gives a run of tests a folder of its own for temporary files, and removes it at the end, with all that tests have left
 * in it.
 * @returns what ends it. It fails if a test has left a process behind.
 */
export function setup(): () => Promise<void> {
  const before = process.env["TMPDIR"];
  const folder = mkdtempSync(join(tmpdir(), "concord-tests-"));
  // Programs of tests can run as another user.
  chmodSync(folder, 0o711);
  process.env["TMPDIR"] = folder;
  const remove = (): void => removeFolder(folder);
  process.once("exit", remove);

  return async () => {
    const until = performance.now() + ENDING_MS;
    let left = findLeft(folder);
    while (left.length > 0 && performance.now() < until) {
      await pause(100);
      left = findLeft(folder);
    }
    process.off("exit", remove);
    remove();
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    if (left.length > 0) throw new Error(`Tests have left processes behind:\n${left.join("\n")}`);
  };
}

/** Finds what uses the folder beside the workers of the run, which end later. */
function findLeft(folder: string): readonly string[] {
  const workers = findWorkers();
  return findUsers(folder)
    .filter(({ pid }) => !workers.has(pid))
    .map(({ pid, command }) => `${pid}: ${command.slice(0, 200)}`);
}

function findWorkers(): ReadonlySet<number> {
  return new Set(listProcesses().flatMap(({ pid, parent }) => (parent === process.pid ? [pid] : [])));
}

function removeFolder(folder: string): void {
  const workers = findWorkers();
  for (const { pid } of findUsers(folder)) if (!workers.has(pid)) endProcess(pid);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
