import { type ProfileName, isProfileName, profileNames } from "../../profiles/choose-profile.ts";
import { usage } from "./parse.ts";

/**
 * Value of --profile. Undefined without the option.
 * @throws ToolError "usage" for an unknown name.
 */
export function profileNameOf(command: string, name: string | undefined): ProfileName | undefined {
  if (name === undefined || isProfileName(name)) return name;
  throw usage(command, `--profile must be ${profileNames.join(" or ")}, not "${name}"`);
}
