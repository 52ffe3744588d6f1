import { type CompatProfile, defaultProfile } from "../../compat/index.ts";
import type { Contract } from "../../contracts/index.ts";
import { type ProfileName, chooseProfile } from "../../profiles/choose-profile.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";
import type { Io } from "../command.ts";
import { configuredProfile } from "../configured-profile.ts";
import { profileNameOf } from "../profile-name.ts";

const profiles = { default: defaultProfile, platform: platformCompat };

/** The option that chooses a policy. */
export const profileOption = { profile: { type: "string" } } as const;

/** The line of --help for it. */
export const profileHelp = `  --profile NAME      the policy that judges: default (a breaking change is breaking, only a waiver
                      excuses it) or platform (notice, support and clauses of the bundled
                      platform). If it is not given: that of concord.config.ts, or platform for
                      documents with x-spec or x-assumed at their top, as the bundled ones
                      have, else default
`;

/**
 * The policy that --profile names, or the one that the documents ask for.
 * @throws ToolError "usage" for a name that no profile has.
 */
export function profileFor(
  command: string,
  name: string | undefined,
  contracts: readonly Contract[] = [],
): CompatProfile {
  return chooseProfile<CompatProfile>(profiles, profileNameOf(command, name), contracts);
}

/** The policy that is given or named, or else the one that the documents ask for. */
export function profileOf(
  given: ProfileName | CompatProfile | undefined,
  contracts: readonly Contract[],
): CompatProfile {
  return chooseProfile<CompatProfile>(profiles, given, contracts);
}

/**
 * The policy that --profile names, or that of the configuration, or the one that the documents ask for.
 * @throws ToolError "usage" for a name that no profile has, "invalid-config" for an unusable configuration.
 */
export async function configuredProfileFor(
  command: string,
  name: string | undefined,
  contracts: readonly Contract[],
  io: Pick<Io, "err">,
): Promise<CompatProfile> {
  const given = await configuredProfile("compat", profileNameOf(command, name), io);
  return profileOf(given, contracts);
}
