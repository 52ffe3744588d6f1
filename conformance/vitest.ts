import type { ConformOptions } from "./run/conform-options.ts";
import type { ChosenOperation } from "./run/chosen-operation.ts";
// oxlint-disable vitest/expect-expect -- the assertions of these tests are in the checks and properties
import { type TestContext, afterAll, beforeAll, describe, test } from "vitest";
import {
  type Contract,
  ToolError,
  loadContracts,
  loadPlatform,
  printableText,
  withEnumPolicy,
} from "../contracts/index.ts";
import {
  selectEarly,
  isAllowed,
  isEarly,
  isJudged,
  createEmptyChoiceError,
  listTestableOperations,
  selectProperties,
  selectWanted,
  checkApis,
  listCheckIds,
} from "./run/choice.ts";
import type { BaselineEntry } from "./baseline/baseline.ts";
import { matchBaseline } from "./baseline/apply-baseline.ts";
import { readBaseline } from "./baseline/read-baseline.ts";
import { checkPaths } from "./run/check-paths.ts";
import { refusedEverywhere } from "./target/access.ts";
import { toFailureCase } from "./reports/judgement-of.ts";
import { belowMinimumMessage, nothingSucceededMessage } from "./findings/outcomes.ts";
import { phases as phaseList } from "./scope/phases.ts";
import type { ConformanceProfile } from "./profile/conformance-profile.ts";
import { defaultConformance } from "./profile/default-profile.ts";
import { isRemoved } from "./promises/promised.ts";
import type { Property } from "./scope/property.ts";
import type { Failure, OperationOutcome } from "./findings/report.ts";
import { caseLines } from "./reports/console.ts";
import { listRunOutcomes, listRefusedOperations } from "./run/results.ts";
import { type Exclusion, excludeOperations } from "./selection/exclude-operations.ts";
import { fixHeaders, listFixedHeaders } from "./selection/fix-headers.ts";
import { type SettingsByOperation, createOperationSettings } from "./selection/operation-settings.ts";
import { chooseEnumPolicy } from "./profile/choose-enum-policy.ts";
import { leftoverText } from "./items/leftover.ts";
import { clean } from "./run/undoing/clean.ts";
import { type Session, startSession } from "./run/session.ts";
import { tryOperation } from "./run/try-operation.ts";

/** Provider started for the tests. */
export interface StartedTarget {
  readonly url: string;
  close(): Promise<void> | void;
}

/** Options of `conformanceSuite()`. */
export interface SuiteOptions extends Pick<
  ConformOptions,
  | "identities"
  | "credentials"
  | "headers"
  | "permissions"
  | "mode"
  | "includeAssumed"
  | "exclude"
  | "operations"
  | "apis"
  | "phases"
  | "organization"
  | "rate"
  | "minTested"
> {
  /**
   * Base URL of the provider, or a function that starts one before the first test. It is closed after the last test.
   */
  readonly target: string | (() => Promise<StartedTarget>);
  /** Files and folders. Default: the platform's contracts. */
  readonly contracts?: readonly string[];
  /** Promises and clauses of the provider. Default: `defaultConformance`. */
  readonly profile?: ConformanceProfile;
  readonly token?: string | undefined;
  /**
   * Known findings, as a file of `concord conform --update-baseline` or as a list. They are annotations, until the date
   * of their entry.
   */
  readonly baseline?: string | readonly BaselineEntry[];
  /** With the same seed, a target in the same state gets the same requests. Default: 1. */
  readonly seed?: number;
  /** Most requests of a property to an operation. Default: 25. */
  readonly runs?: number;
}

/** The profile for contracts, or for a suite that is given none. */
type ProfileFor = (contracts: readonly Contract[] | undefined) => ConformanceProfile;

const START_MILLISECONDS = 60_000;
const TEST_MILLISECONDS = 300_000;
const ids = phaseList.map(({ id }) => id);

/**
 * Defines tests for each API: one for each operation and phase. The tests run in sequence, because they share a target.
 * A test fails with one error for each finding. A finding that another test has reported is an annotation, and so is a
 * finding about an assumed part. A test that could not run is skipped with the reason.
 * @throws ToolError if the contracts cannot be loaded, or nothing in them can be tested.
 *
 * @example
 * await conformanceSuite({ target: "https://sandbox.example.org", token: process.env.SANDBOX_TOKEN, mode: "sandbox" });
 */
export async function conformanceSuite(
  { profile: given, exclude, baseline = [], operations: settingsByName, ...options }: SuiteOptions,
  profileFor: ProfileFor = () => defaultConformance,
): Promise<void> {
  const { contracts: paths = [], seed = 1, runs = 25, includeAssumed = false, phases = ids } = options;
  const loaded = paths.length > 0 ? await loadContracts(paths) : await loadPlatform();
  const profile = given ?? profileFor(paths.length > 0 ? loaded : undefined);
  const {
    contracts: remaining,
    excluded,
    isExcluded,
  } = excludeOperations(fixHeaders(loaded, listFixedHeaders(options)), exclude);
  const contracts = withEnumPolicy(remaining, chooseEnumPolicy(profile));
  const bySettings = createOperationSettings(settingsByName, { contracts: loaded, checkIds: listCheckIds(profile) });
  const properties = selectProperties({ phases, profile });
  const early = selectEarly(properties);
  const all = listTestableOperations(contracts, properties);
  checkApis({ ...options, contracts });
  const chosen = selectWanted(all, { ...options, contracts });
  if (chosen.length === 0) throw createEmptyChoiceError(options);
  const settings = {
    contracts,
    profile,
    all,
    isExcluded,
    settings: bySettings,
    contractsArguments: paths,
    seed,
    runs,
    includeAssumed,
  };
  const running = createRunning({
    ...options,
    ...settings,
    readFirst: early.length > 0 ? [...new Set([...chosen, ...all])] : [],
  });
  const entries = typeof baseline === "string" ? await readBaseline(baseline) : baseline;
  const shown = createShown(includeAssumed, entries);
  const outcomes: Outcomes = new Map();

  for (const [api, operations] of Map.groupBy(chosen, ({ operation }) => operation.api))
    describe(api, { concurrent: false, shuffle: false, timeout: TEST_MILLISECONDS }, () => {
      beforeAll(running.start, START_MILLISECONDS);
      for (const each of early.length > 0 ? operations.filter(isEarly) : [])
        test(`${each.operation.name}  before anything is made`, (context) => tried(each, early, context));
      for (const each of operations)
        for (const phase of phases) {
          const some = each.properties.filter((property) => property.phase === phase);
          if (some.length === 0) continue;
          test(`${each.operation.name}  ${phase}`, (context) => tried(each, some, context));
        }
      for (const each of operations.filter(({ operation }) => !isRemoved(operation)))
        test(`${each.operation.name}  succeeds`, (context) => succeeded(each, context));
    });
  for (const { operation, reason } of excluded)
    test(`${operation.name}  is excluded`, (context) => context.skip(reason));
  afterAll(async () => {
    const access = running.session()?.recorder.access.access();
    await running.end();
    const tested = { outcomes: [...outcomes.values()], options: { minTested: options.minTested ?? 0 } };
    const isTested = tested.outcomes.some(({ succeeded: isOne }) => isOne);
    const reason = isTested ? undefined : refusedEverywhere(access);
    if (reason !== undefined) throw new ToolError("refused-everywhere", reason);
    const shortage = outcomes.size > 0 ? belowMinimumMessage(tested) : undefined;
    const nothing = nothingSucceededMessage({ ...tested, failures: [] });
    if (nothing !== undefined) throw new ToolError("nothing-judged", nothing);
    if (shortage !== undefined) throw new ToolError("too-few-tested", shortage);
  }, START_MILLISECONDS);

  /** Skips an operation without a successful valid request, or fails if it refused the credentials. */
  async function succeeded(each: ChosenOperation, context: TestContext): Promise<void> {
    const session = running.session();
    const [outcome] = listRunOutcomes(session, [each], context.signal.aborted);
    if (outcome) outcomes.set(each, outcome);
    await shown(
      listRefusedOperations(session, [each]).filter((failure) => !bySettings.isSkipped(failure)),
      context,
    );
    if (outcome && outcome.message !== null) context.skip(outcome.message);
  }

  async function tried(each: ChosenOperation, some: readonly Property[], context: TestContext): Promise<void> {
    const session = running.session();
    if (!isAllowed(each, session.mode))
      context.skip('It may change something, and the target is only read: see mode: "sandbox"');
    const { failures, skipped, tried: count } = await tryOperation(session, each, some, context.signal);
    if (count === 0) context.skip(skipped.join("; ") || explainEmptyPhase(session));
    for (const reason of skipped) await context.annotate(`Not judged: ${reason}`, "skipped");
    await shown(
      failures.filter((failure) => !bySettings.isSkipped(failure)),
      context,
    );
  }
}

/** Outcomes of the operations whose tests ran, for the minimum share. */
type Outcomes = Map<ChosenOperation, OperationOutcome>;

function explainEmptyPhase({ mode }: Session): string {
  const allowed = mode === "read-only" ? ", as long as the target is only read" : "";
  return `This phase has no test for the operation${allowed}`;
}

/** Reports the findings of a test. Failures are thrown. */
function createShown(
  includeAssumed: boolean,
  entries: readonly BaselineEntry[],
): (found: readonly Failure[], context: TestContext) => Promise<void> {
  /** Test that reported each finding, so that one mistake fails one test, even in a retry. */
  const reporters = new Map<string, string>();
  return async (found, { task, annotate }) => {
    for (const [id, teller] of reporters) if (teller === task.id) reporters.delete(id);
    const failures = found.filter(({ basis }) => isJudged(basis, includeAssumed));
    const information = found.filter(({ basis }) => !isJudged(basis, includeAssumed));
    const today = new Date().toISOString().slice(0, 10);
    const { known: accepted, expired } = matchBaseline(failures, entries, today);
    const known = failures.filter(({ id }) => reporters.has(id));
    for (const failure of information) await annotate(writeFailureText(failure, "INFO"), "information");
    for (const { id, operation, message } of known)
      await annotate(`#${id} occurs here, too, and is reported by another test: ${operation}: ${message}`, "known");
    const acceptedIds = new Set(accepted.map(({ finding }) => finding));
    for (const { finding, reason } of accepted)
      if (!reporters.has(finding)) await annotate(`#${finding} is in the baseline: ${reason}`, "known");
    for (const { finding, reason, expires } of expired)
      await annotate(`The baseline entry of #${finding} expired on ${expires}: ${reason}`, "expired");
    const fresh = failures.filter(({ id }) => !reporters.has(id) && !acceptedIds.has(id));
    for (const { id } of fresh) reporters.set(id, task.id);
    if (fresh.length > 0) throw new AggregateError(fresh.map(createTestError));
  };
}

/** Error without a stack, because the mistake is not in the test code. */
function createTestError(failure: Failure): Error {
  const error = new Error(writeFailureText(failure, "FAIL"));
  error.name = failure.check;
  error.stack = `${error.name}: ${error.message}`;
  return error;
}

function writeFailureText(failure: Failure, label: string): string {
  const { message = "", ...others } = toFailureCase(failure, "failed");
  return [message, ...caseLines(others, label)].join("\n");
}

/** Target that all tests share. The first test that runs starts it. */
function createRunning(
  options: Omit<SuiteOptions, "contracts" | "exclude" | "operations"> & {
    readonly isExcluded: Exclusion["isExcluded"];
    readonly settings: SettingsByOperation;
    readonly contracts: readonly Contract[];
    readonly all: readonly ChosenOperation[];
    /** Operations that show whether the target knows the paths of the contracts. */
    readonly readFirst: readonly ChosenOperation[];
    readonly contractsArguments: readonly string[];
    readonly seed: number;
    readonly runs: number;
    readonly includeAssumed: boolean;
  },
) {
  let starting: Promise<void> | undefined;
  let started: StartedTarget | undefined;
  let session: Session | undefined;
  const ended = new AbortController();
  return {
    start: (): Promise<void> => (starting ??= beginSession()),
    session: () => session as Session,
    async end(): Promise<void> {
      ended.abort();
      try {
        for (const leftover of session ? await clean(session) : [])
          console.warn(`Left behind: ${printableText(leftoverText(leftover))}`);
        await session?.deployment.close();
      } finally {
        await started?.close();
      }
    },
  };

  async function beginSession(): Promise<void> {
    const { target, token, contractsArguments, readFirst, ...others } = options;
    const isPlatform = contractsArguments.length === 0;
    started = typeof target === "string" ? { url: target, close() {} } : await target();
    session = await startSession({
      ...others,
      target: started.url,
      signal: ended.signal,
      isPlatform,
      ...(token !== undefined && { token }),
      ...(!isPlatform && { contractsArguments }),
    });
    // The tests repeat the findings of these requests.
    await checkPaths(readFirst, session);
  }
}
