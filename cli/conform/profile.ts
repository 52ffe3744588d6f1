import type { ConformanceProfile } from "../../conformance/index.ts";
import type { Contract } from "../../contracts/index.ts";
import { conformanceProfileFor } from "../../profiles/conformance-profile-for.ts";
import { profileNameOf } from "../profile-name.ts";

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
export function profileOf(
  command: string,
  name: string | undefined,
  contracts?: readonly Contract[],
): ConformanceProfile {
  return conformanceProfileFor(profileNameOf(command, name), contracts);
}
