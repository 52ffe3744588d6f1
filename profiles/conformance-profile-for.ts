import { type ConformanceProfile, defaultConformance } from "../conformance/index.ts";
import type { Contract } from "../contracts/index.ts";
import { type ProfileName, chooseProfile } from "./choose-profile.ts";
import { platformConformance } from "./platform/conformance.ts";

const profiles = { default: defaultConformance, platform: platformConformance };

/**
 * Chooses the profile of conformance: the given or named one, else by the contracts. Without contracts, it is the
 * platform's.
 */
export function conformanceProfileFor(
  given: ProfileName | ConformanceProfile | undefined,
  contracts: readonly Contract[] | undefined,
): ConformanceProfile {
  if (contracts) return chooseProfile(profiles, given, contracts);
  return chooseProfile(profiles, given ?? "platform", []);
}
