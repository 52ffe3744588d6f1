import type { Finding } from "../checks/finding.ts";

/** The edition of the list: later ones give the same categories other numbers. */
const faultCodesOf = "WFC 0.7.0";

/**
 * The categories of the Web Fuzzing Commons (github.com/WebFuzzing/Commons, version 0.7.0:
 * src/main/resources/wfc/faults/fault_categories.json) that a check can tell. Their 200 to 202 (injections) and 205
 * are not looked for, and 204 asks for identities that a run does not have. 206 is told as any missing check of who may
 * do what (BOLA, BFLA), 207 as any access without valid credentials, whatever their short names say.
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

/** One line for each check that a category fits; where it fits some of a check's findings alone, by their keys. */
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

/** The checks that have findings of a category. */
export const checksWithCodes: readonly string[] = Object.keys(fitting);

/** The category that a finding is of; null where none fits. */
export function faultCodeOf({ check, key }: Pick<Finding, "check" | "key">): FaultCode | null {
  return fitting[check]?.find(([pattern]) => pattern.test(key))?.[1] ?? null;
}

/** A category in the words of its list. */
export function faultName(code: FaultCode): string {
  return `${code} ${names[code]} (${faultCodesOf})`;
}
