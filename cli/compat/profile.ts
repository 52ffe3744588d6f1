import { basename, relative } from "node:path";
import { loadConfig } from "../../api/config/index.ts";
import {
  type CompatProfile,
  type Policy,
  configuredPolicy,
  extendProfile,
  hasOnlyAnswers,
  presetNames,
  readPolicy,
} from "../../compat/index.ts";
import type { Contract } from "../../contracts/index.ts";
import { chooseProfile } from "../../profiles/choose-profile.ts";
import { compatProfiles } from "../../profiles/compat-profiles.ts";
import type { Optional, Options } from "../arguments/options.ts";
import { createUsageError } from "../arguments/parse.ts";
import { oneOf } from "../arguments/readers.ts";
import type { Io } from "../command.ts";

/** Options that select a policy. */
export const policyChoiceOptions = {
  profile: {
    form: "NAME",
    read: oneOf(...presetNames),
    help: "policy: default (a breaking change needs a waiver), semver (it needs a major version), strict (doubtful changes are breaking) or platform (notice, support and clauses of the bundled platform). Default: that of concord.config.ts, or platform for documents with x-spec or x-assumed at their top, such as the bundled ones, else default",
  },
  policy: {
    form: "FILE",
    help: "changes to the policy, in YAML or JSON: extends, rules, notice, support, enums (open or closed: further values of a response enum), waiverReasons, majorVersion, clauses, and answers to open questions such as default-changed: breaking; see the reference of policy files",
  },
} as const satisfies Options;

/** Values of the options that select a policy. */
export type PolicyChoice = Optional<typeof policyChoiceOptions>;

/** Chooses the policy for some documents. The same policy is the same object. */
export type PolicyChooser = (contracts: readonly Contract[]) => CompatProfile;

/**
 * Reads the file of --policy and the configuration. Returns a function that chooses the policy for documents: the one
 * that the file extends, or else that of --profile, or that of the configuration, or the one that the documents ask for;
 * each with the changes of the file.
 * @throws ToolError "usage", "invalid-config", "unreadable-policy".
 */
export async function policyChooser(
  command: string,
  choice: PolicyChoice,
  io: Pick<Io, "err">,
): Promise<PolicyChooser> {
  const named = choice.profile && compatProfiles[choice.profile];
  const changes = choice.policy === undefined ? undefined : await readPolicy(choice.policy);
  const { extends: parent } = changes ?? {};
  if (parent !== undefined && choice.profile !== undefined && choice.profile !== parent)
    throw createUsageError(
      command,
      `--profile is ${choice.profile}, and "${choice.policy}" extends ${parent}: remove one of them`,
    );
  const start = parent === undefined ? undefined : compatProfiles[parent];
  const configured = start || named ? undefined : await configuredChooser(io);
  const choose =
    configured ??
    (await withConfiguredEnums((contracts) => chooseProfile<CompatProfile>(compatProfiles, start ?? named, contracts)));
  if (changes) return extending(choose, changes, basename(choice.policy ?? ""));
  return choose;
}

/** The policy of the configuration; undefined if it has none. */
async function configuredChooser(io: Pick<Io, "err">): Promise<PolicyChooser | undefined> {
  const { file, profile, compat } = await loadConfig();
  const given = typeof profile === "object" ? profile.compat : profile;
  if (file === undefined || (given === undefined && compat === undefined)) return undefined;
  const name = relative("", file);
  io.err(`The profile is that of ${name}\n`);
  const changes = compat === undefined ? undefined : configuredPolicy(compat, name);
  const { extends: parent } = changes ?? {};
  const start = parent === undefined ? given : compatProfiles[parent];
  const choose = await withConfiguredEnums((contracts) =>
    chooseProfile<CompatProfile>(compatProfiles, start, contracts),
  );
  if (changes) return extending(choose, changes, basename(file));
  return choose;
}

/** A chooser whose policies have the policy for enums of the configuration, if it has one. */
async function withConfiguredEnums(choose: PolicyChooser): Promise<PolicyChooser> {
  const { enums } = await loadConfig();
  if (enums === undefined) return choose;
  return extending(choose, { enums });
}

/** A chooser whose policies have some changes. `source` names a policy that has no name of its own. */
function extending(choose: PolicyChooser, changes: Policy, source?: string): PolicyChooser {
  const known = new Map<CompatProfile, CompatProfile>();
  return (contracts) => {
    const base = choose(contracts);
    const found = known.get(base);
    if (found) return found;
    const name = source === undefined || hasOnlyAnswers(changes) ? base.name : source;
    const extended = extendProfile(base, changes, name);
    known.set(base, extended);
    return extended;
  };
}

/** The policy for documents, by the options of a command and the configuration. See `policyChooser`. */
export async function chosenProfile(
  command: string,
  choice: PolicyChoice,
  { contracts, io }: { readonly contracts: readonly Contract[]; readonly io: Pick<Io, "err"> },
): Promise<CompatProfile> {
  return (await policyChooser(command, choice, io))(contracts);
}
