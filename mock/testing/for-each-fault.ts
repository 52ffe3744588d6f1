import { type SuiteCollector, type TestAPI, describe, test as plain } from "vitest";
import { nearestHint } from "../../contracts/index.ts";
import type { OrganizationDeliveries } from "../deliveries/index.ts";
import type { Mock } from "../start/start.ts";
import type { Organization } from "../platform/organization.ts";
import { type ConsumerProfile, consumerProfiles } from "./consumer-profiles.ts";
import { type MockFixtures, createTest } from "./fixture.ts";
import { affectedTexts, affectedText } from "./affected-text.ts";

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
  { faults, advice = "fail", ...options }: Options & FaultSelection,
  start: (options: Omit<Options, keyof FaultSelection>) => Promise<Mock>,
): void {
  const affectedProfiles = new Set<ConsumerProfile>();
  const withProfile = createTest(options, start).extend<Pick<FaultFixtures, "profile">>({
    profile: consumerProfiles[0],
  });
  const test: TestAPI<FaultFixtures> = withProfile.extend<Pick<FaultFixtures, "world">>({
    async world({ mock, profile, task, skip }, use) {
      const world = await mock.fork();
      world.faults.set(profile.faults(mock.platform.contracts));
      await use(settlingAll(world));
      const affected = await affectedTexts(world);
      await world.end();
      if (affected.length === 0) return;
      affectedProfiles.add(profile);
      const error = task.result?.state === "fail" ? task.result.errors?.at(-1) : undefined;
      if (!error) return;
      const { message, stack } = error;
      const extended = `${message}\n\n${affectedText(affected)}`;
      if (advice === "warn" && !profile.isObliged) skip(extended);
      error.message = extended;
      // Some reporters print the message from the stack.
      if (stack !== undefined) error.stack = stack.replace(message, () => extended);
    },
  });
  for (const profile of profilesOf(faults)) {
    const group = describe(titleOf(profile), () => {
      test.override({ profile });
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

/** Always includes the profile without faults: a failure there has another cause. */
/** Profiles under which a correct client passes its tests. */
const testable = consumerProfiles.filter(({ isJudgedByCalls }) => isJudgedByCalls !== true);

function profilesOf(faults: FaultSelection["faults"]): readonly ConsumerProfile[] {
  if (faults === undefined) return testable;
  if (faults === "obliged") return consumerProfiles.filter(({ name, isObliged }) => isObliged || name === "none");
  if (!Array.isArray(faults))
    throw new RangeError(
      `Cannot test under the faults "${String(faults)}": faults must be "obliged" or a list of names`,
    );
  const known = testable.map(({ name }) => name);
  for (const name of faults)
    if (!known.includes(name)) {
      const isOther = consumerProfiles.some((profile) => profile.name === name);
      const reason = isOther
        ? "tests fail under it, and only `concord consumer` judges the calls"
        : `there is no such fault${nearestHint(name, known)}`;
      throw new RangeError(`Cannot test under the fault "${name}": ${reason}`);
    }
  return testable.filter(({ name }) => name === "none" || faults.includes(name));
}

function titleOf({ name, isObliged }: ConsumerProfile): string {
  if (name === "none") return "without faults";
  return `under ${name} (${isObliged ? "obliged" : "advice"})`;
}
