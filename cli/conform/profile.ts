import { type ConformanceProfile, defaultConformance } from "../../conformance/index.ts";
import type { Contract } from "../../contracts/index.ts";
import { platformConformance } from "../../profiles/platform/conformance.ts";
import { chooseProfile } from "../../profiles/choose-profile.ts";
import type { Io } from "../command.ts";
import { configuredProfile } from "../configured-profile.ts";
import { profileNameOf } from "../profile-name.ts";

const profiles = { default: defaultConformance, platform: platformConformance };

/** Lines of --help for the option of commands that read contracts. */
export const conformanceProfileHelp = `  --profile NAME        promises and clauses of the provider: default (any provider) or platform
                        (the bundled platform). If it is not given: platform for documents with
                        x-spec or x-assumed at their top, as the bundled ones have, else default
`;

/** The same for commands without contracts. */
export const webhookProfileHelp = `  --profile NAME        clauses that the output cites: platform (default) or default (none)
`;

/**
 * The profile of `concord conform`: that of --profile, or of the configuration, or the one that the documents ask for.
 * @throws ToolError "usage" for an unknown name, "invalid-config" for an unusable configuration.
 */
export async function configuredConformanceProfile(
  command: string,
  name: string | undefined,
  contracts: readonly Contract[],
  io: Pick<Io, "err">,
): Promise<ConformanceProfile> {
  const given = await configuredProfile("conformance", profileNameOf(command, name), io);
  return chooseProfile<ConformanceProfile>(profiles, given, contracts);
}

/**
 * The profile that --profile names, or the one that the documents ask for. Without documents, it is the platform's.
 * @throws ToolError "usage" for an unknown name.
 */
export function conformanceProfileFor(
  command: string,
  name: string | undefined,
  contracts?: readonly Contract[],
): ConformanceProfile {
  const named = profileNameOf(command, name) ?? (contracts ? undefined : "platform");
  return chooseProfile<ConformanceProfile>(profiles, named, contracts ?? []);
}
