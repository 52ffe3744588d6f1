import { type CompatProfile, defaultProfile } from "../../compat/index.ts";
import { type Contract, type Json, isObject } from "../../contracts/index.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";
import { usage } from "../parse.ts";

const profiles: readonly CompatProfile[] = [defaultProfile, platformCompat];

const names = profiles.map(({ name }) => name).join(" or ");

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
  if (name === undefined) return contracts.some(isOfPlatform) ? platformCompat : defaultProfile;
  const found = profiles.find((profile) => profile.name === name);
  if (!found) throw usage(command, `--profile must be ${names}, not "${name}"`);
  return found;
}

/** True if a document has a basis marker of the bundled platform at its top. */
export function isOfPlatform({ document }: Pick<Contract, "document">): boolean {
  return isMarked(document) || isMarked(document["info"]);
}

function isMarked(node: Json | undefined): boolean {
  return isObject(node) && (node["x-spec"] !== undefined || node["x-assumed"] !== undefined);
}
