// Public entry point `concord-toolkit/mock`: mocks in the process of a test, and their configuration.
import { loadPlatform, omitUndefined } from "../contracts/index.ts";
import { type Mock, startMock as start } from "../mock/index.ts";
import { mockProfileFor } from "../profiles/mock-profile-for.ts";
import { createPlatformMock, platformMock } from "../profiles/platform/mock.ts";
import { type MockOptions, faultOfOptions } from "./config/index.ts";

export {
  type Clock,
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
  type JournalQuery,
  type Mock,
  type MockProfile,
  type Next,
  type Organization,
  type OrganizationState,
  type RateLimit,
  type Reply,
  behaviour,
  createClock,
  createSqliteStore,
  defaultMock,
  fixtureNames,
  harOf,
  toHaveReceived,
  verify,
} from "../mock/index.ts";
export {
  type Config,
  type LoadedConfig,
  type MockConfig,
  type MockOptions,
  type ReceiverConfig,
  type ToolProfiles,
  defineConfig,
  loadConfig,
} from "./config/index.ts";
export { createPlatformMock, platformMock } from "../profiles/platform/mock.ts";

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
export async function startMock(allOptions: MockOptions = {}): Promise<Mock> {
  const fault = faultOfOptions(allOptions);
  if (fault !== undefined) throw new TypeError(`Cannot use what startMock was given: ${fault}`);
  const { profile, runSeconds, imports, ...options } = allOptions;
  const settings = omitUndefined({ runSeconds, imports });
  // The profile with the name "default" also serves the bundled contracts.
  const bundled = options.contracts || profile !== "default" ? undefined : await loadPlatform(options);
  return start({ ...options, ...(bundled && { contracts: bundled }) }, (contracts) => {
    const chosen = mockProfileFor(profile, contracts);
    if (Object.keys(settings).length === 0) return chosen;
    if (chosen === platformMock) return createPlatformMock(settings);
    throw new TypeError(
      `Cannot use ${Object.keys(settings).join(" and ")}: the profile "${chosen.name}" has no such setting`,
    );
  });
}
