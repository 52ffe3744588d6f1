import type { ConformOptions } from "./run/conform-options.ts";
import type { Chosen } from "./run/chosen.ts";
// oxlint-disable vitest/expect-expect -- what these tests assert, the checks and properties of conformance say
import { type TestContext, afterAll, beforeAll, describe, test } from "vitest";
import { type Contract, ToolError, loadContracts, loadPlatform } from "../contracts/index.ts";
import {
  earlyOf,
  isAllowed,
  isEarly,
  isJudged,
  nothingToTry,
  operationsOf,
  propertiesOf,
  wantedOf,
  checkApis,
} from "./run/choice.ts";
import { checkPaths } from "./run/check-paths.ts";
import { refusedEverywhere } from "./target/access.ts";
import { caseOf } from "./reports/judgement-of.ts";
import { belowMinimum, nothingSucceeded } from "./findings/outcomes.ts";
import { phases as phaseList } from "./scope/phases.ts";
import type { ConformanceProfile } from "./profile/conformance-profile.ts";
import { isRemoved } from "./promises/promised.ts";
import type { Property } from "./scope/property.ts";
import type { Failure, OperationOutcome } from "./findings/report.ts";
import { caseLines } from "./reports/console.ts";
import { outcomesIn, refusedIn } from "./run/results.ts";
import { type Session, clean, startSession } from "./run/session.ts";
import { tryOperation } from "./run/try-operation.ts";

/** A provider that was started for the tests. */
export interface StartedTarget {
  readonly url: string;
  close(): Promise<void> | void;
}

/** Options of `conformanceSuite()`. */
export interface SuiteOptions extends Pick<
  ConformOptions,
  "identities" | "leave" | "mode" | "includeAssumed" | "apis" | "phases" | "organization" | "rate" | "minTested"
> {
  /** Base address of the provider, or what starts one: it is started before the first test, and closed after the last. */
  readonly target: string | (() => Promise<StartedTarget>);
  /** Files and folders; the platform's own if not said. */
  readonly contracts?: readonly string[];
  /** The profile of the provider. Default: `defaultConformance`. */
  readonly profile?: ConformanceProfile;
  readonly token?: string | undefined;
  /** The same seed sends the same requests to a target in the same state; 1 if not said. */
  readonly seed?: number;
  /** How many requests each property may send to an operation; 25 if not said. */
  readonly runs?: number;
}

const START_MILLISECONDS = 60_000;
const TEST_MILLISECONDS = 300_000;
const ids = phaseList.map(({ id }) => id);

/**
 * Defines a group of tests for each API: one for each operation and phase. They run one after the other, since they
 * share a target. A test fails with each finding as an error of its own; a finding that another test has met before is
 * told beside the test. What rests on assumed parts is told, too; what could not be tried is skipped, and says why.
 * @throws ToolError where the contracts cannot be loaded, or nothing in them is to be tried.
 *
 * @example
 * await conformanceSuite({ target: "https://sandbox.example.org", token: process.env.SANDBOX_TOKEN, mode: "sandbox" });
 */
export async function conformanceSuite(options: SuiteOptions): Promise<void> {
  const { contracts: paths = [], seed = 1, runs = 25, includeAssumed = false, phases = ids } = options;
  const contracts = paths.length > 0 ? await loadContracts(paths) : await loadPlatform();
  const properties = propertiesOf({ phases, ...(options.profile && { profile: options.profile }) });
  const early = earlyOf(properties);
  const all = operationsOf(contracts, properties);
  checkApis({ ...options, contracts });
  const chosen = wantedOf(all, { ...options, contracts });
  if (chosen.length === 0) throw nothingToTry(options);
  const settings = { contracts, all, contractsArguments: paths, seed, runs, includeAssumed };
  const running = createRunning({
    ...options,
    ...settings,
    readFirst: early.length > 0 ? [...new Set([...chosen, ...all])] : [],
  });
  const shown = createShown(includeAssumed);
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
  afterAll(async () => {
    const access = running.session()?.recorder.access.access();
    await running.end();
    const tested = { outcomes: [...outcomes.values()], options: { minTested: options.minTested ?? 0 } };
    const isTested = tested.outcomes.some(({ succeeded: isOne }) => isOne);
    const reason = isTested ? undefined : refusedEverywhere(access);
    if (reason !== undefined) throw new ToolError("refused-everywhere", reason);
    const shortage = outcomes.size > 0 ? belowMinimum(tested) : undefined;
    const nothing = nothingSucceeded({ ...tested, failures: [] });
    if (nothing !== undefined) throw new ToolError("nothing-judged", nothing);
    if (shortage !== undefined) throw new ToolError("too-few-tested", shortage);
  }, START_MILLISECONDS);

  /** An operation on which no valid request succeeded is skipped with the reason, or fails where it refused the credentials. */
  async function succeeded(each: Chosen, context: TestContext): Promise<void> {
    const session = running.session();
    const [outcome] = outcomesIn(session, [each], context.signal.aborted);
    if (outcome) outcomes.set(each, outcome);
    await shown(refusedIn(session, [each]), context);
    if (outcome && outcome.message !== null) context.skip(outcome.message);
  }

  async function tried(each: Chosen, some: readonly Property[], context: TestContext): Promise<void> {
    const session = running.session();
    if (!isAllowed(each, session.mode))
      context.skip('It may change something, and the target is only read: see mode: "sandbox"');
    const { failures, skipped, tried: count } = await tryOperation(session, each, some, context.signal);
    if (count === 0) context.skip(skipped.join("; ") || nothingFor(session));
    for (const reason of skipped) await context.annotate(`Not judged: ${reason}`, "skipped");
    await shown(failures, context);
  }
}

/** The outcome of each operation whose test ran, for the share that has to be tested. */
type Outcomes = Map<Chosen, OperationOutcome>;

function nothingFor({ mode }: Session): string {
  const allowed = mode === "read-only" ? ", as long as the target is only read" : "";
  return `There is nothing in this phase to be tried on it${allowed}`;
}

/** Tells a test's findings, those that are failures by throwing. */
function createShown(includeAssumed: boolean): (found: readonly Failure[], context: TestContext) => Promise<void> {
  /** Which test has told a finding: one fault makes one test red, also where it is tried once more. */
  const tellers = new Map<string, string>();
  return async (found, { task, annotate }) => {
    for (const [id, teller] of tellers) if (teller === task.id) tellers.delete(id);
    const failures = found.filter(({ basis }) => isJudged(basis, includeAssumed));
    const information = found.filter(({ basis }) => !isJudged(basis, includeAssumed));
    const known = failures.filter(({ id }) => tellers.has(id));
    for (const failure of information) await annotate(textOf(failure, "INFO"), "information");
    for (const { id, operation, message } of known)
      await annotate(`#${id} is met here, too, and told by another test: ${operation}: ${message}`, "known");
    const fresh = failures.filter(({ id }) => !tellers.has(id));
    for (const { id } of fresh) tellers.set(id, task.id);
    if (fresh.length > 0) throw new AggregateError(fresh.map(errorOf));
  };
}

/** An error without a stack: nobody looks for the fault in the code of the tests. */
function errorOf(failure: Failure): Error {
  const error = new Error(textOf(failure, "FAIL"));
  error.name = failure.check;
  error.stack = `${error.name}: ${error.message}`;
  return error;
}

function textOf(failure: Failure, label: string): string {
  const { message = "", ...others } = caseOf(failure, "failed");
  return [message, ...caseLines(others, label)].join("\n");
}

/** The target that all tests share: started with the first group of tests that has something to run. */
function createRunning(
  options: Omit<SuiteOptions, "contracts"> & {
    readonly contracts: readonly Contract[];
    readonly all: readonly Chosen[];
    /** The operations that show whether the target knows the paths of the contracts. */
    readonly readFirst: readonly Chosen[];
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
    start: (): Promise<void> => (starting ??= begin()),
    session: () => session as Session,
    async end(): Promise<void> {
      ended.abort();
      try {
        for (const leftover of session ? await clean(session) : []) console.warn(`Could not be removed: ${leftover}`);
        await session?.deployment.close();
      } finally {
        await started?.close();
      }
    },
  };

  async function begin(): Promise<void> {
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
    // The tests meet its findings again.
    await checkPaths(readFirst, session);
  }
}
