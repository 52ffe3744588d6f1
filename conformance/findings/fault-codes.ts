import type { Finding } from "../checks/finding.ts";

/** Version of the list. Later versions number the categories differently. */
const faultCodesOf = "WFC 0.7.0";

/**
 * Categories of the Web Fuzzing Commons (github.com/WebFuzzing/Commons, version 0.7.0:
 * src/main/resources/wfc/faults/fault_categories.json) that a check can find. Categories 200 to 202 (injections) and 205
 * are not tested, and 204 needs identities that a run does not have. 206 covers every missing authorization check (BOLA,
 * BFLA), and 207 every access without valid credentials, although their short names are narrower.
 */
const names = {
  F100: "HTTP Status 500",
  F101: "Received A Response From API With A Structure/Data That Is Not Matching Its Schema",
  F102: "Received Success Response When Sending Wrong Data",
  F103: "Resource Still Accessible After Being Deleted",
  F104: "Failed Creation of Resource Has Side Effects on Backend",
  F203: "Mass Assignment",
  F206: "Allowed To Modify Resource That Likely Should Had Been Protected",
  F207: "A Protected Resource Is Accessible Without Providing Any Authentication",
  F209: "Leaked Stack Trace",
  F210: "Hidden Accessible Endpoint",
} as const;

export type FaultCode = keyof typeof names;

/** Category of each check, restricted by key where it fits only some findings of the check. */
const fitting: Readonly<Record<string, readonly (readonly [key: RegExp, code: FaultCode])[]>> = {
  "no-server-error": [[/\b500$/, "F100"]],
  "body-conforms": [[/(?:)/, "F101"]],
  "headers-conform": [[/(?:)/, "F101"]],
  "status-documented": [[/(?:)/, "F101"]],
  "invalid-input-refused": [[/(?:)/, "F102"]],
  "content-type-refused": [[/(?:)/, "F102"]],
  "deleted-gone": [[/^read$/, "F103"]],
  sequences: [[/^read gone$/, "F103"]],
  "refused-not-made": [[/(?:)/, "F104"]],
  "read-only-kept": [[/(?:)/, "F203"]],
  "read-only-refused": [[/(?:)/, "F206"]],
  "read-only-traceless": [[/accepted$/, "F206"]],
  "foreign-refused": [[/(?:)/, "F206"]],
  "token-required": [[/(?:)/, "F207"]],
  "no-disclosure": [[/a stack trace$/, "F209"]],
  "unsupported-method": [[/(?:)/, "F210"]],
  "removed-gone": [[/(?:)/, "F210"]],
};

/** Checks whose findings can have a category. */
export const checksWithCodes: readonly string[] = Object.keys(fitting);

/** The category of a finding. Null if none fits. */
export function faultCodeOf({ check, key }: Pick<Finding, "check" | "key">): FaultCode | null {
  return fitting[check]?.find(([pattern]) => pattern.test(key))?.[1] ?? null;
}

/** The code, name and version of a category. */
export function faultName(code: FaultCode): string {
  return `${code} ${names[code]} (${faultCodesOf})`;
}
