import { loadConfig } from "../../api/config/index.ts";
import { type ConformanceProfile, checkIdsOf } from "../../conformance/index.ts";
import { type Contract, ToolError } from "../../contracts/index.ts";
import { conformanceProfileFor as profileFor } from "../../profiles/conformance-profile-for.ts";
import type { Io } from "../command.ts";
import { configuredProfile } from "../arguments/configured-profile.ts";
import { profileNameOf } from "../arguments/profile-name.ts";

/** Help of the option for commands that read contracts. */
export const conformanceProfileHelp = `  --profile NAME        provider: default (any) or platform (promises and clauses of the bundled
                        platform). Default: platform for documents with x-spec or x-assumed at
                        their top, such as the bundled ones, else default
`;

/** Help of the option for commands without contracts. */
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
  const profile = profileFor(given, contracts);
  const { conform: { properties = [], checks: own = [] } = {} } = await loadConfig();
  const known = new Set(checkIdsOf(profile));
  const added = [...own, ...properties];
  const taken = added.find(({ id }, at) => known.has(id) || added.findIndex((each) => each.id === id) < at);
  if (taken)
    throw new ToolError("invalid-config", `Cannot use the id "${taken.id}": another check or property has it`, {
      hint: "Choose another id in conform.checks or conform.properties of the configuration",
    });
  return {
    ...(await withConfiguredEnums(profile)),
    checks: [...(profile.checks ?? []), ...own],
    promises: [...profile.promises, ...properties],
  };
}

/**
 * The profile with the policy for enums of the configuration, if it has one.
 * @throws ToolError "invalid-config".
 */
export async function withConfiguredEnums(profile: ConformanceProfile): Promise<ConformanceProfile> {
  const { enums } = await loadConfig();
  return enums === undefined ? profile : { ...profile, enums };
}

/**
 * Profile that --profile names. Default: platform without documents or if a document has its markers.
 * @throws ToolError "usage" for an unknown name.
 */
export function conformanceProfileFor(
  command: string,
  name: string | undefined,
  contracts?: readonly Contract[],
): ConformanceProfile {
  return profileFor(profileNameOf(command, name), contracts);
}
