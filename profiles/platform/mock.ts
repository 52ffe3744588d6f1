import { loadPlatform } from "../../contracts/index.ts";
import type { MockProfile } from "../../mock/profile/index.ts";
import { audience } from "./mock/audience.ts";
import { type BehaviourSettings, platformBehaviours } from "./mock/behaviours/index.ts";
import { credentials } from "./mock/credentials.ts";
import { publish } from "./mock/events.ts";

export { auditAction } from "./mock/behaviours/audit/record.ts";
export type { BehaviourSettings };

/** The mock of the bundled platform, with settings of its behaviours. */
export function createPlatformMock(settings: BehaviourSettings = {}): MockProfile {
  return {
    name: "platform",
    credentials,
    behaviours: (custom) => platformBehaviours(settings, custom),
    publish,
    audience,
    citation: (section) => `§${section} of the specification`,
    enums: "open",
    faultClauses: {
      "unknown-enum": "9.6",
      "unknown-field": "9.2",
      "429-once": "7",
      "429-until": "7",
      "429-date": "7",
      "409-once": "7",
    },
    loadContracts: loadPlatform,
  };
}

/** The mock of the bundled platform. */
export const platformMock: MockProfile = createPlatformMock();
