import { type ConformanceProfile, defaultConformance } from "../../conformance/index.ts";
import type { Contract } from "../../contracts/index.ts";
import { platformConformance } from "../../profiles/platform/conformance.ts";
import { isOfPlatform } from "../compat/profile.ts";
import { usage } from "../parse.ts";

const profiles: readonly ConformanceProfile[] = [defaultConformance, platformConformance];

/** Help of the option for commands that read contracts. */
export const conformanceProfileHelp = `  --profile NAME        provider: default (any) or platform (promises and clauses of the bundled
                        platform). Default: platform for documents with x-spec or x-assumed at
                        their top, such as the bundled ones, else default
`;

/** Help of the option for commands without contracts. */
export const webhookProfileHelp = `  --profile NAME        clauses that the output cites: platform (default) or default (none)
`;

/**
 * Profile that --profile names. Default: platform without documents or if a document has its markers.
 * @throws ToolError "usage" for an unknown name.
 */
export function conformanceProfileFor(
  command: string,
  name: string | undefined,
  contracts?: readonly Contract[],
): ConformanceProfile {
  if (name === undefined) return !contracts || contracts.some(isOfPlatform) ? platformConformance : defaultConformance;
  const found = profiles.find((profile) => profile.name === name);
  if (!found) throw usage(command, `--profile must be default or platform, not "${name}"`);
  return found;
}
