import { type CompatProfile, defaultProfile } from "../../compat/index.ts";
import type { Contract } from "../../contracts/index.ts";
import { type ProfileName, chooseProfile } from "../../profiles/choose-profile.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";
import type { Io } from "../command.ts";
import { configuredProfile } from "../arguments/configured-profile.ts";
import { profileNameOf } from "../arguments/profile-name.ts";

const profiles = { default: defaultProfile, platform: platformCompat };

/** Option that selects a profile. */
export const profileOption = { profile: { type: "string" } } as const;

/** Help of the option. */
export const profileHelp = `  --profile NAME      policy: default (a breaking change needs a waiver) or platform (notice,
                      support and clauses of the bundled platform). Default: that of
                      concord.config.ts, or platform for documents with x-spec or x-assumed at
                      their top, such as the bundled ones, else default
`;

/**
 * Profile that --profile names. Default: platform if a document has its markers.
 * @throws ToolError "usage" for an unknown name.
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
