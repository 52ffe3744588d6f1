import { type Operation, ToolError, createDebug } from "../../contracts/index.ts";
import type { ChosenOperation } from "./chosen-operation.ts";
import { type Session, getRunLimit } from "./session.ts";
import { type Trial, createOperationTrial } from "./trial.ts";
import type { Explored } from "./explored.ts";
import { deriveSeed } from "./rerun/rerun-property.ts";
import { prepareScope, scopeBefore } from "./create-scope.ts";
import { explore } from "./explore.ts";
import { createFailure, shownExchange } from "../findings/failure.ts";
import { allWithLabel, nameFinding } from "./with-label.ts";
import { reasonTexts } from "../findings/outcomes.ts";
import type { Property } from "../scope/property.ts";
import type { Failure, OperationReport, TrialError } from "../findings/report.ts";
import { buildReplayCommand } from "../findings/reproduce.ts";
import type { Scope } from "../scope/scope.ts";
import type { Finding } from "../checks/finding.ts";
import { isStream } from "../requests/streams.ts";
import { rerunFinding } from "./rerun/rerun-finding.ts";
import { recordUntried, toUntried, createUntriedFinder } from "./untried.ts";
import type { Untried } from "../exercise/untried-log.ts";
import { CheckError } from "../checks/check-error.ts";

/** Counts that vary with the generated value. Status codes and indexes in pointers do not match. */
const variedCount = /\b\d+(?= (?:bytes|characters|items|properties|requests|steps|times)\b)/g;

/** Reasons without those that differ from an earlier one only in a count, such as the length of a generated text. */
export function distinctReasons(reasons: Iterable<string>): readonly string[] {
  const byText = Map.groupBy(reasons, (reason) => reason.replaceAll(variedCount, "N"));
  return [...byText.values()].flatMap((sameText) => sameText.slice(0, 1));
}

const debug = createDebug("conformance");

/** Most findings of one check on one operation. Further ones would repeat them. */
const MAX_OF_A_CHECK = 12;

export interface TrialResult {
  readonly report: OperationReport;
  readonly failures: readonly Failure[];
  /** Number of properties that were tested. */
  readonly tried: number;
  /** Reasons why properties could not be tested. */
  readonly skipped: readonly string[];
}

/**
 * Tests properties on one operation. Default: all of its properties. The signal ends this trial only. An unexpected
 * error ends the trial, but not the run, if the session collects errors.
 */
export async function tryOperation(
  session: Session,
  chosen: ChosenOperation,
  some?: readonly Property[],
  signal?: AbortSignal,
): Promise<TrialResult> {
  const { errors } = session.options;
  return tryProperties(createOperationTrial(session, chosen, some, signal)).catch((error: unknown) => {
    if (!errors || error instanceof ToolError) throw error;
    addTrialError(errors, chosen.operation, error);
    recordUntried(session, chosen, "error");
    return nothingTried(chosen.operation);
  });
}

function nothingTried({ api, name, basis }: Operation, skipped: readonly string[] = []): TrialResult {
  return { report: { api, operation: name, basis, requests: 0, statuses: {} }, failures: [], tried: 0, skipped };
}

async function tryProperties(trial: Trial): Promise<TrialResult> {
  const { session, operation, log } = trial;
  const settings = session.options.settings;
  const skip = settings?.of(operation).skip ?? [];
  const properties = trial.properties.filter(({ id }) => !skip.includes(id));
  const { untried } = session.recorder;
  const recordReason = (id: string, reason: Untried | undefined): void => untried.record(operation, id, reason);
  const reasonOf = createUntriedFinder(trial);
  for (const id of skip) recordReason(id, toUntried("configuration"));
  // No item is created if no property applies.
  if (!isConcerned(trial)) {
    const before = scopeBefore(trial);
    for (const property of properties) recordReason(property.id, reasonOf(property, before) ?? toUntried("no-request"));
    return nothingTried(operation);
  }
  if (isStream(operation)) {
    recordUntried(session, trial, "stream");
    return nothingTried(operation, [reasonTexts.stream]);
  }
  const { statuses, skipped, sendingFindings } = log;
  for (const id of skip) skipped.add(`The configuration skips ${id} here`);
  const scope = await prepareScope(trial);
  const failures: Failure[] = [];
  const known = new Set<string>();
  const needing: { readonly id: string; readonly sent: number; readonly isFound: boolean }[] = [];
  let triable = 0;
  // An error or the end of the run may end the loop.
  for (const { id } of properties) recordReason(id, toUntried("ended"));
  for (const property of properties) {
    const reason = reasonOf(property, scope);
    if (reason) recordReason(property.id, reason);
    if (reason) continue;
    const before = trial.target.requests();
    log.property = property.id;
    log.comparisons.clear();
    log.unjudged = undefined;
    const tried = await tryProperty(property, scope, trial, known);
    // Findings after a failed renewal may be about the old token.
    if (isWithoutToken(trial)) {
      skipped.add("The token of the run could not be renewed: the rest was not tried");
      sendingFindings.splice(0);
      break;
    }
    failures.push(...sendingFindings.splice(0).map((finding) => failureWith({ finding }, property, trial)));
    const sent = trial.target.requests() - before;
    session.recorder.exercise.tried(operation, property.id, sent);
    recordReason(property.id, property.needsSuccess ? toUntried("no-success") : unjudgedReason(sent, trial));
    failures.push(...tried.failures);
    if (property.needsSuccess) needing.push({ id: property.id, sent, isFound: tried.failures.length > 0 });
    if (tried.skipped === undefined) triable++;
    else skipped.add(tried.skipped);
  }
  // A later property may be the first with a success.
  const hasSuccess = (session.recorder.outcomes.tallyOf(operation)?.successes ?? 0) > 0;
  for (const { id, sent, isFound } of needing)
    if (hasSuccess || isFound || sent === 0) recordReason(id, unjudgedReason(sent, trial));
  if (log.patience.isOver()) skipped.add("The target keeps refusing requests with 429: the rest was not tried");
  const confirmed = await session.confirmation.confirm(failures, async (failure, isWhole) => {
    if (properties.find((property) => property.id === failure.tried.property)?.isOnce) return undefined;
    const again = await rerunFinding(trial, { ...failure.tried, id: failure.id, isWhole });
    return again && again.found !== undefined;
  });
  const slow = await findSlowResponses(scope, trial);
  const requests = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const { api, name, basis } = operation;
  const report = { api, operation: name, basis, requests, statuses };
  debug(() => {
    const skips = distinctReasons(skipped);
    const tally = `${triable} properties, ${confirmed.length + slow.length} findings, statuses ${JSON.stringify(statuses)}`;
    return `${operation.api} ${operation.name}: ${tally}${skips.length > 0 ? `, skipped: ${skips.join("; ")}` : ""}`;
  });
  return { report, failures: [...confirmed, ...slow], tried: triable, skipped: distinctReasons(skipped) };
}

/** Reason why the trial of a property judged nothing. Undefined if it judged something. */
function unjudgedReason(
  sent: number,
  { session, operation, signal, log: { comparisons, unjudged, patience } }: Trial,
): Untried | undefined {
  if (sent > 0 && (comparisons.size === 0 || comparisons.has("compared"))) return undefined;
  if (signal.aborted) return toUntried("ended");
  if (patience.isOver()) return toUntried("rate-limited");
  if (session.endless.has(operation)) return toUntried("endless");
  if (sent === 0) return toUntried("no-request");
  if (!comparisons.has("nothing-compared")) return toUntried("no-item");
  if (unjudged === undefined) return toUntried("nothing-compared");
  return { reason: "nothing-compared", message: `Not judged: ${unjudged}` };
}

/**
 * True if the token of the run could not be renewed. Ends the run.
 * @throws ToolError "token-unavailable" if the session does not record the failure.
 */
function isWithoutToken({ session, operation }: Trial): boolean {
  const failure = session.deployment.tokenFailure();
  if (failure === undefined) return false;
  if (!session.options.onTokenFailure) throw failure;
  session.cutOff.add(operation);
  session.options.onTokenFailure(failure);
  return true;
}

/** Confirmed findings of slow responses. */
async function findSlowResponses(scope: Scope, { session, operation, signal }: Trial): Promise<readonly Failure[]> {
  if (signal.aborted) return [];
  const found = await session.slowness
    .settle(operation, (request) => scope.exchange(request))
    .catch((): readonly Finding[] => []);
  return found.map((finding) => failureOfOperation(finding, operation, session));
}

/** Finding without a property. A second try tests the whole operation. */
export function failureOfOperation(finding: Finding, operation: Operation, session: Session): Failure {
  const { options, mode, deployment } = session;
  const target = deployment.at(operation);
  return {
    ...createFailure(finding, { ...options, operation, target }),
    first: null,
    flaky: null,
    patch: null,
    tried: { operation: operation.name, property: null, path: null },
    replay: buildReplayCommand(operation, undefined, {
      ...options,
      runs: getRunLimit(session, operation),
      target,
      mode,
    }),
  };
}

async function tryProperty(
  property: Property,
  scope: Scope,
  trial: Trial,
  known: Set<string>,
): Promise<{ failures: Failure[]; skipped?: string }> {
  const { path: replayed } = trial.session.options;
  const runs = getRunLimit(trial.session, trial.operation);
  const found: (Explored & { readonly kind: number })[] = [];
  let skipped: string | undefined;
  for (const [kind, given] of property.given(scope, runs).entries()) {
    const path = replayedPath(replayed, kind);
    if (path === null) continue;
    const explored = await explore(property, given, scope, {
      seed: deriveSeed(trial.seed, property, given, scope),
      known,
      path,
      signal: trial.signal,
      aspects: trial.log.novelty.aspects,
    });
    // A flaw that shows with any request is not a new finding for an unusual request.
    const fresh = explored.found.filter(({ finding }) => !known.has(nameFinding(finding)));
    for (const { finding } of fresh) if (given.label === "" || !finding.isOfRequest) known.add(nameFinding(finding));
    found.push(...allWithLabel(fresh, given).map((one) => ({ ...one, kind })));
    // A fault that cannot be generated cannot be sent by a client, either.
    if (given.label === "") skipped ??= explored.skipped;
  }
  const failures = limited(found).map((one) => failureWith(one, property, trial, `${one.kind}:${one.path}`));
  if (skipped === undefined) return { failures };
  return { failures, skipped };
}

/** Failure for a finding of a property, with its path. Its exchanges are archived. */
function failureWith(
  { finding, first }: Pick<Explored, "finding" | "first">,
  property: Property,
  trial: Trial,
  path: string | undefined = trial.session.options.path,
): Failure {
  const { contract, operation, target, targetOf, session } = trial;
  const { options, mode, recorder, router } = session;
  const at = targetOf(finding.operation ?? operation);
  const failure = createFailure(finding, { ...options, router, operation, target: at });
  recorder.linkFinding(failure.id, [...(finding.steps ?? []), finding.exchange, ...(finding.after ?? [])], {
    contract,
    operation: finding.operation ?? operation,
    property: property.id,
    startedAt: performance.timeOrigin + performance.now(),
    durationMs: 0,
  });
  const firstOperation = first?.operation ?? operation;
  return {
    ...failure,
    first: first
      ? shownExchange(first.exchange, { operation: firstOperation, target: targetOf(firstOperation) })
      : null,
    flaky: null,
    patch: null,
    tried: { operation: operation.name, property: property.id, path: path ?? null },
    replay: buildReplayCommand(operation, property.id, {
      ...options,
      runs: getRunLimit(session, operation),
      target,
      mode,
      ...(path !== undefined && { path }),
    }),
  };
}

/** Path to replay in one kind of requests. Undefined for a full run, null if the path is for another kind. */
function replayedPath(path: string | undefined, kind: number): string | undefined | null {
  if (path === undefined) return undefined;
  const at = path.indexOf(":");
  if (Number(path.slice(0, at)) === kind) return path.slice(at + 1);
  return null;
}

/** Findings without duplicates, limited in number for each check. */
function limited<T extends Explored>(found: readonly T[]): T[] {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  return found.filter(({ finding }) => {
    const { check } = finding;
    const count = (counts.get(check) ?? 0) + 1;
    const name = nameFinding(finding);
    if (seen.has(name) || count > MAX_OF_A_CHECK) return false;
    seen.add(name);
    counts.set(check, count);
    return true;
  });
}

/**
 * True if one of the chosen properties may apply to the operation. This is decided before the run reads or creates
 * anything.
 */
function isConcerned(trial: Trial): boolean {
  const scope = scopeBefore(trial);
  const some = trial.properties.filter(
    ({ writes, applies }) => (!writes || trial.session.mode !== "read-only") && applies?.(scope) !== false,
  );
  // A plain request may become possible only with existing items.
  return (
    some.some(({ hasRequests }) => !hasRequests) ||
    some.some(({ hasRequests }) => scope.coverage === undefined || hasRequests?.(scope))
  );
}

/** Adds an unexpected error of an operation, which is a bug in Concord or an own check, unless one is listed for it. */
function addTrialError(errors: TrialError[], { api, name: operation }: Operation, error: unknown): void {
  if (errors.some((each) => each.api === api && each.operation === operation)) return;
  const reason = error instanceof CheckError ? error.message : `of a bug in Concord: ${String(error)}`;
  const message = `The operation was not judged, because ${reason}`;
  errors.push({ api, operation, message, stack: error instanceof Error ? (error.stack ?? null) : null });
}
