import { ToolError } from "../../contracts/index.ts";
import type { Meter } from "./rate/meter.ts";
import { innermost } from "./unreachable.ts";

/** Time for which a target may refuse connections, such as during a restart, in milliseconds. */
const MAX_ABSENT_MS = 5_000;
/** Time between two attempts to connect, in milliseconds. */
const BETWEEN_MS = 200;

interface PresenceOptions {
  readonly url: string;
  readonly meter: Pick<Meter, "pause">;
  /** Ends the run. Without it, a refused connection is an error of its request. */
  readonly onGone?: ((error: ToolError) => void) | undefined;
}

/** Sends requests to a target, again while nothing listens there. */
export interface Presence {
  /**
   * Result of `send`. A request whose connection was refused was not received, so that it may be sent again.
   * @param name name of the request in the error of a target that is gone.
   * @param signal end of the run. Without it, there is one attempt.
   */
  whilePresent<T>(send: () => Promise<T>, name: string, signal: AbortSignal | undefined): Promise<T>;
}

export function createPresence({ url, meter, onGone }: PresenceOptions): Presence {
  let latest: string | undefined;
  // First request that failed since the latest response: several requests may be open when a target stops.
  let failed: string | undefined;
  let isGone = false;
  return {
    async whilePresent(send, name, signal) {
      for (let attempts = 1; ; attempts++)
        try {
          const result = await send();
          latest = name;
          failed = undefined;
          return result;
        } catch (error) {
          if (!isConnectionRefused(error)) failed ??= name;
          if (!isConnectionRefused(error) || !signal || !onGone || isGone) throw error;
          if (attempts * BETWEEN_MS > MAX_ABSENT_MS) {
            isGone = true;
            onGone(goneError(url, { latest, failed }));
          }
          signal.throwIfAborted();
          await meter.pause(BETWEEN_MS, signal);
        }
    },
  };
}

function isConnectionRefused(error: unknown): boolean {
  return error instanceof Error && innermost(error).code === "ECONNREFUSED";
}

interface LastRequests {
  /** Latest request that was answered. */
  readonly latest: string | undefined;
  /** Request that was not answered. The target may have stopped for the one before. */
  readonly failed: string | undefined;
}

function goneError(url: string, { latest, failed }: LastRequests): ToolError {
  const after = [
    ...(latest === undefined ? [] : [` after it answered ${latest}`]),
    ...(failed === undefined ? [] : [` while it was sent ${failed}`]),
  ].join(",");
  return new ToolError(
    "unreachable-target",
    `The target stopped${after}: nothing has listened at ${url} for ${MAX_ABSENT_MS / 1000} s`,
    { hint: "Look for the reason in its log, start it again and run again" },
  );
}
