import type { ConformOptions } from "../conform-options.ts";
import type { ChosenOperation } from "../chosen-operation.ts";
import { type Contract, ToolError, nearestWords, withEnumPolicy } from "../../../contracts/index.ts";
import { refusesSender, refusedEverywhere } from "../../target/access.ts";
import { listCheckIds, isAllowed, listTestableOperations, selectProperties } from "../choice.ts";
import { findCreatingOperation } from "../../items/creates-items.ts";
import type { Failure, Report } from "../../findings/report.ts";
import { getCheckTraits } from "../../findings/traits.ts";
import { defaultConformance } from "../../profile/default-profile.ts";
import { chooseEnumPolicy } from "../../profile/choose-enum-policy.ts";
import { rolesFor } from "../../model/roles.ts";
import { listExpectedStatuses, listRefusedOperations } from "../results.ts";
import { leftoverText } from "../../items/leftover.ts";
import { clean } from "../undoing/clean.ts";
import { type Session, startSession } from "../session.ts";
import { createOperationTrial } from "../trial.ts";
import { tryOperation } from "../try-operation.ts";
import { fixHeaders, listFixedHeaders } from "../../selection/fix-headers.ts";
import { createOperationSettings } from "../../selection/operation-settings.ts";
import { excludeOperations } from "../../selection/exclude-operations.ts";
import { type ReplayLog, createReplayLog } from "./replay-log.ts";
import { rerunFinding } from "./rerun-finding.ts";

/** Parts of a report that a replay needs. */
export type Replayable = Pick<Report, "target" | "mode" | "seed" | "options" | "failures" | "information">;

export interface ReplayFindingOptions extends Pick<
  ConformOptions,
  | "profile"
  | "token"
  | "credentials"
  | "headers"
  | "identities"
  | "variables"
  | "dispatcher"
  | "permissions"
  | "exclude"
  | "operations"
  | "signal"
> {
  readonly contracts: readonly Contract[];
  /** Default: the target of the report, which gets no credentials. */
  readonly target?: string;
  /** Default: the mode of the report on the same target, else read-only, or sandbox on a mock. */
  readonly mode?: Report["mode"];
}

type Shown = Pick<Failure, "request" | "response">;

/** Result of a replay. */
export interface Replayed {
  /** The finding as reported. */
  readonly failure: Failure;
  readonly target: string;
  /** True if the finding still shows. Null if it could not be tried. */
  readonly shows: boolean | null;
  /** Reason why it could not be tried. */
  readonly reason: string | null;
  /** Latest exchange of the operation. */
  readonly now: Shown | null;
  readonly requests: number;
  readonly durationMs: number;
  /** Created items that could not be removed. */
  readonly leftovers: readonly string[];
}

/**
 * The finding with an id in a report.
 * @throws ToolError "unknown-finding", with the closest id.
 */
export function getReportedFinding({ failures, information }: Replayable, id: string): Failure {
  const all = [...failures, ...information];
  const found = all.find((each) => each.id === id);
  if (found) return found;
  const ids = all.map((each) => each.id);
  const [near] = nearestWords(id, ids, 1);
  throw new ToolError("unknown-finding", `Cannot replay "${id}": the report has no finding of that id`, {
    hint: near === undefined ? `It has ${ids.join(", ") || "none"}` : `The nearest is ${near}`,
  });
}

/**
 * Tries a finding again: first the end of its path, on existing or new items, then the whole path, then among items of
 * all kinds. So it works for single requests and for stories, whatever state the target is in. It sends no recorded
 * requests: their credentials are masked, their ids are gone, and a flaw in several responses shows in none of them
 * alone.
 * @throws ToolError "unknown-operation" if the contracts lack the operation, "unnamed-origin" if credentials are given and
 * no target.
 */
export async function replayFinding(
  report: Replayable,
  id: string,
  {
    contracts: loaded,
    profile = defaultConformance,
    target: namedTarget,
    mode,
    exclude = [],
    operations: given,
    signal,
    ...others
  }: ReplayFindingOptions,
): Promise<Replayed> {
  const failure = getReportedFinding(report, id);
  if (namedTarget === undefined) refuseCredentials(report, others);
  const target = namedTarget ?? report.target;
  const { runs, includeAssumed, burst, maxResponseMs } = report.options;
  // Excluded operations get no requests in a replay, either.
  const { contracts: remaining, isExcluded } = excludeOperations(fixHeaders(loaded, listFixedHeaders(others)), [
    ...new Set([...(report.options.exclude ?? []), ...exclude]),
  ]);
  const contracts = withEnumPolicy(remaining, chooseEnumPolicy(profile));
  const settings = createOperationSettings(given, { contracts: loaded, checkIds: listCheckIds(profile) });
  const all = listTestableOperations(contracts, selectProperties({ profile }));
  const chosen = findChosenOperation(failure, all);
  const wanted = mode ?? (target === report.target ? report.mode : undefined);
  const ended = new AbortController();
  const started = performance.now();
  const connected = await startSession({
    permissions: { burst },
    ...others,
    contracts,
    isExcluded,
    settings,
    profile,
    target,
    all,
    runs,
    includeAssumed,
    seed: report.seed,
    ...(wanted && { mode: wanted }),
    ...(maxResponseMs !== null && { maxResponseMs }),
    signal: signal ? AbortSignal.any([signal, ended.signal]) : ended.signal,
  });
  const log = createReplayLog(contracts);
  const session = watched(connected, log);
  try {
    const outcome = interpretOutcome(failure, await replayFailure(failure, chosen, { session, all }), { session, log });
    const leftovers = (await clean(session)).map(leftoverText);
    return {
      failure,
      target: session.deployment.url,
      ...(signal?.aborted ? { shows: null, reason: "It was interrupted", now: null } : outcome),
      requests: session.meter.requests(),
      durationMs: Math.round(performance.now() - started),
      leftovers,
    };
  } finally {
    ended.abort();
    await session.deployment.close();
  }
}

/** @throws ToolError "unnamed-origin" if credentials would go to the target of a report, which can be somebody else's. */
function refuseCredentials(
  { target }: Replayable,
  { token, credentials = {}, headers = {}, identities = {} }: Omit<ReplayFindingOptions, "contracts" | "target">,
): void {
  const secrets = { ...credentials, ...headers, ...identities };
  if (token === undefined && Object.keys(secrets).length === 0) return;
  throw new ToolError("unnamed-origin", `Cannot send credentials to "${target}": only the report names it`, {
    hint: "If it is your target, name it with --target",
  });
}

function findChosenOperation({ id, api, tried }: Failure, all: readonly ChosenOperation[]): ChosenOperation {
  const { operation: name, property } = tried;
  const fitting = all.filter(
    ({ operation, properties }) =>
      operation.name === name && (property === null || properties.some((each) => each.id === property)),
  );
  const chosen = fitting.find(({ operation }) => operation.api === api) ?? fitting[0];
  if (chosen) return chosen;
  throw new ToolError("unknown-operation", `Cannot replay "${id}": no contract has the operation "${name}"`, {
    hint: "Give the contracts of the run with --contracts",
  });
}

const WAY_LOST =
  "The steps that led to it cannot be repeated: what they need no longer exists, or the contracts have changed";

type Outcome = Pick<Replayed, "shows" | "reason" | "now">;

interface ReplayContext {
  readonly session: Session;
  readonly all: readonly ChosenOperation[];
}

async function replayFailure(
  failure: Failure,
  chosen: ChosenOperation,
  { session, all }: ReplayContext,
): Promise<Outcome> {
  if (session.options.settings?.isSkipped(failure))
    return untried(`The settings of ${failure.operation} skip "${failure.check}"`);
  const property = chosen.properties.find(({ id }) => id === failure.tried.property);
  if (!isAllowed(chosen, session.mode) || (property?.writes && session.mode === "read-only"))
    return untried("It may change something, and the target is only read: see --mode sandbox");
  if (failure.tried.property === null) return ofOperation(failure, chosen, session);
  let isTried = false;
  let now: Shown | null = null;
  for (const isWhole of [false, true, false]) {
    // A flaw of a list shows only if the list has a similar item.
    if (isTried && !isWhole) await makeMany(chosen, { session, all });
    const again = await rerunFinding(createOperationTrial(session, chosen), {
      ...failure.tried,
      id: failure.id,
      isWhole,
    });
    if (again?.found) return { shows: true, reason: null, now: again.found };
    isTried ||= again !== undefined;
    now = again?.latest ?? now;
  }
  if (isTried) return { shows: false, reason: null, now };
  return untried(WAY_LOST);
}

/** Causes whose findings are gone once the sender or the content of the request is refused. */
const sendersRefused: ReadonlySet<string | undefined> = new Set(["credentials", "readers", "tenant"]);
const contentRefused: ReadonlySet<string | undefined> = new Set(["accepting", "methods", "readOnly"]);

/**
 * A refusal of the credentials, a rate limit or a failed preparation does not prove that a finding is gone, unless the
 * finding is that such a refusal is missing.
 */
function interpretOutcome(
  failure: Failure,
  outcome: Outcome,
  { session: { recorder, options }, log }: { readonly session: Session; readonly log: ReplayLog },
): Outcome {
  const { check, response: then } = failure;
  if (outcome.shows === true) return outcome;
  const { now } = outcome;
  const { cause } = getCheckTraits(check, options.profile);
  const isMended = sendersRefused.has(cause);
  const doubt = log.reasonForDoubt(failure, isMended || contentRefused.has(cause));
  if (outcome.shows === null) {
    if (outcome.reason === WAY_LOST && doubt !== undefined) return untried(doubt);
    return outcome;
  }
  if (now && refusesSender(now.response) && !refusesSender(then) && !isMended)
    return {
      ...untried(`It is now refused with ${now.response.status}, and was not in the run: is the token right?`),
      now,
    };
  const reason = refusedEverywhere(recorder.access.access()) ?? (isMended ? undefined : doubt);
  if (reason === undefined) return outcome;
  return { ...untried(reason), now };
}

/** Session whose exchanges a log sees. */
function watched(session: Session, log: ReplayLog): Session {
  const { recorder } = session;
  const record: Session["recorder"]["record"] = (exchanged) => {
    log.record(exchanged);
    recorder.record(exchanged);
  };
  return { ...session, recorder: { ...recorder, record } };
}

/** Creates items of all kinds in the collection of an operation, if the mode allows it. */
async function makeMany({ contract, operation }: ChosenOperation, { session, all }: ReplayContext): Promise<void> {
  const ownCollection = rolesFor(contract).get(operation)?.collection;
  const making = ownCollection === undefined ? undefined : findCreatingOperation(contract, ownCollection);
  const maker = all.find((each) => each.operation === making);
  if (maker && isAllowed(maker, session.mode))
    await tryOperation(session, maker, selectProperties({ property: "valid-requests-conform" }));
}

/** Finding without a property: the whole operation is tested again. */
async function ofOperation({ id }: Failure, chosen: ChosenOperation, session: Session): Promise<Outcome> {
  const { failures, tried } = await tryOperation(session, chosen);
  const found = [
    ...failures,
    ...listExpectedStatuses(session),
    ...listRefusedOperations(session, [chosen], { isServed: true }),
  ].find((each) => each.id === id);
  if (found) return { shows: true, reason: null, now: found };
  if (tried === 0) return untried("Nothing of the operation could be tried");
  return { shows: false, reason: null, now: null };
}

function untried(reason: string): Outcome {
  return { shows: null, reason, now: null };
}
