import { type SuiteCollector, type TestAPI, type TestContext, describe, test as plain } from "vitest";
import { type Contract, nearestHint } from "../../contracts/index.ts";
import type { OrganizationDeliveries } from "../deliveries/index.ts";
import type { JournalEntry } from "../journal/index.ts";
import type { Mock } from "../start/start.ts";
import type { Organization } from "../platform/organization.ts";
import { type ConsumerProfile, consumerProfiles } from "./consumer-profiles.ts";
import { type MockFixtures, createTest } from "./fixture.ts";
import { affectedTexts, affectedText } from "./affected-text.ts";
import { placeInGroup } from "./place-in-group.ts";

/** Fixtures of each test. Its world has the faults of the profile. */
export interface FaultFixtures extends MockFixtures {
  readonly profile: ConsumerProfile;
}

/** Selection of faults for `forEachFault()`. */
export interface FaultSelection {
  /** "obliged" (faults that consumers must survive) or a list of names. Default: all. "none" is always first. */
  readonly faults?: "obliged" | readonly string[];
  /** With "warn", a test that fails because of a fault that is advice is skipped and says why. */
  readonly advice?: "fail" | "warn";
  /**
   * "judge" (default) also fails a test whose calls show a mistake, as `concord consumer` does. "ignore" leaves the
   * verdict to the tests, and leaves out the faults under which correct clients fail them.
   */
  readonly calls?: "judge" | "ignore";
}

/** Calls of a test under a fault. */
interface CallsOfTest {
  readonly conditions: ConsumerProfile;
  readonly contracts: readonly Contract[];
  /** Exchanges with the mock, the earliest first. */
  readonly exchanges: readonly JournalEntry[];
  /** Exchanges of the same test without faults. Undefined if it has not ended before. */
  readonly without: readonly JournalEntry[] | undefined;
}

/** Services that `forEachFault()` needs. */
export interface FaultTestServices<Options> {
  start(options: Omit<Options, keyof FaultSelection>): Promise<Mock>;
  /** Returns the mistake that the calls of a test show, as a sentence. */
  mistakeIn(calls: CallsOfTest): string | undefined;
}

/**
 * Defines the same tests under each fault, and first without faults. The world of a test has that fault. The name of
 * a group says what a failure means: "under unknown-enum (obliged)" or "under slow (advice)". The message of a
 * failure ends with the affected calls and deliveries. `world.deliveries.settled()` also sends messages that a fault
 * holds, so that a test which waits for a message works under every fault. If no test of a group was affected, its last
 * test is skipped and says so.
 * @throws RangeError if a name is unknown.
 */
export function forEachFault<Options extends object>(
  define: (test: TestAPI<FaultFixtures>) => void,
  { faults, advice = "fail", calls = "judge", ...options }: Options & FaultSelection,
  { start, mistakeIn }: FaultTestServices<Options>,
): void {
  const affectedProfiles = new Set<ConsumerProfile>();
  const withoutFaults = new Map<string, readonly JournalEntry[]>();
  const withProfile = createTest(options, start).extend<Pick<FaultFixtures, "profile">>({
    profile: consumerProfiles[0],
  });
  const test: TestAPI<FaultFixtures> = withProfile.extend<Pick<FaultFixtures, "world">>({
    async world({ mock, profile, task, skip, signal }, use) {
      const world = await mock.fork();
      const { contracts } = mock.platform;
      world.faults.set(profile.faults(contracts));
      await use(settlingAll(world));
      const affected = await affectedTexts(world);
      const exchanges = (await world.journal.complete()).entries();
      await world.end();
      const place = placeInGroup(task, titleProfile(profile));
      if (profile === consumerProfiles[0]) withoutFaults.set(place, exchanges);
      if (affected.length === 0) return;
      affectedProfiles.add(profile);
      const error = findTestError(task);
      const isJudged = calls === "judge" && (!error || profile.isJudgedByCalls === true);
      const mistake = isJudged
        ? mistakeIn({ conditions: profile, contracts, exchanges, without: withoutFaults.get(place) })
        : undefined;
      if (profile.isJudgedByCalls && calls === "judge")
        expectFailure(task, error !== undefined && mistake === undefined);
      if (mistake !== undefined) {
        const extended = `${mistake}\n\n${affectedText(affected)}`;
        if (advice === "warn") skip(extended);
        if (!error) throw new Error(extended);
        replaceMessage(error, extended);
        return;
      }
      if (!error) return;
      if (profile.isJudgedByCalls) {
        if (signal.aborted) skip(`The test did not end in time. Its ${exchanges.length} calls are too few to judge it`);
        return;
      }
      const extended = `${error.message}\n\n${affectedText(affected)}`;
      if (advice === "warn" && !profile.isObliged) skip(extended);
      replaceMessage(error, extended);
    },
  });
  for (const profile of selectProfiles(faults, calls)) {
    const group = describe(titleProfile(profile), () => {
      setProfile(test, profile);
      define(test);
      if (profile === consumerProfiles[0]) return;
      // Vitest shuffles sequential and concurrent tests separately. A test of the other kind always runs last.
      const concurrent = !isConcurrent(group.tasks.at(-1));
      // oxlint-disable-next-line vitest/expect-expect -- it reports that nothing was tested
      plain("affects something", { concurrent }, ({ skip }) => {
        if (!affectedProfiles.has(profile))
          skip(`No call and no delivery of these tests was affected: ${profile.about}`);
      });
    });
  }
}

/** Sets the profile for the tests of the current group. Vitest 3 and 4.0 call this `scoped`. */
function setProfile(test: TestAPI<FaultFixtures>, profile: ConsumerProfile): void {
  const earlier = test as unknown as { scoped(fixtures: Pick<FaultFixtures, "profile">): void };
  if ("override" in test) test.override({ profile });
  else earlier.scoped({ profile });
}

/** Latest error of a failed test. */
function findTestError({ result }: TestContext["task"]) {
  if (result?.state === "fail") return result.errors?.at(-1);
  return undefined;
}

/** Changes the message of an error that Vitest has recorded. Some reporters print the message from the stack. */
function replaceMessage(error: NonNullable<ReturnType<typeof findTestError>>, text: string): void {
  const { message, stack } = error;
  error.message = text;
  if (stack !== undefined) error.stack = stack.replace(message, () => text);
}

/** Makes Vitest count a failure as a pass, as `test.fails()` does. It reads this after the fixtures have ended. */
function expectFailure(task: TestContext["task"], isExpected: boolean): void {
  (task as { fails?: boolean }).fails = isExpected;
}

/** World whose `deliveries.settled()` also sends held messages by default. */
function settlingAll(world: Organization): Organization {
  return Object.create(world, {
    deliveries: {
      enumerable: true,
      get(): OrganizationDeliveries {
        const { deliveries } = world;
        return { ...deliveries, settled: (options) => deliveries.settled({ held: true, ...options }) };
      },
    },
  }) as Organization;
}

/** True if a test or a group runs concurrently with its siblings. */
function isConcurrent(task: SuiteCollector["tasks"][number] | undefined): boolean {
  return (task?.type === "collector" ? task.options?.concurrent : task?.concurrent) === true;
}

/** Selected profiles. Always includes the profile without faults: a failure there has another cause. */
function selectProfiles(
  faults: FaultSelection["faults"],
  calls: NonNullable<FaultSelection["calls"]>,
): readonly ConsumerProfile[] {
  const testable = consumerProfiles.filter(({ isJudgedByCalls }) => calls === "judge" || isJudgedByCalls !== true);
  if (faults === undefined) return testable;
  if (faults === "obliged") return testable.filter(({ name, isObliged }) => isObliged || name === "none");
  if (!Array.isArray(faults))
    throw new RangeError(
      `Cannot test under the faults "${String(faults)}": faults must be "obliged" or a list of names`,
    );
  const known = testable.map(({ name }) => name);
  for (const name of faults)
    if (!known.includes(name)) {
      const isOther = consumerProfiles.some((profile) => profile.name === name);
      const reason = isOther
        ? 'correct clients fail their tests under it, so it needs calls: "judge"'
        : `there is no such fault${nearestHint(name, known)}`;
      throw new RangeError(`Cannot test under the fault "${name}": ${reason}`);
    }
  return testable.filter(({ name }) => name === "none" || faults.includes(name));
}

function titleProfile({ name, isObliged }: ConsumerProfile): string {
  if (name === "none") return "without faults";
  return `under ${name} (${isObliged ? "obliged" : "advice"})`;
}
