import { type CompatProfile, defaultProfile } from "../../compat/index.ts";
import { type Contract, type Json, isObject } from "../../contracts/index.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";
import { usage } from "../parse.ts";

const profiles: readonly CompatProfile[] = [defaultProfile, platformCompat];

const names = profiles.map(({ name }) => name).join(" or ");

/** The option that chooses a policy. */
export const profileOption = { profile: { type: "string" } } as const;

/** The line of --help for it. */
export const profileHelp = `  --profile NAME      the policy that judges: default (a breaking change is breaking, only a waiver
                      excuses it) or platform (notice, support and clauses of the bundled
                      platform). If it is not given: platform for documents with x-spec or
                      x-assumed at their top, as the bundled ones have, else default
`;

/**
 * The policy that --profile names, or the one that the documents ask for.
 * @throws ToolError "usage" for a name that no profile has.
 */
export function profileFor(
  command: string,
  name: string | undefined,
  contracts: readonly Contract[] = [],
): CompatProfile {
  if (name === undefined) return contracts.some(isOfPlatform) ? platformCompat : defaultProfile;
  const found = profiles.find((profile) => profile.name === name);
  if (!found) throw usage(command, `--profile is ${names}, not "${name}"`);
  return found;
}

/** Whether a document says at its top where it comes from, in the platform's markers. */
export function isOfPlatform({ document }: Pick<Contract, "document">): boolean {
  return isMarked(document) || isMarked(document["info"]);
}

function isMarked(node: Json | undefined): boolean {
  return isObject(node) && (node["x-spec"] !== undefined || node["x-assumed"] !== undefined);
}
