import { defaultConformance } from "../profile/default-profile.ts";
import { propertiesWith } from "../properties/index.ts";
import { checksWith } from "../profile/checks-with.ts";
import type { ConformOptions } from "./conform-options.ts";
import type { ChosenOperation } from "./chosen-operation.ts";
import { type Contract, type Operation, type Router, ToolError, createRouter } from "../../contracts/index.ts";
import { selectWanted } from "./choice.ts";
import { type Confirmation, createConfirmation } from "./confirm.ts";
import { type Deployment, reach } from "../target/deployment.ts";
import { type SlowResponses, createSlowResponses } from "./response-time.ts";
import { type Meter, createMeter } from "../target/rate/meter.ts";
import { type WriteOrganization, confirmOrganization } from "../target/organization.ts";
import { type LostConnections, createLostConnections } from "./sending/lost-connections.ts";
import { type Recorder, createRecorder } from "./recorder.ts";
import type { Report, TrialError } from "../findings/report.ts";
import { type Tagging, createTagging } from "../items/tagged.ts";
import type { Exclusion } from "../selection/exclude-operations.ts";
import type { SettingsByOperation } from "../selection/operation-settings.ts";
import { findTokenFault } from "../target/token-faults.ts";
import { createTracker } from "../items/create-tracker.ts";
import { type Tracker, untracked } from "../items/tracker.ts";
import type { Unfinished } from "../target/unfinished.ts";

/** Kind of an endless response. */
interface EndlessAnswer {
  readonly error: Unfinished;
  /** True if it has been reported. */
  isFound: boolean;
}

/** State of a run against a target. */
export interface Session {
  readonly options: SessionOptions;
  /** Contracts whose host is known. */
  readonly contracts: readonly Contract[];
  readonly deployment: Deployment;
  readonly mode: Report["mode"];
  /** Organization for writes, if one was named. */
  readonly acting: WriteOrganization | undefined;
  readonly meter: Meter;
  readonly router: Router;
  /** Ids that the run has chosen for new items. */
  readonly chosenIds: Set<string>;
  /** Idempotency keys that the run has sent. */
  readonly keys: Set<string>;
  /** Number of this run, whatever its seed. */
  readonly nonce: number;
  /** Records created items. */
  readonly tracker: Tracker;
  /** Records what was exercised, and what is beyond the contracts. */
  readonly recorder: Recorder;
  /** Confirms findings. */
  readonly confirmation: Confirmation;
  /** Records slow responses. */
  readonly slowness: SlowResponses;
  /** Operations whose trial ended because the token could not be renewed. */
  readonly cutOff: Set<Operation>;
  /** Operations with an endless response, which get no further requests. */
  readonly endless: Map<Operation, EndlessAnswer>;
  /** Finds the causes of lost connections. */
  readonly lostConnections: LostConnections;
  /** Tags created items on a live deployment. */
  readonly tagging: Tagging | undefined;
}

export interface SessionOptions
  extends
    Omit<ConformOptions, "seed" | "runs" | "includeAssumed" | "exclude" | "operations">,
    Partial<Pick<Exclusion, "isExcluded">> {
  /** Settings of single operations. Default: none. */
  readonly settings?: SettingsByOperation;
  /** All operations, including those that are not tested. */
  readonly all: readonly ChosenOperation[];
  readonly seed: number;
  readonly runs: number;
  readonly includeAssumed: boolean;
  /** Signal that ends the run. */
  readonly signal: AbortSignal;
  /** Collects unexpected errors of trials, which are bugs in Concord. Without it, they are thrown. */
  readonly errors?: TrialError[];
  /** Called when the token of the run cannot be renewed. Without it, the error is thrown. */
  readonly onTokenFailure?: (error: unknown) => void;
  /** Called when the target has stopped. Without it, a refused connection is an error of its request. */
  readonly onGone?: (error: ToolError) => void;
  /** Called when the request budget is used up. */
  readonly onSpent?: () => void;
}

/**
 * Connects to a target.
 * @throws ToolError "unreachable-target", "invalid-target", "unknown-api", "unknown-host", "unusable-token",
 * "unnamed-organization" or "another-organization".
 */
export async function startSession(options: SessionOptions): Promise<Session> {
  const { all, seed, archive } = options;
  checkTokens(options);
  const meter = createMeter(options);
  const apis = [...new Set(all.map(({ operation }) => operation.api))];
  const wanted = selectWanted(all, options);
  const tried = apis.filter((api) => wanted.some(({ operation }) => operation.api === api));
  const deployment = await reach({
    ...options,
    apis,
    tried,
    meter,
    isTimed: options.maxResponseMs !== undefined || options.settings?.hasTimeLimit === true,
  });
  const mode = options.mode ?? (deployment.isMock ? "sandbox" : "read-only");
  const acting = await chooseActingOrganization(deployment, mode, options).catch(async (error: unknown) => {
    await deployment.close();
    throw error;
  });
  archive?.setTarget({ url: deployment.url, hosts: deployment.hosts, mask: deployment.mask });
  const router = createRouter(all.map(({ operation }) => operation));
  // A mock keeps nothing after its end, and its items may be of interest to others.
  const tracker = deployment.isMock ? untracked : createTracker(router);
  meter.keepBack(tracker.maxRemovalRequests);
  const isLive = mode === "sandbox" && !deployment.isMock;
  return {
    options,
    // Operations without a known host cannot be used to prepare a trial.
    contracts: options.contracts.filter(({ api }) => !apis.includes(api) || deployment.has(api)),
    deployment,
    mode,
    acting,
    meter,
    router,
    chosenIds: new Set(),
    keys: new Set(),
    nonce: Math.floor(Math.random() * 2 ** 31),
    tracker,
    recorder: createRecorder(router, {
      mask: deployment.mask,
      archive,
      isOwn: true,
      properties: propertiesWith(options.profile ?? defaultConformance),
      checks: checksWith(options.profile ?? defaultConformance),
    }),
    confirmation: createConfirmation(meter.requests),
    slowness: createSlowResponses(
      (operation) => options.settings?.of(operation).maxResponseMs ?? options.maxResponseMs,
    ),
    cutOff: new Set(),
    endless: new Map(),
    lostConnections: createLostConnections((milliseconds) => meter.pause(milliseconds, options.signal)),
    tagging: isLive ? createTagging(`concord-conformance-${seed}`) : undefined,
  };
}

/** Most requests of a property to an operation. */
export function getRunLimit({ options }: Session, operation: Operation): number {
  return options.settings?.of(operation).runs ?? options.runs;
}

/** @throws ToolError "unusable-token". */
function checkTokens({ token, places = {}, identities }: SessionOptions): void {
  for (const usual of new Set([token, ...Object.values(places).map((place) => place.token ?? token)])) {
    const fault = findTokenFault(usual, identities);
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
async function chooseActingOrganization(
  deployment: Deployment,
  mode: Report["mode"],
  { organization, isPlatform = false, token, contracts }: SessionOptions,
): Promise<WriteOrganization | undefined> {
  if (deployment.isMock || mode === "read-only") return undefined;
  if (organization !== undefined)
    return confirmOrganization(organization, {
      token,
      contracts,
      targetOf: (operation) => (deployment.has(operation.api) ? deployment.at(operation) : undefined),
    });
  if (!isPlatform) return undefined;
  throw new ToolError("unnamed-organization", `Cannot write to "${deployment.url}": no organization is named`, {
    hint: "Name the one that the token is of, and that nobody needs, with --organization ID; or let it only be read: --mode read-only",
  });
}
