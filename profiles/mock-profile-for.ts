import type { Contract } from "../contracts/index.ts";
import { type MockProfile, defaultMock } from "../mock/index.ts";
import { type ProfileName, chooseProfile } from "./choose-profile.ts";
import { platformMock } from "./platform/mock.ts";

const profiles = { default: defaultMock, platform: platformMock };

/**
 * Chooses the profile of a mock: the given or named one, else by the contracts. Without contracts, the mock serves the
 * bundled ones with the platform's profile.
 */
export function mockProfileFor(
  given: ProfileName | MockProfile | undefined,
  contracts: readonly Contract[] | undefined,
): MockProfile {
  if (contracts) return chooseProfile(profiles, given, contracts);
  return chooseProfile(profiles, given ?? "platform", []);
}
