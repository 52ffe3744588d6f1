import { type CompatProfile, defaultProfile } from "../../compat/index.ts";
import type { Contract } from "../../contracts/index.ts";
import { chooseProfile } from "../../profiles/choose-profile.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";
import { profileNameOf } from "../profile-name.ts";

const profiles = { default: defaultProfile, platform: platformCompat };

/** The option that chooses a policy. */
export const profileOption = { profile: { type: "string" } } as const;

/** The line of --help for it. */
export const profileHelp = `  --profile NAME      the policy that judges: default (a breaking change is breaking, only a waiver
                      excuses it) or platform (notice, support and clauses of the bundled
                      platform). If it is not given: platform for documents with x-spec or
                      x-assumed at their top, as the bundled ones have, else default
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
