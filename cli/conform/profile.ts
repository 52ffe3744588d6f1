import { type ConformanceProfile, defaultConformance } from "../../conformance/index.ts";
import type { Contract } from "../../contracts/index.ts";
import { platformConformance } from "../../profiles/platform/conformance.ts";
import { isOfPlatform } from "../compat/profile.ts";
import { usage } from "../parse.ts";

const profiles: readonly ConformanceProfile[] = [defaultConformance, platformConformance];

/** Lines of --help for the option of commands that read contracts. */
export const conformanceProfileHelp = `  --profile NAME        promises and clauses of the provider: default (any provider) or platform
                        (the bundled platform). If it is not given: platform for documents with
                        x-spec or x-assumed at their top, as the bundled ones have, else default
`;

/** The same for commands without contracts. */
export const webhookProfileHelp = `  --profile NAME        clauses that the output cites: platform (default) or default (none)
`;

/**
 * The profile that --profile names, or the one that the documents ask for. Without documents, it is the platform's.
 * @throws ToolError "usage" for an unknown name.
 */
export function conformanceProfileFor(
  command: string,
  name: string | undefined,
  contracts?: readonly Contract[],
): ConformanceProfile {
  if (name === undefined) return !contracts || contracts.some(isOfPlatform) ? platformConformance : defaultConformance;
  const found = profiles.find((profile) => profile.name === name);
  if (!found) throw usage(command, `--profile is default or platform, not "${name}"`);
  return found;
}
