import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { ToolError } from "../../contracts/index.ts";
import { getServerAddress, explainConnectionError } from "../target/raw/raw-client.ts";
import { untrustedHint } from "../target/raw/trust.ts";

export interface ReachableOptions {
  /** Time that the receiver may take to start. */
  readonly waitMs: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

const POLL_MS = 200;

/**
 * Resolves when the receiver accepts connections.
 * @throws ToolError "unreachable-target".
 */
export async function requireReachable(url: URL, { waitMs, timeoutMs, signal }: ReachableOptions): Promise<void> {
  const until = performance.now() + waitMs;
  for (;;) {
    const reason = await whyNot(url, timeoutMs);
    if (reason === undefined || signal?.aborted) return;
    if (performance.now() >= until)
      throw createReachError(url, waitMs > 0 ? `${reason}, after a wait of ${waitMs / 1000} s` : reason);
    await wait(POLL_MS, undefined, signal && { signal }).catch(() => {});
  }
}

/** Error for a receiver that cannot be reached. */
export function createReachError(url: URL, reason: string, isUntrusted = false): ToolError {
  return new ToolError("unreachable-target", `Cannot reach "${url.href}": ${reason}`, {
    hint: isUntrusted ? untrustedHint : "Start the receiver first, or wait for it with --wait SECONDS",
  });
}

function whyNot(url: URL, timeoutMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(getServerAddress(url));
    const done = (reason?: string): void => {
      socket.destroy();
      resolve(reason);
    };
    socket.setTimeout(timeoutMs, () => done(`no connection within ${timeoutMs / 1000} s`));
    socket.once("connect", () => done());
    socket.once("error", (error) => done(explainConnectionError(error)));
  });
}
