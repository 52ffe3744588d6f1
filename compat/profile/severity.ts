/**
 * Severities that a policy can give to a rule. warning: its changes are listed, and fail a check at level "any" only.
 * safe: its changes are non-breaking. off: its changes are only counted.
 */
export const severities = ["breaking", "dangerous", "warning", "safe", "off"] as const;

/** Severity of a rule in a policy. */
export type Severity = (typeof severities)[number];
