import { relative } from "node:path";
import { type ConformConfig, loadConfig } from "../../api/config/index.ts";
import type { Io } from "../command.ts";

/**
 * Settings of conformance in the concord.config.ts of the working folder. Empty without a configuration.
 * @throws ToolError "invalid-config".
 */
export async function configuredConformance(io: Pick<Io, "err">): Promise<ConformConfig> {
  const { file, conform } = await loadConfig();
  if (conform === undefined || file === undefined) return {};
  io.err(`Using the settings of conform in ${relative("", file)}\n`);
  return conform;
}
