/**
 * Starts work that nobody waits for. An error of it is a warning of the process, and never ends it.
 * @param purpose the work, for the warning: "send a delivery".
 */
export function runInBackground(purpose: string, work: () => unknown): void {
  try {
    const running = work();
    if (running instanceof Promise) running.catch((error: unknown) => warn(purpose, error));
  } catch (error) {
    warn(purpose, error);
  }
}

function warn(purpose: string, error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.emitWarning(`The mock failed to ${purpose}: ${reason}`, "ConcordWarning");
}
