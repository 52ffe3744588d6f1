import type { CompatProfile } from "./compat-profile.ts";

/** The policy for any provider: a breaking change is breaking, a waiver may have any reason, and no clause is cited. */
export const defaultProfile: CompatProfile = { name: "default" };
