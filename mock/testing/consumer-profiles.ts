import type { Contract, EnumPolicy } from "../../contracts/index.ts";
import { servedRoutes } from "../graphql/index.ts";
import { type FaultSetting, faultCatalogue } from "../faults/index.ts";

/** A named set of faults that consumers are tested under. */
export interface ConsumerProfile {
  readonly name: string;
  /** One-line description. */
  readonly about: string;
  /** True if consumers must survive them. The others happen in every network, and surviving them is advice. */
  readonly isObliged: boolean;
  /** Set if a correct consumer may fail its tests: then its calls alone are judged. */
  readonly isJudgedByCalls?: true;
  /** The fault settings, for a mock of these contracts. */
  faults(contracts: readonly Contract[]): readonly FaultSetting[];
}

/** Runs that a consumer must survive: a provider may add values and fields at any time. */
const obligatory: ReadonlySet<string> = new Set(["unknown-enum", "unknown-field"]);

const none: ConsumerProfile = { name: "none", about: "nothing goes wrong", isObliged: false, faults: () => [] };

const underFaults = faultCatalogue
  .flatMap(({ consumerRuns = [] }) => consumerRuns)
  .map(({ name, about, isJudgedByCalls, settings }): ConsumerProfile => ({
    name,
    about,
    ...(isJudgedByCalls && { isJudgedByCalls }),
    isObliged: obligatory.has(name),
    faults: (contracts) => settings({ contracts, routes: servedRoutes(contracts) }) as readonly FaultSetting[],
  }));

/** All profiles: first the one without faults, then those that consumers must survive. */
export const consumerProfiles: readonly [ConsumerProfile, ...ConsumerProfile[]] = [
  none,
  ...underFaults.filter(({ isObliged }) => isObliged),
  ...underFaults.filter(({ isObliged }) => !isObliged),
];

/** The profile for contracts under a policy for enums. With closed enums, the fault affects only those that say that they may grow. */
export function underEnumPolicy(profile: ConsumerProfile, enums: EnumPolicy): ConsumerProfile {
  if (profile.name !== "unknown-enum" || enums === "open") return profile;
  const about = "enums that say that they may grow have values that no contract lists; all others are closed";
  return { ...profile, isObliged: false, about };
}
