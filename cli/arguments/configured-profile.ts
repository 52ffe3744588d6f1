import { relative } from "node:path";
import { type ToolProfiles, loadConfig } from "../../api/config/index.ts";
import type { ProfileName } from "../../profiles/choose-profile.ts";
import type { Io } from "../command.ts";

/**
 * The profile of a tool in the concord.config.ts of the working folder: the tool's own, or the name of a bundled one.
 * Undefined without a configuration, and if it sets none. `named` is that of --profile, which has precedence.
 * @throws ToolError "invalid-config".
 */
export async function configuredProfile<Tool extends keyof ToolProfiles>(
  tool: Tool,
  named: ProfileName | undefined,
  io: Pick<Io, "err">,
): Promise<ProfileName | ToolProfiles[Tool] | undefined> {
  if (named !== undefined) return named;
  const { file, profile } = await loadConfig();
  const found = typeof profile === "object" ? profile[tool] : profile;
  if (found !== undefined && file !== undefined) io.err(`The profile is that of ${relative("", file)}\n`);
  return found;
}
