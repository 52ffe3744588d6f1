import type { MockProfile, StartOptions } from "../../mock/index.ts";
import type { ProfileName } from "../../profiles/choose-profile.ts";
import type { BehaviourSettings } from "../../profiles/platform/mock.ts";

/** Options of `startMock` and `createTest`. `runSeconds` and `imports` apply to the platform's profile only. */
export interface MockOptions extends Omit<StartOptions, "profile">, BehaviourSettings {
  /**
   * Profile of the provider: the name of a bundled profile, or a profile of your own. By default, mocks without
   * contracts and documents with markers of the platform have the profile "platform". All other documents have the
   * profile "default", which accepts any credential.
   */
  readonly profile?: ProfileName | MockProfile;
}
