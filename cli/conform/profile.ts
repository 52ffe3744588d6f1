import { loadConfig } from "../../api/config/index.ts";
import { type ConformanceProfile, listCheckIds } from "../../conformance/index.ts";
import { type Contract, ToolError } from "../../contracts/index.ts";
import { conformanceProfileFor } from "../../profiles/conformance-profile-for.ts";
import type { Io } from "../command.ts";
import { configuredProfile } from "../arguments/configured-profile.ts";
import type { Options } from "../arguments/options.ts";
import { oneOf } from "../arguments/readers.ts";
import { type ProfileName, profileNames } from "../../profiles/choose-profile.ts";

const read = oneOf(...profileNames);

/** Option of commands that read contracts. */
export const conformanceProfileOption = {
  profile: {
    form: "NAME",
    read,
    help: "provider: default (any) or platform (promises and clauses of the bundled platform). Default: platform for documents with x-spec or x-assumed at their top, such as the bundled ones, else default",
  },
} as const satisfies Options;

/** Option of commands without contracts. */
export const webhookProfileOption = {
  profile: { form: "NAME", read, help: "clauses that the output cites: platform (default) or default (none)" },
} as const satisfies Options;

/**
 * The profile of `concord conform`: that of --profile, or of the configuration, or the one that the documents ask for.
 * @throws ToolError "invalid-config" for an unusable configuration.
 */
export async function configuredConformanceProfile(
  name: ProfileName | undefined,
  contracts: readonly Contract[],
  io: Pick<Io, "err">,
): Promise<ConformanceProfile> {
  const given = await configuredProfile("conformance", name, io);
  const profile = conformanceProfileFor(given, contracts);
  const { conform: { properties = [], checks: own = [] } = {} } = await loadConfig();
  const known = new Set(listCheckIds(profile));
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
  if (enums === undefined) return profile;
  return { ...profile, enums };
}
