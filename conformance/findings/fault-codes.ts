import type { Finding } from "../checks/finding.ts";
import { type CheckTraits, type FaultCode, faultNames } from "../model/check-traits.ts";

/** Version of the list. Later versions number the categories differently. */
const faultCodesOf = "WFC 0.7.0";

/** The category of a finding, by the traits of its check. Null if none fits. */
export function chooseFaultCode(
  { key }: Pick<Finding, "key">,
  { faultCode, faultKeys }: CheckTraits,
): FaultCode | null {
  if (faultCode !== undefined && (faultKeys?.test(key) ?? true)) return faultCode;
  return null;
}

/** The code, name and version of a category. */
export function faultName(code: FaultCode): string {
  return `${code} ${faultNames[code]} (${faultCodesOf})`;
}
