import { type CompatProfile, defaultProfile } from "../../compat/index.ts";
import type { Contract } from "../../contracts/index.ts";
import { chooseProfile } from "../../profiles/choose-profile.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";
import { profileNameOf } from "../profile-name.ts";

const profiles = { default: defaultProfile, platform: platformCompat };

/** Option that selects a profile. */
export const profileOption = { profile: { type: "string" } } as const;

/** Help of the option. */
export const profileHelp = `  --profile NAME      policy: default (a breaking change needs a waiver) or platform (notice,
                      support and clauses of the bundled platform). Default: platform for
                      documents with x-spec or x-assumed at their top, such as the bundled ones,
                      else default
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
