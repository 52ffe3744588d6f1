import { defaultConformance } from "../profile/default-profile.ts";
import { propertiesWith } from "../properties/index.ts";
import type { ConformOptions } from "./conform-options.ts";
import type { Chosen } from "./chosen.ts";
import { type Contract, type Operation, type Router, ToolError, createRouter } from "../../contracts/index.ts";
import { wantedOf } from "./choice.ts";
import { type Confirmation, createConfirmation } from "./confirm.ts";
import { type Deployment, reach } from "../target/deployment.ts";
import { type Slowness, createSlowness } from "./response-time.ts";
import { type Meter, createMeter } from "../target/meter.ts";
import { type Acting, actingIn } from "../target/organization.ts";
import { createPatience } from "../target/rate-limit-retry.ts";
import { type Recorder, createRecorder } from "./recorder.ts";
import type { Report, TrialError } from "../findings/report.ts";
import { type Tagging, createTagging } from "../items/tagged.ts";
import { tokenFaultIn } from "../target/token-faults.ts";
import { type Tracker, createTracker, untracked } from "../items/tracker.ts";
import type { Unfinished } from "../target/unfinished.ts";

/** How an answer was cut off that did not end. */
interface EndlessAnswer {
  readonly error: Unfinished;
  /** Whether it is a finding already. */
  isFound: boolean;
}

/** A run against a target, with what it remembers. */
export interface Session {
  readonly options: SessionOptions;
  /** The contracts of which it is known where they are served. */
  readonly contracts: readonly Contract[];
  readonly deployment: Deployment;
  readonly mode: Report["mode"];
  /** The organization that is written in, where one was named. */
  readonly acting: Acting | undefined;
  readonly meter: Meter;
  readonly router: Router;
  /** Remembers what is made. */
  readonly tracker: Tracker;
  /** Remembers what was exercised, and what was seen beyond the contracts. */
  readonly recorder: Recorder;
  /** Tries again what was found. */
  readonly confirmation: Confirmation;
  /** Remembers what was slow. */
  readonly slowness: Slowness;
  /** The operations whose answer did not end: they are not asked again. */
  readonly endless: Map<Operation, EndlessAnswer>;
  /** Marks what is made on a live deployment. */
  readonly tagging: Tagging | undefined;
}

export interface SessionOptions extends Omit<ConformOptions, "seed" | "runs" | "includeAssumed"> {
  /** All operations, of which some are tried. */
  readonly all: readonly Chosen[];
  readonly seed: number;
  readonly runs: number;
  readonly includeAssumed: boolean;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Takes the unexpected errors of trials, which are bugs in Concord; they are thrown if not given. */
  readonly errors?: TrialError[];
  /** Is called when as many requests were sent as may be. */
  readonly onSpent?: () => void;
}

/**
 * Connects to a target that is about to be tried.
 * @throws ToolError "unreachable-target", "invalid-target", "unknown-api", "unknown-host", "unusable-token", "unnamed-organization"
 * or "another-organization".
 */
export async function startSession(options: SessionOptions): Promise<Session> {
  const { all, seed, maxRequests, onSpent, rate, archive } = options;
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
  const isLive = mode === "sandbox" && !deployment.isMock;
  return {
    options,
    // What is nowhere cannot be asked for on the way to something else.
    contracts: options.contracts.filter(({ api }) => !apis.includes(api) || deployment.has(api)),
    deployment,
    mode,
    acting,
    meter,
    router,
    tracker,
    recorder: createRecorder(router, {
      mask: deployment.mask,
      archive,
      isOwn: true,
      properties: propertiesWith(options.profile ?? defaultConformance),
    }),
    confirmation: createConfirmation(meter.requests),
    slowness: createSlowness(options.maxResponseMs),
    endless: new Map(),
    tagging: isLive ? createTagging(`concord-conformance-${seed}`) : undefined,
  };
}

/** Takes away what was made on a live deployment; answers what could not be removed, and why. */
export function clean({ tracker, deployment, meter }: Session): Promise<readonly string[]> {
  return tracker.clean({
    pause: meter.pause,
    send(request, operation, as) {
      const target = deployment.at(operation);
      const full = as ? as.authorize(operation, request) : target.authorize(operation, request);
      return createPatience().until(
        async () => ({ request, response: await target.sendAfterwards(full ?? request) }),
        ({ response }) => target.isLater(response),
      );
    },
  });
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
 * Organization for writes to a live deployment. Required with the bundled contracts, since every request to the
 * platform is scoped to one; another provider may have no organizations.
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
