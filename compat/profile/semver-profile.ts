import type { CompatProfile } from "./compat-profile.ts";

/** The policy of semantic versioning: a breaking change needs a major version, and an addition a minor one. */
export const semverProfile: CompatProfile = { name: "semver", majorVersion: true };
