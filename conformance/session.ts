import { createRouter } from "../contracts/index.ts";
import { type Chosen, isAllowed } from "./choice.ts";
import type { ConformOptions } from "./conform.ts";
import type { Property } from "./properties/index.ts";
import { type Recorder, createRecorder } from "./recorder.ts";
import type { Report } from "./report.ts";
import { connect } from "./target.ts";
import { type Tracker, createTracker } from "./tracker.ts";
import { type Tried, tryOperation } from "./trial.ts";

/** A target that is being tried, with what was made there. */
export interface Session {
  readonly url: string;
  readonly mode: Report["mode"];
  /** What was exercised, and what was seen beyond the contracts. */
  readonly recorder: Recorder;
  /** How many requests have been sent. */
  readonly requests: () => number;
  /** Whether the mode lets the operation be tried. */
  allows(chosen: Chosen): boolean;
  /** Tries properties on one operation; the signal ends this alone. */
  try(chosen: Chosen, some: readonly Property[], signal?: AbortSignal): Promise<Tried>;
  /** Takes away what was made on a live deployment; answers what could not be removed, and why. */
  clean(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface SessionOptions extends Omit<ConformOptions, "seed" | "runs" | "includeAssumed"> {
  /** All operations, of which some are tried. */
  readonly all: readonly Chosen[];
  readonly seed: number;
  readonly runs: number;
  readonly includeAssumed: boolean;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Is called when as many requests were sent as may be. */
  readonly onSpent?: () => void;
}

const untracked: Tracker = { seen() {}, clean: async () => [] };

/**
 * Connects to a target that is about to be tried.
 * @throws ToolError "unreachable-target" or "invalid-target".
 */
export async function startSession(options: SessionOptions): Promise<Session> {
  const { all, token, identities, dispatcher, maxRequests, signal, onSpent } = options;
  const target = await connect(options.target, {
    ...(token !== undefined && { token }),
    ...(identities && { identities }),
    ...(dispatcher && { dispatcher }),
    ...(maxRequests !== undefined && { maxRequests }),
    ...(onSpent && { onSpent }),
    signal,
  });
  const mode = options.mode ?? (target.isMock ? "sandbox" : "read-only");
  const router = createRouter(all.map(({ operation }) => operation));
  // A mock forgets by itself, and others may look at what was left there.
  const tracker = target.isMock ? untracked : createTracker(router);
  const recorder = createRecorder(router, target.mask);
  return {
    url: target.url,
    mode,
    recorder,
    requests: target.requests,
    allows: (chosen) => isAllowed(chosen, mode),
    try: ({ contract, operation }, some, ending = signal) =>
      tryOperation({
        ...options,
        contract,
        operation,
        router,
        tracker,
        recorder,
        target,
        signal: ending,
        mode,
        chosen: some,
      }),
    clean: () =>
      tracker.clean(async (request, operation) => ({
        request,
        response: await target.sendAfterwards(target.authorize(operation, request)),
      })),
    close: () => target.close(),
  };
}
