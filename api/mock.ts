// Public entry point `concord-toolkit/mock`: mocks in the process of a test, and their configuration.
import { type Mock, type MockProfile, type StartOptions, startMock as start } from "../mock/index.ts";
import { type ProfileName, isProfileName, profileNames } from "../profiles/choose-profile.ts";
import { mockProfileFor } from "../profiles/mock-profile-for.ts";

export {
  type Clock,
  type Config,
  type CredentialPolicy,
  type CustomBehaviour,
  type CustomCall,
  type CustomState,
  type Delivery,
  type Emitted,
  type EmittedEvent,
  type Expected,
  type FaultSetting,
  type Fixtures,
  type Journal,
  type JournalEntry,
  type JournalMessage,
  type JournalQuery,
  type LoadedConfig,
  type Mock,
  type MockConfig,
  type MockProfile,
  type Next,
  type Organization,
  type OrganizationState,
  type RateLimit,
  type ReceiverConfig,
  type Reply,
  behaviour,
  createClock,
  createSqliteStore,
  defaultMock,
  defineConfig,
  fixtureNames,
  harOf,
  loadConfig,
  toHaveReceived,
  verify,
} from "../mock/index.ts";
export { platformMock } from "../profiles/platform/mock.ts";

/** Options of `startMock` and `createTest`. */
export interface MockOptions extends Omit<StartOptions, "profile"> {
  /**
   * What is special about the provider: the name of a bundled profile, or a profile of your own. If it is not set: the
   * platform's without contracts and for documents with its markers, else the default, which accepts any credential.
   */
  readonly profile?: ProfileName | MockProfile;
}

/**
 * Starts a mock in this process, on a free port of this machine.
 * @throws TypeError for an unknown option, and for an option of another type.
 *
 * @example
 * await using mock = await startMock({ contracts: ["openapi.yaml"] });
 * const response = await fetch(`${mock.url}/books`, {
 *   headers: { authorization: `Bearer ${mock.org("acme").token}` },
 * });
 */
export async function startMock(given: MockOptions = {}): Promise<Mock> {
  if (typeof given !== "object" || given === null) return start(given);
  const { profile, ...options } = given;
  if (typeof profile === "string" && !isProfileName(profile)) {
    const names = profileNames.map((name) => `"${name}"`).join(" or ");
    throw new TypeError(`Cannot use what startMock was given: profile must be ${names}, not "${String(profile)}"`);
  }
  return start(options, (contracts) => mockProfileFor(profile, contracts));
}
