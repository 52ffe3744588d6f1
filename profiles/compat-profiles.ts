import { type CompatProfile, type PresetName, defaultProfile, semverProfile, strictProfile } from "../compat/index.ts";
import { platformCompat } from "./platform/compat.ts";

/** The bundled compatibility policies, by the name that `--profile` and `extends` have for them. */
export const compatProfiles: Readonly<Record<PresetName, CompatProfile>> = {
  default: defaultProfile,
  semver: semverProfile,
  strict: strictProfile,
  platform: platformCompat,
};
