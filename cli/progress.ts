import type { Io } from "./command.ts";

const WIDTH = 24;

export interface ProgressBar {
  /** Shows how much is done; on a terminal only, and not where a CI keeps what it shows. */
  show(done: number, all: number, text: string): void;
  /** Takes the bar away. */
  clear(): void;
}

/** A progress bar on one line of the terminal. */
export function createProgressBar(io: Io): ProgressBar {
  if (!io.interactive || !["", "0", "false"].includes(io.env["CI"] ?? "")) return { show: () => {}, clear: () => {} };
  return {
    show(done, all, text) {
      const filled = all === 0 ? 0 : Math.round((done / all) * WIDTH);
      io.err(`\r\u001b[K[${"=".repeat(filled)}${" ".repeat(WIDTH - filled)}] ${done}/${all} ${text}`.slice(0, 160));
    },
    clear: () => io.err("\r\u001b[K"),
  };
}
