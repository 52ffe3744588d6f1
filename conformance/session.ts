import { createRouter } from "../contracts/index.ts";
import { type Chosen, isAllowed } from "./choice.ts";
import { createConfirmation } from "./confirm.ts";
import type { ConformOptions } from "./conform.ts";
import { createPace } from "./in-time.ts";
import type { Property } from "./properties/index.ts";
import { type Recorder, createRecorder } from "./recorder.ts";
import type { Failure, Report } from "./report.ts";
import { connect } from "./target.ts";
import { type Tracker, createTracker } from "./tracker.ts";
import { type Tried, type Trial, type TriedAgain, tryAgain, tryOperation, whole } from "./trial.ts";

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
  /** Goes the way back to a finding: its end alone, or the whole; nothing where that could not be done. */
  again(chosen: Chosen, failure: Pick<Failure, "id" | "tried">, isWhole: boolean): Promise<TriedAgain | undefined>;
  /** Statuses that were to be expected and are not documented, as information. */
  expected(): readonly Failure[];
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
  const { all, token, identities, dispatcher, maxRequests, signal, onSpent, archive } = options;
  const target = await connect(options.target, {
    ...(token !== undefined && { token }),
    ...(identities && { identities }),
    ...(dispatcher && { dispatcher }),
    ...(maxRequests !== undefined && { maxRequests }),
    ...(onSpent && { onSpent }),
    ...(options.maxResponseMs !== undefined && { isTimed: true }),
    signal,
  });
  archive?.begin(target);
  const mode = options.mode ?? (target.isMock ? "sandbox" : "read-only");
  const router = createRouter(all.map(({ operation }) => operation));
  // A mock forgets by itself, and others may look at what was left there.
  const tracker = target.isMock ? untracked : createTracker(router);
  const recorder = createRecorder(router, target.mask, archive);
  const confirmation = createConfirmation(target.requests);
  const pace = createPace(options.maxResponseMs);
  const trialOf = ({ contract, operation }: Chosen, some: readonly Property[], ending = signal): Trial => ({
    ...options,
    contract,
    operation,
    router,
    tracker,
    recorder,
    confirmation,
    pace,
    target,
    signal: ending,
    mode,
    chosen: some,
  });
  return {
    url: target.url,
    mode,
    recorder,
    requests: target.requests,
    allows: (chosen) => isAllowed(chosen, mode),
    try: (chosen, some, ending) => tryOperation(trialOf(chosen, some, ending)),
    again: (chosen, { id, tried }, isWhole) => tryAgain(trialOf(chosen, chosen.properties), { ...tried, id, isWhole }),
    expected: () =>
      recorder.expected().map(({ finding, operation, patch }) => ({
        ...whole(finding, { ...options, target, mode, operation }),
        patch,
      })),
    clean: () =>
      tracker.clean(async (request, operation) => ({
        request,
        response: await target.sendAfterwards(target.authorize(operation, request)),
      })),
    close: () => target.close(),
  };
}
