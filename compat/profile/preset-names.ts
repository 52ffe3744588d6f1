/** Policies that a policy can extend, and that --profile selects. */
export const presetNames = ["default", "semver", "strict", "platform"] as const;

/** Name of a bundled policy. */
export type PresetName = (typeof presetNames)[number];
