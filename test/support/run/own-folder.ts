import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findUsers } from "./processes.ts";

/**
 * Gives a run of tests a folder of its own for temporary files, and removes it at the end.
 * @returns what ends it. It throws if a test has left a file or a process behind.
 */
export function setup(): () => void {
  const before = process.env["TMPDIR"];
  const folder = mkdtempSync(join(tmpdir(), "concord-tests-"));
  // Programs of tests can run as another user.
  chmodSync(folder, 0o711);
  process.env["TMPDIR"] = folder;
  const remove = (): void => removeFolder(folder);
  process.once("exit", remove);

  return () => {
    const leftovers = [
      ...readdirSync(folder).map((name) => `file ${name}`),
      ...findUsers(folder).map(({ pid, command }) => `process ${pid}: ${command.slice(0, 200)}`),
    ];
    process.off("exit", remove);
    remove();
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    if (leftovers.length > 0) throw new Error(`Tests have left behind:\n${leftovers.join("\n")}`);
  };
}

function removeFolder(folder: string): void {
  for (const { pid } of findUsers(folder)) endProcess(pid);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
