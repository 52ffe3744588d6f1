import type { Io } from "./command.ts";

const WIDTH = 24;

/** Progress bar. Only shown on a terminal, and not in CI. */
export interface ProgressBar {
  show(done: number, all: number, text: string): void;
  /** Removes the bar. */
  clear(): void;
}

/** Creates a progress bar on one line of the terminal. */
export function createProgressBar(io: Io): ProgressBar {
  if (!io.interactive || !["", "0", "false"].includes(io.env["CI"] ?? "")) return { show: () => {}, clear: () => {} };
  return {
    show(done, all, text) {
      const filled = all === 0 ? 0 : Math.round((done / all) * WIDTH);
      io.err(`[${"=".repeat(filled)}${" ".repeat(WIDTH - filled)}] ${done}/${all} ${text}`.slice(0, 160), "progress");
    },
    clear: () => io.err("", "progress"),
  };
}
