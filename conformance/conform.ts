import type { ConformOptions } from "./run/conform-options.ts";
import {
  type Contract,
  ToolError,
  expandSubtypes,
  hasMarkers,
  withEnumPolicy,
  omitUndefined,
} from "../contracts/index.ts";
import {
  checkApis,
  listCheckIds,
  selectEarly,
  isAllowed,
  isEarly,
  isJudged,
  createEmptyChoiceError,
  listTestableOperations,
  selectProperties,
  selectWanted,
} from "./run/choice.ts";
import { chooseEnumPolicy } from "./profile/choose-enum-policy.ts";
import { listCauses } from "./findings/causes.ts";
import { checkPaths } from "./run/check-paths.ts";
import { isSameFinding, simplerFinding } from "./findings/simpler-finding.ts";
import { createOperationSettings } from "./selection/operation-settings.ts";
import { fixHeaders, listFixedHeaders } from "./selection/fix-headers.ts";
import { countLeftovers, leftoverText } from "./items/leftover.ts";
import { excludeOperations } from "./selection/exclude-operations.ts";
import { operationsElsewhere } from "./selection/operations-elsewhere.ts";
import { checkPermissions } from "./target/permissions.ts";
import type { Failure, OperationOutcome, OperationReport, Report, TrialError } from "./findings/report.ts";
import { listExpectedStatuses, listRunOutcomes, listRefusedOperations } from "./run/results.ts";
import { clean, restoreSettings } from "./run/undoing/clean.ts";
import { startSession } from "./run/session.ts";
import { operationsOfShard } from "./run/shard.ts";
import { tryOperation } from "./run/try-operation.ts";
import { recordUntried, unreachedReason } from "./run/untried.ts";

const NOT_STRICT =
  "Requests that violate assumed constraints only were not sent: the mock accepts them, unless it is started with --strict-assumed";

/** True if the contract of an operation has basis markers. */
function hasAssumed({ contract }: { readonly contract: Contract }): boolean {
  return hasMarkers(contract.document);
}

/**
 * Tests a provider against its contracts with generated requests.
 * @throws ToolError "unreachable-target", "invalid-target", "unknown-api", "unknown-host", "nothing-to-try",
 * "unknown-operation", "unknown-property", "unknown-check", "unknown-phase", "unknown-paths", "unnamed-organization" or
 * "another-organization".
 */
export async function conform({ exclude, operations: given, ...others }: ConformOptions): Promise<Report> {
  const fixed = fixHeaders(others.contracts.map(expandSubtypes), listFixedHeaders(others));
  // An operation that the caller names is tested at the given target.
  const elsewhere =
    others.operation === undefined
      ? operationsElsewhere(fixed, (api) => others.places?.[api]?.url ?? others.target)
      : undefined;
  const { excluded, isExcluded, contracts: remaining } = excludeOperations(fixed, exclude, elsewhere);
  const contracts = withEnumPolicy(remaining, chooseEnumPolicy(others.profile));
  const checkIds = listCheckIds(others.profile);
  const settings = createOperationSettings(given, { contracts: others.contracts, checkIds });
  const options = { ...others, contracts, isExcluded, settings };
  const { seed = newSeed(), runs = 25, includeAssumed = false } = options;
  const chosen = selectProperties(options);
  checkApis(options);
  const all = listTestableOperations(options.contracts, chosen);
  const startedAt = performance.now();
  const runEnd = createRunEnd(options);
  const { signal } = runEnd;
  const errors: TrialError[] = [];
  let tokenFailure: string | undefined;
  let targetFailure: string | undefined;
  const session = await startSession({
    ...options,
    all,
    seed,
    runs,
    includeAssumed,
    signal,
    errors,
    onSpent: () => runEnd.end("max-requests"),
    onTokenFailure(error) {
      tokenFailure ??= describeToolError(error);
      runEnd.end("credentials");
    },
    onGone(error) {
      targetFailure ??= describeToolError(error);
      runEnd.end("target");
    },
  }).catch((error: unknown) => {
    runEnd.close();
    throw error;
  });
  try {
    const { mode, deployment, recorder, meter } = session;
    const property = chosen.find(({ id }) => id === options.property);
    checkPermissions(
      omitUndefined({
        permissions: options.permissions,
        property,
        mode,
        isMock: deployment.isMock,
      }),
    );
    const wanted = selectWanted(all, options);
    const whole = wanted.filter((each) => isAllowed(each, mode));
    if (whole.length === 0) throw createEmptyChoiceError(options, mode);
    const tried = options.shard ? operationsOfShard(whole, options.shard) : whole;
    const reports: OperationReport[] = [];
    const findings: Failure[] = [];
    const skipped: { api: string; operation: string; reason: string }[] = [];
    const isSelected = (failure: Failure): boolean =>
      (options.check === undefined || failure.check === options.check) && !settings.isSkipped(failure);
    const keepFindings = (found: readonly Failure[]): void => {
      // Several trials can find the same. The finding with the smallest request is kept.
      for (const failure of found.filter(isSelected)) {
        const at = findings.findIndex((each) => isSameFinding(each, failure));
        if (at < 0) findings.push(failure);
        else findings[at] = simplerFinding(failure, findings[at] as Failure);
      }
    };
    const progressed = (operation: string): void =>
      options.onProgress?.({
        operation,
        done: reports.length,
        operations: tried.length,
        requests: meter.requests(),
        failures: findings.length,
      });
    const early = selectEarly(chosen);
    for (const each of early.length > 0 ? tried.filter(isEarly) : [])
      if (!signal.aborted) keepFindings((await tryAndRestore(session, each, early)).failures);
    if (early.length > 0 && !signal.aborted)
      keepFindings(
        (await checkPaths([...new Set([...tried, ...all])], session)).filter(({ api, operation }) =>
          tried.some((each) => each.operation.api === api && each.operation.name === operation),
        ),
      );
    for (const each of tried) {
      if (signal.aborted) break;
      const { api, name } = each.operation;
      progressed(name);
      const result = await tryAndRestore(session, each);
      reports.push(result.report);
      keepFindings(result.failures);
      skipped.push(...result.skipped.map((reason) => ({ api, operation: name, reason })));
    }
    for (const each of tried.slice(reports.length)) recordUntried(session, each, unreachedReason(each.operation, true));
    progressed("");
    options.onCleaning?.(session.tracker.remainingItems);
    const leftovers = await clean(session);
    // A replayed counterexample says nothing about its operation as a whole.
    const isWhole = options.path === undefined;
    const unallowed = wanted.filter((each) => !isAllowed(each, mode));
    for (const each of unallowed) recordUntried(session, each, unreachedReason(each.operation, false));
    const outcomes = isWhole ? listRunOutcomes(session, [...tried, ...unallowed], signal.aborted) : undefined;
    if (isWhole)
      findings.push(...listRefusedOperations(session, tried).filter((failure) => !settings.isSkipped(failure)));
    const isWithoutError = ({ api, operation }: OperationOutcome): boolean =>
      !errors.some((each) => each.api === api && each.operation === operation);
    const isFailure = ({ basis }: Failure): boolean => isJudged(basis, includeAssumed);
    // Without assumed parts, no expected refusal is based on them.
    const notRefused = (): Report["skipped"] => {
      if (includeAssumed && deployment.acceptsAssumed)
        return [...new Set(tried.filter(hasAssumed).map(({ operation }) => operation.api))].map((api) => ({
          api,
          operation: "all operations",
          reason: NOT_STRICT,
        }));
      return [];
    };
    const { shard } = options;
    // One of several shards lists them.
    const listExcluded = (): Report["skipped"] =>
      (shard === undefined || shard.index === 1 ? excluded : []).map(({ operation, reason }) => ({
        api: operation.api,
        operation: operation.name,
        reason,
      }));
    const coverage = recorder.exercise.coverageOf(whole);
    return {
      target: deployment.url,
      mode,
      seed,
      options: {
        runs,
        includeAssumed,
        contracts: options.contractsArguments ?? [],
        overlays: options.overlaysArguments ?? [],
        burst: options.permissions?.burst ?? false,
        maxResponseMs: options.maxResponseMs ?? null,
        ...(exclude && exclude.length > 0 && { exclude }),
        ...(options.minTested !== undefined && { minTested: options.minTested }),
      },
      requests: meter.requests(),
      durationMs: Math.round(performance.now() - startedAt),
      operations: reports,
      failures: findings.filter(isFailure),
      causes: listCauses(findings.filter(isFailure)),
      information: [
        ...findings.filter((each) => !isFailure(each)),
        ...listExpectedStatuses(session).filter(isSelected),
      ],
      skipped: [
        ...skipped,
        ...listSkipped((outcomes ?? []).filter(isWithoutError), options),
        ...notRefused(),
        ...listExcluded(),
      ].filter(isFirst),
      ...(errors.length > 0 && { errors }),
      ...(outcomes && { outcomes }),
      ...(isWhole && { untried: recorder.untried.untriedOn([...tried, ...unallowed].map((each) => each.operation)) }),
      ground: recorder.ground.basisShare(),
      access: recorder.access.access(),
      coverage,
      drift: recorder.drift.drift(),
      driftOmitted: recorder.drift.omitted(),
      leftovers: leftovers.map(leftoverText),
      leftoverCounts: countLeftovers(leftovers),
      endedBy: runEnd.by(),
      ...(tokenFailure !== undefined && { tokenFailure }),
      ...(targetFailure !== undefined && { targetFailure }),
      interrupted: options.signal?.aborted ?? false,
      slowed: { times: meter.pace.slowed(), waitedMs: Math.round(meter.pace.waited()) },
      ...(Object.keys(deployment.hosts).length > 0 && { hosts: deployment.hosts }),
      ...(shard && { shard: { of: shard.of, parts: [shard.index] } }),
      ...(session.acting && { organization: session.acting }),
    };
  } catch (error) {
    // A failed run still removes the items that it created.
    await clean(session);
    throw error;
  } finally {
    runEnd.close();
    await session.deployment.close();
  }
}

/** Tests an operation, and changes back the settings that this has changed. */
async function tryAndRestore(...trial: Parameters<typeof tryOperation>): ReturnType<typeof tryOperation> {
  const result = await tryOperation(...trial);
  await restoreSettings(trial[0]);
  return result;
}

/** True for the first of several equal reasons for one operation. */
function isFirst(one: Report["skipped"][number], index: number, all: Report["skipped"]): boolean {
  const isSameSkip = (other: typeof one): boolean =>
    other.api === one.api && other.operation === one.operation && other.reason === one.reason;
  return all.findIndex(isSameSkip) === index;
}

/** Operations that were not tested, with the reason. Those that refused the credentials are failures instead. */
function listSkipped(outcomes: readonly OperationOutcome[], { property, check }: ConformOptions): Report["skipped"] {
  // A single property or check applies to some operations only, so "not sent" is no reason to report.
  const isNarrow = property !== undefined || check !== undefined;
  return outcomes.flatMap(({ api, operation, reason, message }) => {
    const isReported = reason === null || reason === "credentials-refused" || (isNarrow && reason === "not-sent");
    if (isReported || message === null) return [];
    return [{ api, operation, reason: message }];
  });
}

/** Early end of a run. */
interface RunEnd {
  readonly signal: AbortSignal;
  end(by: "max-requests" | "credentials" | "target"): void;
  by(): Report["endedBy"];
  close(): void;
}

function createRunEnd({ signal, maxSeconds }: ConformOptions): RunEnd {
  const controller = new AbortController();
  let by: Report["endedBy"] = null;
  const endRun = (reason: Exclude<Report["endedBy"], null>): void => {
    by ??= reason;
    controller.abort();
  };
  const interruptRun = (): void => endRun("interruption");
  signal?.addEventListener("abort", interruptRun, { once: true });
  if (signal?.aborted) interruptRun();
  const timer = maxSeconds === undefined ? undefined : setTimeout(() => endRun("time"), maxSeconds * 1000);
  return {
    signal: controller.signal,
    end: endRun,
    by: () => by,
    close() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", interruptRun);
    },
  };
}

/** Message and hint of an error. */
function describeToolError(error: unknown): string {
  if (!(error instanceof ToolError)) return String(error);
  if (error.hint === undefined) return error.message;
  return `${error.message}. ${error.hint}`;
}

function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}
