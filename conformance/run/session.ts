import type { ConformOptions } from "./conform-options.ts";
import type { Chosen } from "./chosen.ts";
import type { Trial } from "./trial.ts";
import type { Identity } from "../model/identity.ts";
import type { WireRequest } from "../model/wire-message.ts";
import { type Operation, ToolError, createRouter } from "../../contracts/index.ts";
import { isAllowed, wantedOf } from "./choice.ts";
import { createConfirmation } from "./confirm.ts";
import { refusedCredentials } from "./credentials-accepted.ts";
import type { Exchange } from "../model/exchange.ts";
import { type Deployment, reach } from "../target/deployment.ts";
import { createSlowness } from "./response-time.ts";
import { createMeter } from "../target/meter.ts";
import { type Acting, actingIn } from "../target/organization.ts";
import { createPatience } from "../target/rate-limit-retry.ts";
import { outcomesFrom } from "../findings/outcomes.ts";
import { isRemoved } from "../promises/promised.ts";
import type { Property } from "../scope/property.ts";
import { type Recorder, createRecorder } from "./recorder.ts";
import type { Failure, OperationOutcome, OutcomeReason, Report } from "../findings/report.ts";
import { isStream } from "../requests/streams.ts";
import { createTagging } from "../items/tagged.ts";
import { tokenFaultIn } from "../target/token-faults.ts";
import { createTracker, untracked } from "../items/tracker.ts";
import { type Tried, failureOfOperation, tryOperation } from "./try-operation.ts";
import { type TriedAgain, tryAgain } from "./rerun/rerun-finding.ts";

/** A target that is being tried, with what was made there. */
export interface Session {
  readonly url: string;
  readonly isMock: boolean;
  /** The APIs that Concord mocks say that they serve; undefined where the target is none. */
  readonly mockApis: readonly string[] | undefined;
  /** Whether the target accepts requests that violate assumed constraints only. */
  readonly acceptsAssumed: boolean;
  /** By API, where they have hosts of their own. */
  readonly hosts: Readonly<Record<string, string>>;
  readonly mode: Report["mode"];
  /** The organization that is written in, where one was named. */
  readonly acting: Acting | undefined;
  /** How often the target made the run go slower, and how long requests have waited for their turns. */
  readonly slowed: () => { readonly times: number; readonly waitedMs: number };
  /** What was exercised, and what was seen beyond the contracts. */
  readonly recorder: Recorder;
  /** How many requests have been sent. */
  readonly requests: () => number;
  /** Whether it is known where an API is. */
  hasAddress(api: string): boolean;
  /** Whether the mode lets the operation be tried. */
  allows(chosen: Chosen): boolean;
  /** Tries properties on one operation; the signal ends this alone. */
  try(chosen: Chosen, some: readonly Property[], signal?: AbortSignal): Promise<Tried>;
  /** Goes the way back to a finding: its end alone, or the whole; nothing where that could not be done. */
  again(chosen: Chosen, failure: Pick<Failure, "id" | "tried">, isWhole: boolean): Promise<TriedAgain | undefined>;
  /** Statuses that were to be expected and are not documented, as information. */
  expected(): readonly Failure[];
  /** Of each of these operations that was not removed, whether a valid request to it succeeded so far, and if none did, why. */
  outcomes(chosen: readonly Chosen[], isEnded: boolean): readonly OperationOutcome[];
  /** The operations of these that refused the credentials of the run throughout, as failures. */
  refused(chosen: readonly Chosen[]): readonly Failure[];
  /** Takes away what was made on a live deployment; answers what could not be removed, and why. */
  clean(): Promise<readonly string[]>;
  /** What is there still of what was made on a live deployment. */
  left(): readonly string[];
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

/**
 * Connects to a target that is about to be tried.
 * @throws ToolError "unreachable-target", "invalid-target", "unknown-api", "unknown-host", "unusable-token", "unnamed-organization"
 * or "another-organization".
 */
export async function startSession(options: SessionOptions): Promise<Session> {
  const { all, signal, seed, maxRequests, onSpent, rate, organization, archive } = options;
  checkTokens(options);
  const meter = createMeter({
    ...(maxRequests !== undefined && { maxRequests }),
    ...(onSpent && { onSpent }),
    ...(rate !== undefined && { rate }),
    ...(options.clock && { clock: options.clock }),
  });
  const apis = [...new Set(all.map(({ operation }) => operation.api))];
  const wanted = wantedOf(all, options);
  const tried = apis.filter((api) => wanted.some(({ operation }) => operation.api === api));
  const deployment = await reach({ ...options, apis, tried, meter, isTimed: options.maxResponseMs !== undefined });
  const mode = options.mode ?? (deployment.isMock ? "sandbox" : "read-only");
  const acting = await actingFor(deployment, mode, options).catch(async (error: unknown) => {
    await deployment.close();
    throw error;
  });
  archive?.begin({ url: deployment.url, hosts: deployment.hosts, mask: deployment.mask });
  const router = createRouter(all.map(({ operation }) => operation));
  // A mock forgets by itself, and others may look at what was left there.
  const tracker = deployment.isMock ? untracked : createTracker(router);
  meter.keepBack(tracker.owed);
  const recorder = createRecorder(router, { mask: deployment.mask, archive, isOwn: true });
  const isLive = mode === "sandbox" && !deployment.isMock;
  const surroundings = {
    ...options,
    // What is nowhere cannot be asked for on the way to something else.
    contracts: options.contracts.filter(({ api }) => !apis.includes(api) || deployment.has(api)),
    router,
    tracker,
    recorder,
    confirmation: createConfirmation(meter.requests),
    endless: new Map(),
    slowness: createSlowness(options.maxResponseMs),
    mode,
    ...(isLive && { tagging: createTagging(`concord-conformance-${seed}`) }),
    ...(organization !== undefined && { organization }),
  };
  const trialOf = ({ contract, operation }: Chosen, some: readonly Property[], ending = signal): Trial => ({
    ...surroundings,
    contract,
    operation,
    target: deployment.at(operation),
    targetOf: (other) => deployment.at(other, operation),
    signal: ending,
    chosen: some,
  });
  return {
    url: deployment.url,
    isMock: deployment.isMock,
    mockApis: deployment.mockApis,
    acceptsAssumed: deployment.acceptsAssumed,
    hosts: deployment.hosts,
    mode,
    acting,
    recorder,
    requests: meter.requests,
    slowed: () => ({ times: meter.pace.slowed(), waitedMs: Math.round(meter.pace.waited()) }),
    hasAddress: deployment.has,
    allows: (chosen) => isAllowed(chosen, mode),
    try: (chosen, some, ending) => tryOperation(trialOf(chosen, some, ending)),
    again: (chosen, { id, tried: way }, isWhole) =>
      tryAgain(trialOf(chosen, chosen.properties), { ...way, id, isWhole }),
    expected: () =>
      recorder.expected.all().map(({ finding, operation, patch }) => ({
        ...failureOfOperation(finding, { ...options, target: deployment.at(operation), mode, operation }),
        patch,
      })),
    outcomes: (chosen, isEnded) =>
      outcomesFrom(
        recorder.outcomes,
        chosen
          .filter(isTested)
          .map((each) => ({ contract: each.contract, operation: each.operation, unsent: unsentIn(each) })),
        isEnded,
      ),
    refused: (chosen) =>
      chosen.filter(isTested).flatMap(({ contract, operation }) => {
        const target = deployment.at(operation);
        const finding = refusedCredentials(
          { contract, operation },
          recorder.outcomes.tallyOf(operation),
          target.hasToken,
        );
        return finding ? [failureOfOperation(finding, { ...options, target, mode, operation })] : [];
      }),
    clean: () => tracker.clean({ send: sentAfterwards, pause: meter.pause }),
    left: () => tracker.left(),
    close: deployment.close,
  };

  function unsentIn(each: Chosen): OutcomeReason | undefined {
    if (!isAllowed(each, mode)) return "read-only";
    return isStream(each.operation) ? "stream" : undefined;
  }

  function sentAfterwards(request: WireRequest, operation: Operation, as?: Identity): Promise<Exchange> {
    const target = deployment.at(operation);
    const full = as ? as.authorize(operation, request) : target.authorize(operation, request);
    return createPatience().until(
      async () => ({ request, response: await target.sendAfterwards(full ?? request) }),
      ({ response }) => target.isLater(response),
    );
  }
}

/** Whether valid requests to an operation have to succeed: one that was removed has to be gone. */
function isTested({ operation }: Chosen): boolean {
  return !isRemoved(operation);
}

/** @throws ToolError "unusable-token". */
function checkTokens({ token, places = {}, identities }: SessionOptions): void {
  for (const usual of new Set([token, ...Object.values(places).map((place) => place.token ?? token)])) {
    const fault = tokenFaultIn(usual, identities);
    if (!fault) continue;
    const { which, reason } = fault;
    throw new ToolError(
      "unusable-token",
      `Cannot send the token${which === "token" ? "" : ` "${which}"`}: it ${reason}`,
      {
        hint: "Take it from where it was given; white space around it does not belong to it",
      },
    );
  }
}

/**
 * The organization that a live deployment is written in, where that has to be said: every request to the platform is
 * scoped to one (§1). A provider of one's own may know of none.
 */
async function actingFor(
  deployment: Deployment,
  mode: Report["mode"],
  { organization, isPlatform = false, token, contracts }: SessionOptions,
): Promise<Acting | undefined> {
  if (deployment.isMock || mode === "read-only") return undefined;
  if (organization !== undefined)
    return actingIn(organization, {
      ...(token !== undefined && { token }),
      contracts,
      targetOf: (operation) => (deployment.has(operation.api) ? deployment.at(operation) : undefined),
    });
  if (!isPlatform) return undefined;
  throw new ToolError("unnamed-organization", `Cannot write to "${deployment.url}": no organization is named`, {
    hint: "Name the one that the token is of, and that nobody needs, with --organization ID; or let it only be read: --mode read-only",
  });
}
