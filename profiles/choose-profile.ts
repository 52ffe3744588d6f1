import { type Contract, type Json, isObject } from "../contracts/index.ts";

/** Profiles that a command can name. */
export const profileNames = ["default", "platform"] as const;

export type ProfileName = (typeof profileNames)[number];

/** True if a text names a profile. */
export function isProfileName(name: unknown): name is ProfileName {
  return profileNames.some((each) => each === name);
}

/**
 * Chooses a profile of a room: the given or named one, else "platform" if a document has the platform's markers at its
 * top, else "default".
 */
export function chooseProfile<Profile extends object>(
  profiles: Readonly<Record<ProfileName, Profile>>,
  given: ProfileName | Profile | undefined,
  contracts: readonly Pick<Contract, "document">[],
): Profile {
  if (typeof given === "object") return given;
  return profiles[given ?? (contracts.some(isOfPlatform) ? "platform" : "default")];
}

/** True if a document has the platform's markers at its top: `x-spec` or `x-assumed`. */
function isOfPlatform({ document }: Pick<Contract, "document">): boolean {
  return hasProfileMark(document) || hasProfileMark(document["info"]);
}

function hasProfileMark(node: Json | undefined): boolean {
  return isObject(node) && (node["x-spec"] !== undefined || node["x-assumed"] !== undefined);
}
