import type { MockProfile, StartOptions } from "../../mock/index.ts";
import type { ProfileName } from "../../profiles/choose-profile.ts";
import type { BehaviourSettings } from "../../profiles/platform/mock.ts";

/** Options of `startMock` and `createTest`. `runSeconds` and `imports` apply to the platform's profile only. */
export interface MockOptions extends Omit<StartOptions, "profile">, BehaviourSettings {
  /**
   * What is special about the provider: the name of a bundled profile, or a profile of your own. If it is not set: the
   * platform's without contracts and for documents with its markers, else the default, which accepts any credential.
   */
  readonly profile?: ProfileName | MockProfile;
}
